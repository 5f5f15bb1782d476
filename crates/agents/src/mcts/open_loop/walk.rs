//! How a simulation gets from node to node.

use ludex_engine::Action;

use super::cache::{Cache, Stack};
use super::determinism::SAVED_FROM;
use super::node::Node;
use super::search::Search;
use crate::interface::{Simulator, Turn};
use crate::kit::place;
use crate::mcts::tree::NodeId;

/// Where the state of a simulation is. It is copied only when it has to be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The simulation has not left the present state.
    Present,
    /// It is in a node that keeps its state.
    Saved(Stack),
    /// It is in the simulator.
    Simulator,
}

impl Place {
    /// The state, among those that it may be.
    #[inline]
    pub fn of<'a>(self, present: &'a Simulator, cache: &'a Cache, simulator: &'a Simulator) -> &'a Simulator {
        match self {
            Place::Present => present,
            Place::Saved(state) => cache.top(state).unwrap_or(simulator),
            Place::Simulator => simulator,
        }
    }
}

impl Search {
    /// Takes the simulation from a node to its child: to a state that the child has in stock, or by playing the action. False if
    /// the budget has ended.
    #[inline]
    pub(super) fn step(&mut self, turn: Turn<'_>, parent: NodeId, child: NodeId) -> bool {
        let Node { saved, mut cached, visits, .. } = *self.tree.get(child);
        if !saved.is_empty() {
            self.place = Place::Saved(saved);
        } else if !cached.is_empty() {
            // The state that the simulation came with is not needed now: its node may use it another time.
            let unused = self.place == Place::Simulator;
            let give_to = unused.then(|| &mut self.tree.get_mut(parent).cached);
            self.cache.exchange(&mut cached, &mut self.simulator, give_to);
            self.tree.get_mut(child).cached = cached;
            self.place = Place::Simulator;
        } else if !self.advance(turn, Action::ALL[self.tree.action(child)], false) {
            return false;
        }
        if self.deterministic && self.place == Place::Simulator && visits + 1.0 >= SAVED_FROM {
            let saved = &mut self.tree.get_mut(child).saved;
            self.cache.push_copy(turn, saved, &self.simulator, &mut self.rng);
        }
        self.arrive(child);
        true
    }

    /// The simulation is in a node now.
    #[inline]
    pub(super) fn arrive(&mut self, node: NodeId) {
        // When the node's state was saved, the simulation was there, too.
        if matches!(self.place, Place::Saved(_)) {
            return;
        }
        let (seen, player) = (self.here().observation(), self.here().player());
        // After the end of the game the avatar is nowhere: that is a place of its own.
        let cell = seen.avatar_cell(player).unwrap_or_else(|| place::cells(&seen));
        let is_over = self.here().is_over();
        let node = self.tree.get_mut(node);
        (node.cell, node.is_over) = (cell as u32, is_over);
    }

    /// The state of the simulation.
    #[inline]
    pub(super) fn here(&self) -> &Simulator {
        self.place.of(&self.present, &self.cache, &self.simulator)
    }

    /// Plays an action in the simulation. False if the budget has ended.
    #[inline]
    pub(super) fn advance(&mut self, turn: Turn<'_>, action: Action, play_out: bool) -> bool {
        let from = match self.place {
            Place::Present => Some(&self.present),
            Place::Saved(state) => self.cache.top(state),
            Place::Simulator => None,
        };
        if let Some(from) = from {
            self.simulator.copy_from(turn, from, &mut self.rng);
            self.place = Place::Simulator;
        }
        let score = self.simulator.score();
        let paid = self.simulator.advance(turn, action);
        if let Some(knowledge) = self.parts.knowledge.as_mut().filter(|_| paid) {
            knowledge.learn(score, &self.simulator, play_out);
        }
        paid
    }

    /// Plays an action beside the simulation, from where it is, in `spare`. Nothing is learned from it: only selection and
    /// play-out teach. False if the budget has ended.
    pub(super) fn try_aside(&mut self, turn: Turn<'_>, action: Action) -> bool {
        let from = self.place.of(&self.present, &self.cache, &self.simulator);
        self.spare.copy_from(turn, from, &mut self.rng);
        self.spare.advance(turn, action)
    }
}
