//! Breadth-first tree initialisation with safety prepruning: every action is tried before the first simulation.
//!
//! Where there is time for few simulations, chance alone decides which actions they see. So each action is tried a few times
//! first; those that lose the game at once more often than others are left out, and the states are kept for the simulations
//! to go on from, which gives most of the cost back.

use ludex_engine::{Action, Winner};

use super::cache::Stack;
use super::node::Node;
use super::search::Search;
use super::walk::Place;
use crate::interface::Turn;
use crate::kit::actions::ActionSet;
use crate::mcts::tree::NodeId;
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "bfti",
    about: "Breadth-first tree initialisation: tries every action first, and leaves out those that lose most often.",
    source: "Soemers et al. 2016; safety prepruning: Geffner & Geffner 2015",
    parameters: &[Parameter::integer(
        "m",
        3,
        (1, 1000),
        "how often each action is tried; once in games that dgd finds deterministic",
    )],
};

/// A further round of trials begins only as long as less than this share of the budget is spent.
const SHARE: f64 = 0.5;

/// How often each action is tried.
#[derive(Debug)]
pub(super) struct Bfti {
    trials: usize,
}

impl Bfti {
    pub fn new(settings: &Settings) -> Bfti {
        Bfti { trials: settings.count("m") }
    }
}

/// What came of trying an action of the root.
#[derive(Debug, Clone, Copy, Default)]
struct Trial {
    losses: u32,
    sum: f64,
    states: Stack,
    /// The actions that were there after the first trial.
    untried: ActionSet,
}

impl Search {
    /// Tries every action of the root, prunes, and keeps the states. A root that has no value for some action yet also gets the mean
    /// of the trials of each action, as much as one simulation.
    pub(super) fn initialise_breadth_first(&mut self, turn: Turn<'_>) {
        let Some(bfti) = &self.parts.bfti else { return };
        let trials = if self.deterministic { 1 } else { bfti.trials };
        let root = self.tree.get(NodeId::ROOT);
        let expanded = root.untried.is_empty() && self.tree.children(NodeId::ROOT).next().is_some();
        let mut actions = ActionSet::of(self.present.actions());
        if expanded {
            actions = ActionSet::default();
            self.tree
                .children(NodeId::ROOT)
                .for_each(|child| actions.insert(Action::ALL[self.tree.action(child)]));
        }
        let mut tried = [Trial::default(); Action::ALL.len()];
        let rounds = self.try_all(turn, actions, trials, &mut tried);
        if rounds == 0 {
            return;
        }
        let fewest = actions.iter().map(|action| tried[action as usize].losses).min().unwrap_or(0);
        for action in actions.iter() {
            let trial = &tried[action as usize];
            if trial.losses > fewest {
                // Its states are out of reach too, until the cache is cleared or swept for the next tick.
                self.tree.cut(NodeId::ROOT, action as usize);
                continue;
            }
            let child = self.tree.child(NodeId::ROOT, action as usize).unwrap_or_else(|| {
                self.tree.add(NodeId::ROOT, action as usize, Node::with_actions(trial.untried))
            });
            self.tree.get_mut(child).cached = trial.states;
            if !expanded {
                let mean = trial.sum / rounds as f64;
                self.bounds.include(mean);
                self.tree.for_path(child, |node| node.add(mean, 1.0));
            }
        }
        self.tree.get_mut(NodeId::ROOT).untried = ActionSet::default();
    }

    /// Tries all actions so many times, or fewer if the budget is short. Returns how many times it was.
    fn try_all(
        &mut self,
        turn: Turn<'_>,
        actions: ActionSet,
        trials: usize,
        tried: &mut [Trial; Action::ALL.len()],
    ) -> usize {
        self.place = Place::Present;
        for round in 0..trials {
            let affordable = turn.calls_left().is_none_or(|calls| calls >= actions.len() as u64);
            if !affordable || round > 0 && turn.spent() > SHARE {
                return round;
            }
            for action in actions.iter() {
                if !self.try_aside(turn, action) {
                    return round;
                }
                let trial = &mut tried[action as usize];
                if round == 0 {
                    trial.untried = ActionSet::of(self.spare.actions());
                }
                trial.losses += u32::from(self.spare.winner() == Winner::Loses);
                trial.sum += self.value_aside();
                self.cache.push(&mut trial.states, &mut self.spare);
            }
        }
        trials
    }
}
