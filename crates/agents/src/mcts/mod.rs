//! Monte-Carlo tree search.

pub mod normaliser;
pub(crate) mod sample;
pub mod tree;
