//! The search, one simulation at a time.

use ludex_engine::Action;

use super::version::Setup;
use crate::interface::{ActionInsight, Insight, Rng, Simulator, Turn};
use crate::kit::bounds::Bounds;
use crate::kit::noise::{self, EPSILON};
use crate::mcts::normaliser::Normaliser;
use crate::mcts::states::States;
use crate::mcts::tree::{NodeId, Tree};

pub(crate) struct SampleMcts {
    setup: Setup,
    /// The actions that the avatar had when the game began.
    actions: &'static [Action],
    rng: Rng,
    normaliser: Normaliser,
    tree: Tree<Stats>,
    /// Where simulations are played.
    simulator: Simulator,
    /// Closed loop: the state of each node. Open loop: that of the root alone.
    states: States,
}

#[derive(Debug, Clone, Copy)]
struct Stats {
    visits: f64,
    total: f64,
    bounds: Bounds,
}

impl Stats {
    const NEW: Stats = Stats { visits: 0.0, total: 0.0, bounds: Bounds::EMPTY };

    #[inline]
    fn mean(&self) -> f64 {
        self.total / (self.visits + EPSILON)
    }
}

impl SampleMcts {
    pub fn new(setup: Setup, turn: Turn<'_>, seed: u64) -> SampleMcts {
        let mut rng = Rng::new(seed);
        let simulator = turn.simulator(&mut rng);
        let actions = turn.actions();
        SampleMcts {
            setup,
            actions,
            normaliser: Normaliser::new(setup.bounds),
            tree: Tree::new(actions.len(), Stats::NEW),
            states: States::new(simulator.clone()),
            simulator,
            rng,
        }
    }

    /// A tick begins, with a new tree. False if the avatar has nothing to choose from.
    pub fn begin(&mut self, turn: Turn<'_>) -> bool {
        self.tree.clear(Stats::NEW);
        self.normaliser.begin_tick();
        self.states.begin(turn, &mut self.rng);
        !self.actions.is_empty()
    }

    /// Sets the exploration constant for the simulations that follow.
    pub fn set_c(&mut self, c: f64) {
        self.setup.c = c;
    }

    /// Sets how far the simulations that follow look ahead.
    pub fn set_depth(&mut self, depth: usize) {
        self.setup.depth = depth;
    }

    /// One simulation: down the tree, a new node, a play-out, and what it was worth up the tree again. It is given up,
    /// and nothing is returned, if the budget ends before there is anything new to see; else where it ended.
    pub fn simulate(&mut self, turn: Turn<'_>) -> Option<&Simulator> {
        let leaf = if self.setup.closed { self.descend_closed(turn) } else { self.descend_open(turn) }?;
        for _ in self.tree.depth_of(leaf)..self.setup.depth {
            let action = self.actions[self.rng.below(self.actions.len())];
            if self.simulator.is_over() || !self.simulator.advance(turn, action) {
                break;
            }
        }
        self.back_up(leaf);
        Some(&self.simulator)
    }

    /// Goes down the tree from the present state, taking the simulator along.
    fn descend_open(&mut self, turn: Turn<'_>) -> Option<NodeId> {
        self.simulator.copy_from(turn, self.states.get(NodeId::ROOT), &mut self.rng);
        let mut node = NodeId::ROOT;
        while !self.simulator.is_over() && self.tree.depth_of(node) < self.setup.depth {
            if let Some(action) = self.untried(node) {
                let seen = self.simulator.advance(turn, self.actions[action]);
                return seen.then(|| self.tree.add(node, action, Stats::NEW));
            }
            node = self.select(node)?;
            if !self.simulator.advance(turn, self.actions[self.tree.action(node)]) {
                return None;
            }
        }
        Some(node)
    }

    /// Goes down the tree of kept states and puts the simulator where it ends.
    fn descend_closed(&mut self, turn: Turn<'_>) -> Option<NodeId> {
        let mut node = NodeId::ROOT;
        while !self.states.get(node).is_over() && self.tree.depth_of(node) < self.setup.depth {
            if let Some(action) = self.untried(node) {
                self.simulator.copy_from(turn, self.states.get(node), &mut self.rng);
                if !self.simulator.advance(turn, self.actions[action]) {
                    return None;
                }
                node = self.tree.add(node, action, Stats::NEW);
                self.states.put(turn, node, &self.simulator, &mut self.rng);
                return Some(node);
            }
            node = self.select(node)?;
        }
        self.simulator.copy_from(turn, self.states.get(node), &mut self.rng);
        Some(node)
    }

    fn untried(&mut self, node: NodeId) -> Option<usize> {
        if self.tree.is_expanded(node) { None } else { self.tree.random_untried(node, &mut self.rng) }
    }

    /// UCB1.
    fn select(&mut self, node: NodeId) -> Option<NodeId> {
        let Stats { visits, bounds, .. } = *self.tree.get(node);
        let log = (visits + 1.0).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for child in self.tree.children(node) {
            let stats = self.tree.get(child);
            let exploit = self.normaliser.normalise(stats.mean(), &bounds);
            let value = exploit + self.setup.c * (log / (stats.visits + EPSILON)).sqrt();
            let value = noise::relative(value, &mut self.rng);
            if value > best.0 {
                best = (value, Some(child));
            }
        }
        best.1
    }

    fn back_up(&mut self, leaf: NodeId) {
        let value = self.setup.evaluation.of(&self.simulator);
        let reward = self.normaliser.reward(value, self.simulator.winner());
        let mut is_leaf = true;
        self.tree.for_path(leaf, |stats| {
            stats.visits += 1.0;
            stats.total += reward;
            if self.normaliser.is_noted(is_leaf) {
                stats.bounds.include(reward);
            }
            is_leaf = false;
        });
    }

    /// The most visited action, or the best where all were visited equally often.
    pub fn answer(&mut self) -> Action {
        let Some(first) = self.tree.children(NodeId::ROOT).next() else {
            return self.actions.first().copied().unwrap_or(Action::Nil);
        };
        let visits = self.tree.get(first).visits;
        let even = self.tree.children(NodeId::ROOT).all(|child| self.tree.get(child).visits == visits);
        let mut best = (f64::NEG_INFINITY, first);
        for child in self.tree.children(NodeId::ROOT) {
            let stats = self.tree.get(child);
            let value = match (even, self.setup.early_answer) {
                (false, true) => stats.visits + EPSILON * self.rng.unit(),
                (false, false) => noise::relative(stats.visits, &mut self.rng),
                (true, true) => stats.total + EPSILON * self.rng.unit(),
                (true, false) => noise::relative(stats.mean(), &mut self.rng),
            };
            if value > best.0 {
                best = (value, child);
            }
        }
        self.actions[self.tree.action(best.1)]
    }

    /// The most visited actions down the tree. They end at a node that has been seen less than three times and not
    /// with all its actions.
    pub fn plan(&self) -> impl Iterator<Item = Action> {
        let mut node = NodeId::ROOT;
        std::iter::from_fn(move || {
            if !self.tree.is_expanded(node) && self.tree.get(node).visits < 3.0 {
                return None;
            }
            let visits = |&child: &NodeId| self.tree.get(child).visits;
            let children = self.tree.children(node);
            node =
                children.reduce(|best, child| if visits(&child) > visits(&best) { child } else { best })?;
            Some(self.actions[self.tree.action(node)])
        })
    }

    /// What the search thought in this tick.
    pub fn insight(&self) -> Insight {
        let actions = self.tree.children(NodeId::ROOT).map(|child| {
            let stats = self.tree.get(child);
            ActionInsight {
                action: self.actions[self.tree.action(child)],
                value: stats.mean(),
                visits: stats.visits,
            }
        });
        Insight {
            actions: actions.collect(),
            depth: Some(self.tree.depth()),
            nodes: Some(self.tree.len()),
            ..Insight::default()
        }
    }
}
