//! The way in.

use std::borrow::Cow;
use std::fmt;

use crate::read::Reading;
use crate::syntax::Tree;
use crate::{Diagnostic, Game, Ontology};

/// A game that could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The game as GVGAI would play it, which may be less than the file says.
    pub game: Game,
    /// What is wrong or odd, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// A text that GVGAI would die of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong, in the order of the text. At least one of them is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a game as GVGAI does. The ontology says which classes, effects and terminations there are.
///
/// # Errors
///
/// Where GVGAI dies, and where a game is beyond the [`limits`](crate::limits).
pub fn parse(text: &str, ontology: &Ontology) -> Result<Parsed, ParseError> {
    let tree = Tree::read(text);
    let reading = Reading::of(&tree, ontology);
    let fatal = reading.fatal;
    let (game, report) = reading.into_kept();
    let diagnostics = report.sorted();
    if fatal { Err(ParseError { diagnostics }) } else { Ok(Parsed { game, diagnostics }) }
}

/// The text of a file, whatever its bytes: what is not UTF-8 becomes U+FFFD.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Does this text look like a game, however faulty? It starts with a game line or has the title of a section.
pub fn looks_like_game(text: &str) -> bool {
    Tree::read(text).looks_like_game()
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.diagnostics.iter().find(|d| d.is_error()) {
            Some(first) => write!(f, "{first}"),
            None => f.write_str("the game cannot be read"),
        }
    }
}

impl std::error::Error for ParseError {}
