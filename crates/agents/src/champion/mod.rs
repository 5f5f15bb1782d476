//! The champion: made for a model that is fast.

mod agent;
mod classify;
mod planner;
mod situation;
mod tables;

use crate::interface::INITIAL_TICKS;
use crate::registry::{Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "champion",
    about: "Plans games without chance to their end, and plays the others safely.",
    description: "TODO",
    source: "Ludex",
    parameters: &[Parameter::switch("plan", true, "plan games without chance")],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    build: |spec, turn, seed| Box::new(agent::Champion::new(spec, turn, seed)),
};
