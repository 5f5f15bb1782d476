//! All agents.

use super::entry::{Alias, Entry};
use crate::{champion, do_nothing, greedy, iw, mcts, olets, one_step, options, random, rhea, ybcriber};

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
    mcts::self_adaptive::ENTRY,
    mcts::multi::FRONTS,
    mcts::multi::WEIGHTED,
    mcts::multi::MIXED,
    mcts::open_loop::ENTRY,
    olets::ENTRY,
    iw::ENTRY,
    ybcriber::ENTRY,
    options::ENTRY,
    options::LEARNING,
    champion::ENTRY,
];

/// The agent that wins most, over many games: the measure of how hard a game is.
pub const STRONGEST: &str = "champion";

/// All agents, simple ones first.
pub fn agents() -> &'static [Entry] {
    AGENTS
}

/// The agent of this name, in any case.
pub fn find(name: &str) -> Option<&'static Entry> {
    AGENTS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// Names for compositions of agents and parts.
pub fn aliases() -> impl Iterator<Item = &'static Alias> + Clone {
    mcts::perez::ALIASES.iter().chain(mcts::open_loop::ALIASES)
}

/// The alias of this name, in any case.
pub fn find_alias(name: &str) -> Option<&'static Alias> {
    aliases().find(|alias| alias.name.eq_ignore_ascii_case(name))
}
