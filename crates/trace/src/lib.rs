//! Recordings of games, tick by tick: written, read, replayed and compared.
//!
//! A recording is a text file, often compressed, with one JSON value a line. Its first line, the
//! [`Header`](record::Header), shows the game before the first tick; each further line, a [`Tick`](record::Tick),
//! shows what changed in one tick. A second kind of file holds what an agent is shown: [`seen`].
//!
//! A third, [`action_file`], is GVGAI's: actions alone.
//!
//! [`verify`](verify::verify) replays a recording and names the first thing that differs;
//! [`recorder::record`] makes one. [`Replay`](replay::Replay) goes through one tick by tick.

pub mod action_file;
pub mod difference;
pub mod games;
mod json;
pub mod many;
pub mod policy;
pub mod read;
pub mod record;
pub mod recorder;
pub mod replay;
pub mod seen;
mod sight;
pub mod verify;
pub mod watch;
pub mod write;
