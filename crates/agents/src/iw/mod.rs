//! Iterated width: breadth-first search that keeps only states in which something is new.

mod novelty;
mod search;

pub(crate) use search::ENTRY;
