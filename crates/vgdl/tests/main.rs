//! The tests of the language, as one program: each file here is a module of it, so that Ludex is linked once.

mod common;

mod pages;
mod reading;
mod robustness;
