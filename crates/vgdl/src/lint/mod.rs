//! What a game can be read with and is probably not meant: judged on the whole game, once it is read.
//!
//! A lint speaks only of what is sure. What depends on play, or on a level, is not guessed at.

mod layout;
mod level;
mod rules;
mod slashes;
mod sprites;
mod terminations;
mod usage;

use crate::read::Reading;
use crate::syntax::{Section, Tree};
use crate::{Code, Diagnostic, Game, Ontology};
pub use level::check_level;
use usage::Usage;

/// More messages than this end a game at its first tick.
const MESSAGE_LIMIT: u32 = 25;

/// What [`check_game`] found.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// The game as it is written, with what GVGAI drops after a fault: what its levels are checked against.
    /// Absent where the text is no game at all.
    pub game: Option<Game>,
    /// What is wrong or odd, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a game and looks at it as a whole: everything that [`parse`](crate::parse) reports, and what can be
/// read but is probably not meant.
pub fn check_game(text: &str, ontology: &Ontology) -> Checked {
    match slashes::without_comments(text) {
        None => check_clean(text, ontology),
        Some((clean, diagnostic)) => {
            // What else is wrong, without what only the slashes make so.
            let mut checked = check_clean(&clean, ontology);
            checked.diagnostics.insert(0, diagnostic);
            checked
        }
    }
}

fn check_clean(text: &str, ontology: &Ontology) -> Checked {
    let tree = Tree::read(text);
    let mut reading = Reading::of(&tree, ontology);
    let is_game = tree.looks_like_game() && tree.root().is_some_and(|root| root.section == Section::Game);
    if is_game {
        let usage = Usage::of(&reading);
        if layout::check(&mut reading, &tree) {
            sprites::check(&mut reading, &usage);
            rules::check(&mut reading, &tree, &usage);
            terminations::check(&mut reading, &tree, &usage);
        }
        too_many_messages(&mut reading, &tree);
    }
    Checked { game: is_game.then_some(reading.game), diagnostics: reading.report.sorted() }
}

fn too_many_messages(reading: &mut Reading<'_>, tree: &Tree<'_>) {
    let messages = reading.kept().messages;
    if let Some(root) = tree.root()
        && messages > MESSAGE_LIMIT
    {
        let message = format!("{messages} messages end this game at its first tick");
        let help =
            format!("GVGAI gives up after more than {MESSAGE_LIMIT}: mend the lines that it complains about");
        reading.report.add(Diagnostic::new(Code::TooManyMessages, root.span, message).help(help));
    }
}
