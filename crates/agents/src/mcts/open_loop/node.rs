//! What the search keeps in a node.

use super::cache::Stack;
use super::novelty::Novelty;
use crate::interface::Simulator;
use crate::kit::actions::ActionSet;

/// The least visits that a node counts as having.
pub(super) const FEWEST_VISITS: f64 = 1e-5;

#[derive(Debug, Clone)]
pub(super) struct Node {
    /// Simulations that came through; fractions, once they have been decayed.
    pub visits: f64,
    /// The sum of their values.
    pub sum: f64,
    /// The largest of their values.
    pub max: f64,
    /// The actions that were available when the node was made and have not been tried.
    pub untried: ActionSet,
    /// The avatar's cell when a simulation came here last.
    pub cell: u32,
    /// Was the game over then?
    pub is_over: bool,
    /// States of this node that nobody has gone on from yet.
    pub cached: Stack,
    /// In deterministic games: the state of this node, once it is visited often.
    pub saved: Stack,
    pub novelty: Novelty,
    /// Has loss avoidance failed on a way through here in this tick?
    pub inescapable: bool,
}

impl Node {
    /// A node that has come about in this state.
    pub fn new(state: &Simulator) -> Node {
        Node::with_actions(ActionSet::of(state.actions()))
    }

    /// A node with these actions to try.
    pub fn with_actions(untried: ActionSet) -> Node {
        Node {
            visits: 0.0,
            sum: 0.0,
            max: f64::NEG_INFINITY,
            untried,
            cell: 0,
            is_over: false,
            cached: Stack::default(),
            saved: Stack::default(),
            novelty: Novelty::default(),
            inescapable: false,
        }
    }

    #[inline]
    pub fn mean(&self) -> f64 {
        self.sum / self.visits.max(FEWEST_VISITS)
    }

    /// Adds a value that counts as so many visits.
    #[inline]
    pub fn add(&mut self, value: f64, weight: f64) {
        self.visits += weight;
        self.sum += weight * value;
        self.max = self.max.max(value);
    }
}
