//! Recordings of games, tick by tick.

pub mod difference;
mod json;
pub mod read;
pub mod record;
pub mod seen;
pub mod write;
