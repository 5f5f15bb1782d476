//! The states of the nodes of a closed-loop tree.

use super::tree::NodeId;
use crate::interface::{Rng, Simulator, Turn};

/// The most states that are kept. A tree with as many nodes is full.
pub const MOST_STATES: usize = 1 << 14;

/// A state for each node of a tree. Those of earlier ticks are written over, so that nothing is allocated once there are
/// enough.
#[derive(Debug)]
pub struct States {
    states: Vec<Simulator>,
}

impl States {
    /// The state of a root.
    pub fn new(root: Simulator) -> States {
        States { states: vec![root] }
    }

    /// A tick begins: the root is at the present state.
    pub fn begin(&mut self, turn: Turn<'_>, rng: &mut Rng) {
        turn.reset(&mut self.states[0], rng);
    }

    /// Leaves the root without the events of the game so far, and so all states that come from it.
    pub fn forget_events(&mut self) {
        self.states[0].forget_events();
    }

    /// The state of a node.
    #[inline]
    pub fn get(&self, node: NodeId) -> &Simulator {
        &self.states[node.index()]
    }

    /// Gives a new node its state. Nodes come in the order in which the tree adds them.
    pub fn put(&mut self, turn: Turn<'_>, node: NodeId, state: &Simulator, rng: &mut Rng) {
        match self.states.get_mut(node.index()) {
            Some(known) => known.copy_from(turn, state, rng),
            None => self.states.push(state.clone()),
        }
    }
}
