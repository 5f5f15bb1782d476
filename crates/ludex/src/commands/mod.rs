//! One module for each command: its arguments with their help, and what it does.
//!
//! Exit codes are the same everywhere: 0 done, 1 the answer is no, 2 used wrongly.

pub mod agents;
pub mod arena;
pub mod bench;
pub mod check;
pub mod export;
pub mod fingerprint;
pub mod games;
pub mod picture;
pub mod record;
pub mod report;
pub mod reproduce;
pub mod run;
pub mod solve;
pub mod verify;
