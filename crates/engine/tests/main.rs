//! The tests of the engine, as one program: each file here is a module of it, so that Ludex is linked once.
//! Those that count allocations are apart, because they bring an allocator.

#[path = "common/facts.rs"]
mod facts;
mod games;
#[path = "common/generate.rs"]
mod generate;
mod scene;
#[path = "common/twins.rs"]
mod twins;

mod clock_and_edge;
mod corpus;
mod descriptions;
mod digest;
mod grouped;
mod meeting;
mod paths;
mod players;
mod properties;
mod robustness;
mod slots;
mod spawning;
mod sprites;
mod stops;
