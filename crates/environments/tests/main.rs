//! The tests of the environments, as one program: each file here is a module of it, so that Ludex is linked once.

mod common;

mod batches;
mod sessions;
mod views;
