//! The engine.

pub mod java;
