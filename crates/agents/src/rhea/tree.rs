//! The statistical tree: what all individuals together say about each first action.

use std::f64::consts::SQRT_2;

use ludex_engine::Action;

use crate::interface::{ActionInsight, Rng};
use crate::kit::bounds::Bounds;
use crate::kit::noise;
use crate::mcts::tree::{MAX_ACTIONS, NodeId, Tree};
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "tree",
    about: "keeps the fitness of all individuals in a tree over their actions, and plays what the tree recommends",
    source: "Perez-Liebana & Gaina 2019",
    parameters: &[Parameter::choice(
        "by",
        "visits",
        &["visits", "mean", "ucb"],
        "which action is played: the one tried most often, the one with the best mean, or the one with the largest upper \
         confidence bound",
    )],
};

/// What is left of values after a tick, where the tree is kept.
const DECAY: f64 = 0.99;

/// A tree over sequences of actions. Evolution does not look at it.
pub(super) struct StatisticalTree {
    /// Children are found by the number of their action in the reference's order.
    tree: Tree<Stats>,
    /// Of all fitness values in the tree.
    bounds: Bounds,
    rule: Rule,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Ucb,
    Visits,
    Mean,
}

#[derive(Debug, Clone, Copy)]
struct Stats {
    visits: f64,
    total: f64,
}

impl Stats {
    const NEW: Stats = Stats { visits: 0.0, total: 0.0 };

    fn mean(&self) -> f64 {
        self.total / self.visits.max(1.0)
    }
}

impl StatisticalTree {
    pub fn new(settings: &Settings) -> StatisticalTree {
        let rule =
            settings.choose("by", &[("ucb", Rule::Ucb), ("mean", Rule::Mean), ("visits", Rule::Visits)]);
        StatisticalTree { tree: Tree::new(MAX_ACTIONS, Stats::NEW), bounds: Bounds::EMPTY, rule }
    }

    /// A tick begins with an empty tree.
    pub fn begin(&mut self) {
        self.tree.clear(Stats::NEW);
        self.bounds = Bounds::EMPTY;
    }

    /// A tick begins with what is known from the action that was played.
    pub fn follow(&mut self, played: Action) {
        let Some(child) = self.tree.child(NodeId::ROOT, played as usize) else { return self.begin() };
        self.tree.keep(child);
        self.tree.for_path(NodeId::ROOT, |stats| stats.total *= DECAY);
        self.tree.for_each_below_root(|stats| stats.total *= DECAY);
    }

    /// An individual has been evaluated.
    pub fn add(&mut self, genes: &[Action], fitness: f64) {
        self.bounds.include(fitness);
        let mut node = NodeId::ROOT;
        for &action in genes {
            let known = self.tree.child(node, action as usize);
            if known.is_none() && self.tree.is_full() {
                break;
            }
            node = known.unwrap_or_else(|| self.tree.add(node, action as usize, Stats::NEW));
        }
        self.tree.for_path(node, |stats| {
            stats.visits += 1.0;
            stats.total += fitness;
        });
    }

    /// The best of the actions that the avatar has.
    pub fn recommend(&self, actions: &[Action], rng: &mut Rng) -> Option<Action> {
        let log = self.tree.get(NodeId::ROOT).visits.max(1.0).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for (action, stats) in self.first_actions().filter(|(action, _)| actions.contains(action)) {
            let mean = self.bounds.normalise(stats.mean(), 0.5);
            let value = match self.rule {
                Rule::Ucb => mean + SQRT_2 * (log / stats.visits).sqrt(),
                Rule::Visits => stats.visits,
                Rule::Mean => mean,
            };
            let value = value + noise::centred(rng);
            if value > best.0 {
                best = (value, Some(action));
            }
        }
        best.1
    }

    /// What is known of each first action.
    pub fn insight(&self) -> impl Iterator<Item = ActionInsight> {
        self.first_actions().map(|(action, stats)| ActionInsight {
            action,
            value: stats.mean(),
            visits: stats.visits,
        })
    }

    fn first_actions(&self) -> impl Iterator<Item = (Action, Stats)> {
        let children = self.tree.children(NodeId::ROOT);
        children.map(|child| (Action::ALL[self.tree.action(child)], *self.tree.get(child)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Action::{Left, Right, Up};

    fn tree(rule: Rule) -> StatisticalTree {
        let mut tree =
            StatisticalTree { tree: Tree::new(MAX_ACTIONS, Stats::NEW), bounds: Bounds::EMPTY, rule };
        // Left is tried often and is fair; right is tried less and is better; up was tried once and is bad.
        for (genes, fitness) in
            [([Left, Left], 4.0), ([Left, Up], 4.0), ([Left, Left], 4.0), ([Left, Up], 4.0)]
        {
            tree.add(&genes, fitness);
        }
        tree.add(&[Right, Right], 10.0);
        tree.add(&[Right, Right], 8.0);
        tree.add(&[Right, Left], 6.0);
        tree.add(&[Up, Up], 3.0);
        tree
    }

    #[test]
    fn rules_differ() {
        let mut rng = Rng::new(1);
        let all = [Left, Right, Up];
        assert_eq!(tree(Rule::Visits).recommend(&all, &mut rng), Some(Left));
        assert_eq!(tree(Rule::Mean).recommend(&all, &mut rng), Some(Right));
        // What has hardly been tried has the largest bound.
        assert_eq!(tree(Rule::Ucb).recommend(&all, &mut rng), Some(Up));
        assert_eq!(tree(Rule::Ucb).recommend(&[Left], &mut rng), Some(Left));
        assert_eq!(tree(Rule::Ucb).recommend(&[], &mut rng), None);
    }

    #[test]
    fn the_tree_follows_what_is_played() {
        let mut tree = tree(Rule::Mean);
        tree.follow(Right);
        let known: Vec<ActionInsight> = tree.insight().collect();
        let values: Vec<(Action, f64, f64)> = known.iter().map(|k| (k.action, k.value, k.visits)).collect();
        assert_eq!(values, [(Left, 6.0 * DECAY, 1.0), (Right, 9.0 * DECAY, 2.0)]);
        tree.follow(Action::Use);
        assert_eq!(tree.insight().count(), 0);
    }
}
