//! The tests of the solver, as one program: each file here is a module of it, so that Ludex is linked once.

mod bundled;
mod writing_games;
