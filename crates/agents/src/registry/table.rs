//! All agents.

use super::entry::Entry;
use crate::{do_nothing, greedy, iw, mcts, olets, one_step, options, random, rhea};

/// All agents, simple ones first.
static AGENTS: &[Entry] = &[
    do_nothing::ENTRY,
    random::ENTRY,
    one_step::ENTRY,
    rhea::random_search::ENTRY,
    rhea::ENTRY,
    greedy::ENTRY,
    mcts::sample::ENTRY,
    mcts::sample::OPEN_LOOP,
    mcts::open_loop::ENTRY,
    olets::ENTRY,
    iw::ENTRY,
    options::ENTRY,
    options::LEARNING,
];

/// All agents, simple ones first.
pub fn agents() -> &'static [Entry] {
    AGENTS
}

/// The agent of this name, in any case.
pub fn find(name: &str) -> Option<&'static Entry> {
    AGENTS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}
