//! All agents.

use super::entry::Entry;
use crate::{do_nothing, mcts, one_step, random};

/// All agents, simple ones first.
static AGENTS: &[Entry] =
    &[do_nothing::ENTRY, random::ENTRY, one_step::ENTRY, mcts::sample::ENTRY, mcts::sample::OPEN_LOOP];

/// All agents, simple ones first.
pub fn agents() -> &'static [Entry] {
    AGENTS
}

/// The agent of this name, in any case.
pub fn find(name: &str) -> Option<&'static Entry> {
    AGENTS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}
