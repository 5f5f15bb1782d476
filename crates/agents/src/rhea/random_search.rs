//! Random Search: evolution whose first generation is as large as the budget allows, so that there is no second.

use super::search::Rhea;
use crate::interface::INITIAL_TICKS;
use crate::registry::{Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "rs",
    about: "Random Search: plays the first action of the best of many random sequences.",
    description: "\
        Draws sequences of actions, NIL included, until the budget is spent, and values each by the state that it leads to: \
        the score, or 1000 for a win and -1000 for a loss. Of equally good sequences the first one found counts.",
    source: "GVGAI (sampleRS); Perez-Liebana & Gaina 2019",
    parameters: &[Parameter::integer("l", 10, (1, 2000), "length of the sequences")],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(Rhea::random_search(spec.settings().count("l"), turn, seed)),
};
