//! The studio over real HTTP and real sockets: who is let in, what pages are told, and that nothing breaks it.

mod fuzz;
mod games;
mod load;
mod security;
mod server;
mod writing;
