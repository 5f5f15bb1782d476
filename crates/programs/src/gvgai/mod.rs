//! The game's side of GVGAI's learning track, so that its clients can play here.

mod line;
mod session;
mod state;

pub use session::{Course, Played, ServeError, serve};

/// Pixels of a cell in the learning track, whatever the game says.
pub const BLOCK: i32 = 10;
