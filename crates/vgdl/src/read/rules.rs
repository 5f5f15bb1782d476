//! The InteractionSet: which effect when which sprites touch, at the edge, or by the clock.

use super::Reading;
use crate::ontology::ParamSpec;
use crate::syntax::{Node, Tree, Word};
use crate::{Code, Diagnostic, Need, Params, Partners, Rule};

/// The partner that stands for the edge of the screen.
const EDGE: &str = "EOS";
/// The partner that stands for the clock.
const CLOCK: &str = "TIME";
/// Lines with this text in them may have any parameter: the reference does not complain.
const SILENT: &str = "addTimer";

impl<'a> Reading<'a> {
    pub(super) fn interaction_set(&mut self, tree: &Tree<'a>, block: &Node<'a>) {
        for line in tree.children(block) {
            self.ignore_nested(tree, line);
            self.rule(line);
        }
    }

    fn rule(&mut self, line: &Node<'a>) {
        let content = &line.content;
        self.ignore_words(content);
        let Some(effect_word) = content.kind else {
            let message = "a rule of a single word";
            let help = "a rule is written `first second > effect`, with blanks around the `>`";
            return self.abort(Diagnostic::new(Code::RuleWithoutEffect, line.span, message).help(help));
        };
        let timed = content.head.is(CLOCK) || content.names.first().is_some_and(|name| name.is(CLOCK));
        let Some(effect) = self.ontology.effect(effect_word.text) else {
            self.abort(self.unknown_effect(effect_word));
            return self.unknown_partners(line);
        };
        let Some(params) = self.effect_arguments(line, effect, timed) else {
            return self.unknown_partners(line);
        };
        let mut rule = Rule { effect, params, on: Vec::new(), timed, line: line.line };
        let mut faults = Vec::new();
        for &second in &content.names {
            match self.partners(content.head, second, timed) {
                Err(diagnostic) => faults.push(diagnostic),
                // What the line said before the fault stays, what it says after it does not.
                Ok(_) if !faults.is_empty() => {}
                // The clock holds a rule once, with the partner it was first given.
                Ok(Partners::Time(_)) if rule.on.iter().any(|p| matches!(p, Partners::Time(_))) => {
                    let message = format!(
                        "a rule of the clock acts on its first sprite only, not on `{}`",
                        second.text
                    );
                    let help = "write one rule for each sprite";
                    self.report.add(Diagnostic::new(Code::IgnoredWord, second.span, message).help(help));
                }
                Ok(partners) => rule.on.push(partners),
            }
        }
        if !rule.on.is_empty() {
            self.game.rules.push(rule);
        }
        for diagnostic in faults {
            self.abort(diagnostic);
        }
    }

    fn unknown_effect(&self, word: Word<'a>) -> Diagnostic {
        let known = self.ontology.effects.iter().map(|e| e.name);
        self.report.unknown_word(Code::UnknownEffect, word.span, ("effect", "effects"), word.text, known)
    }

    /// Reports the unknown sprites of a rule that is lost for another reason.
    fn unknown_partners(&mut self, line: &Node<'a>) {
        self.lost_names.push(line.content.head);
        self.lost_names.extend(&line.content.names);
        for &second in &line.content.names {
            if let Err(diagnostic) = self.partners(line.content.head, second, true) {
                self.report.add(diagnostic);
            }
        }
    }

    /// The parameters of a rule, unless the reference gives up on them.
    fn effect_arguments(&mut self, line: &Node<'a>, effect: usize, timed: bool) -> Option<Params> {
        let spec = &self.ontology.effects[effect];
        let mut tables: Vec<&'static [ParamSpec]> = vec![spec.params, self.ontology.effect_params];
        if timed {
            tables.push(self.ontology.time_params);
        }
        // Some effects carry another one, which takes its parameters from the same line.
        let inner = spec.params.iter().find(|p| p.need == Need::RequiredEffect).map(|p| p.name);
        let inner = inner.and_then(|key| line.content.params.iter().rfind(|p| p.key.text == key));
        let inner_spec = inner.and_then(|p| self.ontology.effect(&self.space.fill_in(p.value.text)));
        if let Some(index) = inner_spec {
            tables.push(self.ontology.effects[index].params);
        }
        let owner = format!("effect `{}`", spec.name);
        let (params, unknown) = self.arguments(&line.content, &tables, &owner);
        if !timed && !line.text.contains(SILENT) {
            self.game.messages += unknown;
        }
        let mut checked = self.required(line, &params, &[spec.params], &owner);
        if checked.is_ok()
            && let Some(inner) = inner
        {
            checked = match inner_spec {
                Some(index) => {
                    let inner = &self.ontology.effects[index];
                    self.required(line, &params, &[inner.params], &format!("effect `{}`", inner.name))
                }
                None => Err(self.unknown_effect(inner.value)),
            };
        }
        match checked {
            Ok(()) => Some(params),
            Err(diagnostic) => {
                self.abort(diagnostic);
                None
            }
        }
    }

    /// What a first and a second name of a rule pair.
    fn partners(&self, first: Word<'a>, second: Word<'a>, timed: bool) -> Result<Partners, Diagnostic> {
        let (a, b) = (self.type_id(first.text), self.type_id(second.text));
        if let (Some(a), Some(b)) = (a, b) {
            return Ok(Partners::Pair(a, b));
        }
        if second.is(EDGE) {
            return a.map(Partners::Edge).ok_or_else(|| self.unknown_sprite(first));
        }
        if first.is(EDGE) {
            return b.map(Partners::Edge).ok_or_else(|| self.unknown_sprite(second));
        }
        if first.is(CLOCK) || second.is(CLOCK) {
            if !timed {
                let message = "`TIME` must be the first or the second word of a rule";
                return Err(Diagnostic::new(Code::MisplacedTime, second.span, message));
            }
            return Ok(Partners::Time(if first.is(CLOCK) { b } else { a }));
        }
        Err(self.unknown_sprite(if a.is_none() { first } else { second }))
    }

    fn unknown_sprite(&self, name: Word<'a>) -> Diagnostic {
        let near = self.report.did_you_mean(name.text, self.type_names());
        let tail = near.map_or(String::new(), |near| format!(": {near}"));
        let message = format!("unknown sprite `{}`{tail}", name.text);
        let diagnostic = Diagnostic::new(Code::UnknownSprite, name.span, message);
        match self.known_sprites(name.text) {
            _ if !self.has_sprites => diagnostic.help("the SpriteSet must come before the InteractionSet"),
            Some(known) if tail.is_empty() => diagnostic.help(known),
            _ => diagnostic,
        }
    }
}
