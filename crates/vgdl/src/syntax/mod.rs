//! The text of a game as lines, words and an indentation tree, before any of it has a meaning.

mod lines;
mod tree;
mod words;

pub(crate) use lines::java_lines;
pub(crate) use tree::{Fault, FaultKind, Node, NodeId, Tree};
pub(crate) use words::{Content, GAME_CLASSES, Param, Section, Unreadable, Word};
