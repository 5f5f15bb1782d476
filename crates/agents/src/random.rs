//! Plays at random: what every other agent should beat.

use ludex_engine::Action;

use crate::interface::{Agent, INITIAL_TICKS, Rng, Turn};
use crate::registry::Entry;

pub(crate) const ENTRY: Entry = Entry {
    name: "random",
    about: "Any action, each as likely as the others.",
    description: "Draws from the actions of the avatar, NIL excluded. It does not simulate anything.",
    source: "GVGAI",
    parameters: &[],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |_, _, seed| Box::new(Random { rng: Rng::new(seed) }),
};

struct Random {
    rng: Rng,
}

impl Agent for Random {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.rng.choose(turn.actions()).unwrap_or(Action::Nil)
    }
}
