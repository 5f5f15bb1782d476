//! One module for each command: its arguments with their help, and what it does.
//!
//! Exit codes are the same everywhere: 0 done, 1 the answer is no, 2 used wrongly.

pub mod check;
pub mod fingerprint;
pub mod record;
pub mod verify;
