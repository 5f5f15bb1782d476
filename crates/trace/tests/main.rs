//! The tests of recordings, as one program: each file here is a module of it, so that Ludex is linked once.

mod generated;
mod oracle;
mod reading;
mod recording;
