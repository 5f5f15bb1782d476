//! Monte-Carlo tree search: the parts that searches share, and the searches.

pub(crate) mod multi;
pub mod normaliser;
pub(crate) mod open_loop;
pub(crate) mod perez;
pub(crate) mod sample;
pub(crate) mod self_adaptive;
mod skeleton;
pub mod states;
pub mod tree;
