//! The tests of the agents, as one program: each file here is a module of it, so that Ludex is linked once.
//! Those that count allocations are apart, because they bring an allocator.

mod common;

mod advice;
mod champion;
mod determinism;
mod distances;
mod golden;
mod interface;
mod mechanics;
mod multi;
mod options;
mod perez;
mod registry;
mod rhea;
mod self_adaptive;
mod tuning;
