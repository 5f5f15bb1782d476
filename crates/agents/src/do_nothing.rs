//! Does nothing: what happens when nobody plays.

use ludex_engine::Action;

use crate::interface::{Agent, INITIAL_TICKS, Turn};
use crate::registry::Entry;

pub(crate) const ENTRY: Entry = Entry {
    name: "donothing",
    about: "Stands still.",
    description: "Always answers NIL. Some games are won that way.",
    source: "GVGAI",
    parameters: &[],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |_, _, _| Box::new(DoNothing),
};

struct DoNothing;

impl Agent for DoNothing {
    fn act(&mut self, _turn: Turn<'_>) -> Action {
        Action::Nil
    }
}
