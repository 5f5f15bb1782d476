//! What is wrong with the lines of a file before anybody asks what they mean.

use super::Reading;
use crate::suggest::nearest;
use crate::syntax::{Fault, FaultKind, Node, Section, Tree, Unreadable};
use crate::{Code, Diagnostic, Span};

/// Level generators write a level together with a mapping of its own.
fn is_generated_level(tree: &Tree<'_>, root: &Node<'_>) -> bool {
    root.section == Section::Mapping && tree.faults.iter().any(|fault| fault.text == "LevelDescription")
}

impl<'a> Reading<'a> {
    pub(super) fn no_game(&mut self) {
        let help = "a game starts with a line such as `BasicGame`, and sections indented below it";
        self.die(
            Diagnostic::new(Code::NotAGame, Span::new(0, 0), "there is no game in this file").help(help),
        );
    }

    pub(super) fn no_game_line(&mut self, tree: &Tree<'a>, root: &Node<'a>) {
        self.die(if is_generated_level(tree, root) {
            Diagnostic::new(
                Code::GeneratorFragment,
                root.span,
                "this is a level made by a generator, not a game",
            )
            .note("a LevelMapping of its own, followed by a LevelDescription")
            .help("check the game that it belongs to, and plain level files")
        } else {
            Diagnostic::new(Code::NotAGame, root.span, "the game line is missing")
                .help("start the file with `BasicGame` and indent the sections below it")
        });
    }

    pub(super) fn structure(&mut self, tree: &Tree<'a>, root: &Node<'a>) {
        for fault in &tree.faults {
            self.fault(fault);
        }
        for child in tree.children(root) {
            self.root_child(child);
        }
    }

    fn fault(&mut self, fault: &Fault<'a>) {
        let diagnostic = |code, message: &str| Diagnostic::new(code, fault.span, message);
        let dropped = |code, message: &str| diagnostic(code, message).note("this line is dropped");
        let diagnostic = match fault.kind {
            FaultKind::OnlyHashes => {
                let help = "write a blank before the first `#`, or any other character after the last";
                let message = "a line of nothing but `#` makes the game unreadable for GVGAI";
                return self.die(diagnostic(Code::OnlyHashes, message).help(help));
            }
            FaultKind::Unreadable(Unreadable::Valueless(span)) => {
                Diagnostic::new(Code::UnreadableLine, span, "a parameter without a value")
                    .note("this whole line is dropped")
                    .help("write `key=value` without blanks around the `=`")
            }
            FaultKind::Unreadable(Unreadable::Arrowless) => {
                dropped(Code::UnreadableLine, "a rule without `>`")
                    .help("a rule is written `first second > effect`, with blanks around the `>`")
            }
            FaultKind::Unreadable(Unreadable::Effectless) => {
                dropped(Code::UnreadableLine, "a rule without an effect")
                    .help("name an effect after the `>`, such as `killSprite`")
            }
            FaultKind::NoParent => dropped(Code::NotIndented, "a line outside the game")
                .help("indent it deeper than the game line"),
            FaultKind::UnevenSiblings(first) => {
                diagnostic(Code::UnevenIndentation, "this line is indented differently from its siblings")
                    .label(first, "the first of them")
                    .help("give all lines of one level the same indentation; a tab counts as one column")
            }
        };
        self.game.messages += 1;
        self.report.add(diagnostic);
    }

    fn root_child(&mut self, node: &Node<'a>) {
        if Section::opened_by(node.text).is_some() {
            return self.title(node);
        }
        match node.section {
            Section::Game => {
                let diagnostic =
                    Diagnostic::new(Code::OutsideSection, node.span, "a line outside every section");
                let help = match nearest(node.text, Section::titles()) {
                    Some(title) => format!("did you mean the section title `{title}`?"),
                    None => "only section titles can stand directly below the game line".to_owned(),
                };
                self.die(diagnostic.help(help));
            }
            Section::Rules if node.content.words > 1 => {
                let message = "a rule at the level of the section titles makes the game unreadable for GVGAI";
                let help = "indent it deeper than `InteractionSet`";
                self.die(Diagnostic::new(Code::OutsideSection, node.span, message).help(help));
            }
            _ => {
                let message = "this line stands at the level of the section titles and is ignored";
                let help = match nearest(node.text, Section::titles()) {
                    Some(title) => format!("did you mean the section title `{title}`?"),
                    None => "indent it deeper than the title of its section".to_owned(),
                };
                self.report.add(Diagnostic::new(Code::IgnoredLine, node.span, message).help(help));
            }
        }
    }

    fn title(&mut self, node: &Node<'a>) {
        let title = node.section.title();
        if node.text != title {
            let message = format!("`{}` is not the spelling of a section title", node.text);
            let diagnostic = Diagnostic::new(Code::TitleCase, node.span, message)
                .note("this section is ignored")
                .help(format!("write `{title}`"));
            self.report.add(diagnostic);
        }
    }
}
