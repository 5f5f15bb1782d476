//! The simulations of GVGAI's sample search and its kin: down the tree, one new node, a play-out up to a fixed depth.

use ludex_engine::Action;

use super::states::{MOST_STATES, States};
use super::tree::{NodeId, Tree};
use crate::interface::{Rng, Simulator, Turn};

/// What a search decides on the way, and what it is shown.
pub(crate) trait Guide<T> {
    /// The child of a node, all of whose actions have been tried, that a simulation goes down to.
    fn select(&mut self, tree: &Tree<T>, node: NodeId, rng: &mut Rng) -> Option<NodeId>;

    /// Which of so many actions a play-out takes in a state.
    fn play_out(&mut self, _state: &Simulator, actions: usize, rng: &mut Rng) -> usize {
        rng.below(actions)
    }

    /// The state in which the forward model takes over.
    fn depart(&mut self, _state: &Simulator) {}

    /// The state after a call of the forward model.
    fn arrive(&mut self, _state: &Simulator) {}
}

/// A tree whose nodes keep `T`, and the simulator that moves along it.
pub(crate) struct Skeleton<T> {
    pub tree: Tree<T>,
    /// How many ticks a simulation looks ahead, tree and play-out together.
    pub depth: usize,
    /// The actions that the avatar had when the game began.
    actions: &'static [Action],
    /// What a new node keeps.
    fresh: T,
    closed: bool,
    /// Where simulations are played.
    simulator: Simulator,
    /// Closed loop: the state of each node. Open loop: that of the root alone.
    states: States,
}

impl<T: Copy> Skeleton<T> {
    /// `closed`: nodes keep the states that they were first reached in.
    pub fn new(turn: Turn<'_>, depth: usize, closed: bool, fresh: T, rng: &mut Rng) -> Skeleton<T> {
        let simulator = turn.simulator(rng);
        let actions = turn.actions();
        Skeleton {
            tree: Tree::new(actions.len(), fresh),
            depth,
            actions,
            fresh,
            closed,
            states: States::new(simulator.clone()),
            simulator,
        }
    }

    /// A tick begins, with a new tree. False if the avatar has nothing to choose from.
    pub fn begin(&mut self, turn: Turn<'_>, rng: &mut Rng) -> bool {
        self.tree.clear(self.fresh);
        self.states.begin(turn, rng);
        !self.actions.is_empty()
    }

    /// The actions of the avatar.
    pub fn actions(&self) -> &'static [Action] {
        self.actions
    }

    /// The action that leads to a node.
    pub fn action(&self, node: NodeId) -> Action {
        self.actions[self.tree.action(node)]
    }

    /// The present state.
    pub fn root(&self) -> &Simulator {
        self.states.get(NodeId::ROOT)
    }

    /// The state that the last simulation came to.
    pub fn end(&self) -> &Simulator {
        &self.simulator
    }

    /// Plays a simulation. Returns the node that the play-out began in; nothing if the budget ended before there was
    /// anything new to see.
    pub fn simulate(&mut self, turn: Turn<'_>, guide: &mut impl Guide<T>, rng: &mut Rng) -> Option<NodeId> {
        let leaf = if self.closed {
            self.descend_closed(turn, guide, rng)
        } else {
            self.descend_open(turn, guide, rng)
        }?;
        for _ in self.tree.depth_of(leaf)..self.depth {
            let action = self.actions[guide.play_out(&self.simulator, self.actions.len(), rng)];
            if self.simulator.is_over() || !self.simulator.advance(turn, action) {
                break;
            }
            guide.arrive(&self.simulator);
        }
        Some(leaf)
    }

    /// Goes down the tree from the present state, taking the simulator along.
    fn descend_open(&mut self, turn: Turn<'_>, guide: &mut impl Guide<T>, rng: &mut Rng) -> Option<NodeId> {
        self.simulator.copy_from(turn, self.states.get(NodeId::ROOT), rng);
        guide.depart(&self.simulator);
        let mut node = NodeId::ROOT;
        while !self.simulator.is_over() && self.tree.depth_of(node) < self.depth {
            let untried = self.untried(node, rng);
            let action = match untried {
                Some(action) => action,
                None => {
                    node = guide.select(&self.tree, node, rng)?;
                    self.tree.action(node)
                }
            };
            if !self.simulator.advance(turn, self.actions[action]) {
                return None;
            }
            guide.arrive(&self.simulator);
            if untried.is_some() {
                return Some(if self.tree.is_full() {
                    node
                } else {
                    self.tree.add(node, action, self.fresh)
                });
            }
        }
        Some(node)
    }

    /// Goes down the tree of kept states and puts the simulator where it ends.
    fn descend_closed(&mut self, turn: Turn<'_>, guide: &mut impl Guide<T>, rng: &mut Rng) -> Option<NodeId> {
        let mut node = NodeId::ROOT;
        while !self.states.get(node).is_over() && self.tree.depth_of(node) < self.depth {
            if self.tree.len() >= MOST_STATES && !self.tree.is_expanded(node) {
                break;
            }
            if let Some(action) = self.untried(node, rng) {
                self.simulator.copy_from(turn, self.states.get(node), rng);
                guide.depart(&self.simulator);
                if !self.simulator.advance(turn, self.actions[action]) {
                    return None;
                }
                guide.arrive(&self.simulator);
                node = self.tree.add(node, action, self.fresh);
                self.states.put(turn, node, &self.simulator, rng);
                return Some(node);
            }
            node = guide.select(&self.tree, node, rng)?;
        }
        self.simulator.copy_from(turn, self.states.get(node), rng);
        guide.depart(&self.simulator);
        Some(node)
    }

    fn untried(&self, node: NodeId, rng: &mut Rng) -> Option<usize> {
        if self.tree.is_expanded(node) { None } else { self.tree.random_untried(node, rng) }
    }
}
