//! Experiments with game-playing agents: who plays what, how often, under which budget, and what follows from it.

pub mod hash;
pub mod stats;
