//! What a viewer can show of a decision.

use ludex_engine::Action;

/// What an agent thought at its last decision. Agents fill in what they have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Insight {
    /// What the agent thinks of each action it considered.
    pub actions: Vec<ActionInsight>,
    /// How many ticks ahead the search looked, at most.
    pub depth: Option<u32>,
    /// How many nodes or states the search kept.
    pub nodes: Option<usize>,
}

/// What an agent thinks of an action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionInsight {
    /// The action.
    pub action: Action,
    /// How good the agent thinks it is, in the agent's own units.
    pub value: f64,
    /// How often the agent tried it.
    pub visits: f64,
}
