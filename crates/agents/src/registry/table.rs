//! All agents.

use std::sync::{PoisonError, RwLock};

use super::entry::{Alias, Entry};
use super::error::RegistryError;
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

/// Agents that were added while the program runs.
static ADDED: RwLock<Vec<&'static Entry>> = RwLock::new(Vec::new());

/// All agents, simple ones first, then those that were [added](register).
pub fn agents() -> impl Iterator<Item = &'static Entry> + Clone {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner).clone();
    AGENTS.iter().chain(added)
}

/// The agent of this name, in any case.
pub fn find(name: &str) -> Option<&'static Entry> {
    agents().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// Adds an agent that is not part of Ludex. From then on its text is read wherever agents are written as text.
pub fn register(entry: &'static Entry) -> Result<(), RegistryError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if entry.name.is_empty() || !entry.name.chars().all(fits) {
        return Err(RegistryError::Name(entry.name));
    }
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    let mut names = AGENTS.iter().chain(added.iter().copied()).map(|entry| entry.name);
    if names.any(|name| name.eq_ignore_ascii_case(entry.name)) || find_alias(entry.name).is_some() {
        return Err(RegistryError::Taken(entry.name));
    }
    added.push(entry);
    Ok(())
}

/// Names for compositions of agents and parts.
pub fn aliases() -> impl Iterator<Item = &'static Alias> + Clone {
    mcts::perez::ALIASES.iter().chain(mcts::open_loop::ALIASES)
}

/// The alias of this name, in any case.
pub fn find_alias(name: &str) -> Option<&'static Alias> {
    aliases().find(|alias| alias.name.eq_ignore_ascii_case(name))
}
