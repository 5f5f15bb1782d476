//! The tests of the command line, as one program: each file here is a module of it.

mod common;

mod agents;
mod arena;
mod bench;
mod check;
#[cfg(unix)]
mod cluster;
mod corpus;
mod explain;
mod fingerprint;
mod games;
mod own_agents;
mod playing;
mod recordings;
mod results;
mod setting_up;
mod tune;
