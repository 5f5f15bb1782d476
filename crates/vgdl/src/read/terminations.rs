//! The TerminationSet: when a game ends and who has won.

use super::Reading;
use crate::syntax::{Node, Tree};
use crate::{Code, Termination};

impl<'a> Reading<'a> {
    pub(super) fn termination_set(&mut self, tree: &Tree<'a>, block: &Node<'a>) {
        for line in tree.children(block) {
            self.ignore_nested(tree, line);
            self.termination(line);
        }
    }

    fn termination(&mut self, line: &Node<'a>) {
        self.ignore_words(&line.content);
        let word = line.content.head;
        let Some(kind) = self.ontology.termination(word.text) else {
            let known = self.ontology.terminations.iter().map(|t| t.name);
            let words = ("termination", "terminations");
            let code = Code::UnknownTermination;
            return self.abort(self.report.unknown_word(code, word.span, words, word.text, known));
        };
        let spec = &self.ontology.terminations[kind];
        let tables = [spec.params, self.ontology.termination_params];
        let owner = format!("termination `{}`", spec.name);
        let (params, unknown) = self.arguments(&line.content, &tables, &owner);
        self.game.messages += unknown;
        match self.required(line, &params, &tables, &owner) {
            Ok(()) => self.game.terminations.push(Termination { kind, params, line: line.line }),
            Err(diagnostic) => self.abort(diagnostic),
        }
    }
}
