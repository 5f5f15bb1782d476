//! Experiments with game-playing agents: who plays what, how often, under which budget, and what follows from it.
//!
//! A [`plan::Experiment`] becomes a [`plan::Plan`], a list of [`Cell`]s in a stable order. [`contest`] plays a plan: a
//! [`Player`] knows its games and agents, [`runner::run`] has it play the cells that have no result yet, and a
//! [`store::Recorder`] commits one row per finished game. [`store::Results`] reads them back, added up, for everything that
//! is shown to people. [`tune`] searches an agent's parameters by letting it play, [`judge`](judge::judge) tells what a game is worth.

mod cell;
pub mod cluster;
mod contest;
pub mod hash;
pub mod judge;
pub mod names;
pub mod paper;
pub mod plan;
mod player;
mod reasons;
pub mod report;
pub mod runner;
pub mod stats;
pub mod store;
pub mod tune;

pub use cell::{Cell, Entrant, Outcome, Partner, Timing};
pub use contest::{ContestError, contest, contest_with};
pub use player::{Guest, Player, PlayerError};
pub use reasons::Reasons;
