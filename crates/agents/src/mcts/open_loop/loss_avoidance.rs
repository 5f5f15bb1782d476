//! Loss avoidance: a play-out that loses looks for a better last action.
//!
//! Random play-outs run into losses that a player would step around, and make good ways look bad. So what a lost play-out
//! is worth is the best that any last action would have brought.

use ludex_engine::{Action, Winner};

use super::node::Node;
use super::search::Search;
use super::walk::Place;
use crate::interface::Turn;
use crate::kit::value::Evaluation;
use crate::mcts::tree::NodeId;
use crate::registry::Part;

pub(super) const PART: Part = Part {
    name: "la",
    about: "Loss avoidance: when a play-out loses, the best of all last actions counts instead.",
    source: "Soemers et al. 2016",
    parameters: &[],
};

/// Loss avoidance is on.
#[derive(Debug)]
pub(super) struct LossAvoidance;

impl Search {
    /// Does loss avoidance start for a play-out that ended in this leaf? It does for a loss that is not the only thing left to see,
    /// if there is budget to see the rest.
    pub(super) fn avoids_loss(&self, turn: Turn<'_>, leaf: NodeId) -> bool {
        if self.parts.loss_avoidance.is_none() || self.here().winner() != Winner::Loses {
            return false;
        }
        let Some(parent) = self.tree.parent(leaf) else { return false };
        let untried = self.tree.get(parent).untried.len();
        let calls = (self.tree.depth_of(parent) + untried + self.tree.children(parent).count()) as u64;
        untried > 0 && turn.calls_left().is_none_or(|left| left >= calls) && turn.spent() <= 1.0
    }

    /// Goes to the leaf's parent once more, tries all other actions there and backs up the best evaluation.
    ///
    /// Nodes keep no states, so that the way has to be played again; in games of chance it may end elsewhere. Then the
    /// loss stands, and nothing more is tried in this simulation.
    pub(super) fn avoid_loss(&mut self, turn: Turn<'_>, leaf: NodeId) {
        let loss = Evaluation::Add.of(self.here());
        let Some(parent) = self.tree.parent(leaf) else { return };
        self.cache.push(&mut self.tree.get_mut(leaf).cached, &mut self.simulator);
        if !self.replay(turn, parent) || self.here().is_over() {
            return self.accept_loss(leaf, loss);
        }
        let (lost, actions) = (self.tree.action(leaf), self.here().actions());
        // The node whose state is in `best_aside`, unless it is the leaf.
        let mut best = (loss, leaf);
        let weight = 1.0 / actions.len() as f64;
        let mut found = [(leaf, loss); Action::ALL.len()];
        let mut count = 1;
        for &action in actions.iter().filter(|&&action| action as usize != lost) {
            if !self.try_aside(turn, action) {
                break;
            }
            self.tree.get_mut(parent).untried.remove(action);
            let child = self
                .tree
                .child(parent, action as usize)
                .unwrap_or_else(|| self.tree.add(parent, action as usize, Node::new(&self.spare)));
            let value = Evaluation::Add.of(&self.spare);
            self.bounds.include(value);
            found[count] = (child, value);
            count += 1;
            // Of equals the first counts, and the loss was not the first.
            let first = value == best.0 && self.tree.action(child) < self.tree.action(best.1);
            if value > best.0 || first {
                std::mem::swap(&mut self.spare, &mut self.best_aside);
                let previous = std::mem::replace(&mut best, (value, child)).1;
                if previous != leaf {
                    self.cache.push(&mut self.tree.get_mut(previous).cached, &mut self.spare);
                }
            } else {
                self.cache.push(&mut self.tree.get_mut(child).cached, &mut self.spare);
            }
        }
        self.bounds.include(loss);
        for &(child, value) in found[..count].iter().filter(|(child, _)| *child != best.1) {
            self.tree.get_mut(child).add(value, weight);
        }
        if best.1 == leaf {
            return self.accept_loss(leaf, loss);
        }
        // Only now may knowledge have a say: siblings are compared without it.
        let is_loss = self.best_aside.winner() == Winner::Loses;
        std::mem::swap(&mut self.spare, &mut self.best_aside);
        let value = self.value_aside();
        self.cache.push(&mut self.tree.get_mut(best.1).cached, &mut self.spare);
        if is_loss { self.accept_loss(best.1, value) } else { self.back_up(best.1, value) }
    }

    /// Goes from the root to a node. False if the budget ends or the game does, before.
    fn replay(&mut self, turn: Turn<'_>, to: NodeId) -> bool {
        // What is on the way has been learned from already.
        let knowledge = self.parts.knowledge.take();
        let arrived = self.walk_again(turn, to);
        self.parts.knowledge = knowledge;
        arrived
    }

    fn walk_again(&mut self, turn: Turn<'_>, to: NodeId) -> bool {
        self.path.clear();
        let mut next = Some(to);
        while let Some(node) = next {
            self.path.push(node);
            next = self.tree.parent(node);
        }
        self.place = Place::Present;
        for i in (1..self.path.len()).rev() {
            let (parent, child) = (self.path[i], self.path[i - 1]);
            if self.here().is_over() || !self.step(turn, parent, child) {
                return false;
            }
        }
        true
    }

    /// Nothing better was found: the loss counts, and nothing on the way here is worth pruning away.
    fn accept_loss(&mut self, leaf: NodeId, value: f64) {
        self.back_up(leaf, value);
        self.tree.for_path(leaf, |node| node.inescapable = true);
    }
}
