//! The tests of the arena, as one program: each file here is a module of it, so that Ludex is linked once.
//! Those that measure time and memory are apart, so that the others do not disturb them.

#![allow(clippy::print_stderr, reason = "tests say what they measured")]

mod common;

mod claims;
mod cluster;
mod evidence;
mod guests;
mod judge;
mod papers;
#[cfg(feature = "parquet")]
mod parquet;
mod plans;
mod real_games;
mod reports;
mod runs;
mod statistics;
