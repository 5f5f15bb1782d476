//! Monte-Carlo tree search: the parts that searches share, and the searches.

pub mod normaliser;
pub(crate) mod open_loop;
pub(crate) mod sample;
pub(crate) mod self_adaptive;
pub mod states;
pub mod tree;
