//! A web page on the own machine: to watch agents and see what they think, to play, to write games, and to read experiments.
//!
//! [`Studio::bind`] takes a port, [`Studio::address`] is what to open in a browser, and [`Studio::serve`] serves until it is
//! told to stop. Engine and agents run here; the page, which is embedded, draws. `guard.rs` says who is let in.

mod api;
mod board;
mod client;
mod games;
mod guard;
mod jobs;
mod limits;
mod make;
mod page;
mod people;
mod problem;
mod read;
mod server;
mod worker;

pub use limits::Limits;
pub use problem::StudioError;
pub use server::{Options, Studio};
