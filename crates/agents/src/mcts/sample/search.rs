//! The search, one simulation at a time.

use ludex_engine::Action;

use super::version::Setup;
use crate::interface::{ActionInsight, Insight, Rng, Simulator, Turn};
use crate::kit::bounds::Bounds;
use crate::kit::noise::{self, EPSILON};
use crate::mcts::normaliser::Normaliser;
use crate::mcts::perez::evolution::Evolution;
use crate::mcts::perez::knowledge::Knowledge;
use crate::mcts::skeleton::{Guide, Skeleton};
use crate::mcts::tree::{NodeId, Tree};

pub(crate) struct SampleMcts {
    setup: Setup,
    rng: Rng,
    skeleton: Skeleton<Stats>,
    mind: Mind,
}

/// What guides simulations and says what they were worth.
struct Mind {
    c: f64,
    normaliser: Normaliser,
    parts: Parts,
}

/// What the search can be composed with.
#[derive(Default)]
pub(crate) struct Parts {
    pub evolution: Option<Evolution>,
    pub knowledge: Option<Knowledge>,
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
        SampleMcts::composed(setup, Parts::default(), turn, seed)
    }

    /// The search with parts.
    pub fn composed(setup: Setup, parts: Parts, turn: Turn<'_>, seed: u64) -> SampleMcts {
        let mut rng = Rng::new(seed);
        SampleMcts {
            skeleton: Skeleton::new(turn, setup.depth, setup.closed, Stats::NEW, &mut rng),
            mind: Mind { c: setup.c, normaliser: Normaliser::new(setup.bounds), parts },
            setup,
            rng,
        }
    }

    /// A tick begins, with a new tree. False if the avatar has nothing to choose from.
    pub fn begin(&mut self, turn: Turn<'_>) -> bool {
        let has_choice = self.skeleton.begin(turn, &mut self.rng);
        self.mind.begin_tick(self.skeleton.root(), &mut self.rng);
        has_choice
    }

    /// Sets the exploration constant for the simulations that follow.
    pub fn set_c(&mut self, c: f64) {
        self.mind.c = c;
    }

    /// Sets how far the simulations that follow look ahead.
    pub fn set_depth(&mut self, depth: usize) {
        self.skeleton.depth = depth;
    }

    /// One simulation: down the tree, a new node, a play-out, and what it was worth up the tree again. It is given up,
    /// and nothing is returned, if the budget ends before there is anything new to see; else where it ended.
    pub fn simulate(&mut self, turn: Turn<'_>) -> Option<&Simulator> {
        let evaluation = self.setup.evaluation;
        self.simulate_for(turn, |end| evaluation.of(end))
    }

    /// Like [`SampleMcts::simulate`], with another value of the states that simulations end in.
    pub fn simulate_for(&mut self, turn: Turn<'_>, value: impl Fn(&Simulator) -> f64) -> Option<&Simulator> {
        self.mind.begin_simulation(&mut self.rng);
        let leaf = self.skeleton.simulate(turn, &mut self.mind, &mut self.rng)?;
        let reward = self.mind.reward(self.skeleton.end(), value);
        self.back_up(leaf, reward);
        Some(self.skeleton.end())
    }

    fn back_up(&mut self, leaf: NodeId, reward: f64) {
        let mut is_leaf = true;
        self.skeleton.tree.for_path(leaf, |stats| {
            stats.visits += 1.0;
            stats.total += reward;
            if self.mind.normaliser.is_noted(is_leaf) {
                stats.bounds.include(reward);
            }
            is_leaf = false;
        });
    }

    /// The most visited action, or the best where all were visited equally often.
    pub fn answer(&mut self) -> Action {
        let tree = &self.skeleton.tree;
        let Some(first) = tree.children(NodeId::ROOT).next() else {
            return self.skeleton.actions().first().copied().unwrap_or(Action::Nil);
        };
        let visits = tree.get(first).visits;
        let even = tree.children(NodeId::ROOT).all(|child| tree.get(child).visits == visits);
        let mut best = (f64::NEG_INFINITY, first);
        for child in tree.children(NodeId::ROOT) {
            let stats = tree.get(child);
            let value = match (even, self.setup.early_answer) {
                (false, _) => stats.visits,
                (true, true) => stats.total,
                (true, false) => stats.mean(),
            };
            let drawn = match self.setup.early_answer {
                true => value + EPSILON * self.rng.unit(),
                false => noise::relative(value, &mut self.rng),
            };
            if drawn > best.0 {
                // Whoever is compared with a value without noise wins ties.
                best = (if self.setup.last_of_ties { value } else { drawn }, child);
            }
        }
        self.skeleton.action(best.1)
    }

    /// The most visited actions down the tree. They end at a node that has been seen less than three times and not
    /// with all its actions.
    pub fn plan(&self) -> impl Iterator<Item = Action> {
        let tree = &self.skeleton.tree;
        let mut node = NodeId::ROOT;
        std::iter::from_fn(move || {
            if !tree.is_expanded(node) && tree.get(node).visits < 3.0 {
                return None;
            }
            let visits = |&child: &NodeId| tree.get(child).visits;
            let children = tree.children(node);
            node =
                children.reduce(|best, child| if visits(&child) > visits(&best) { child } else { best })?;
            Some(self.skeleton.action(node))
        })
    }

    /// What the search thought in this tick.
    pub fn insight(&self) -> Insight {
        let tree = &self.skeleton.tree;
        let actions = tree.children(NodeId::ROOT).map(|child| {
            let stats = tree.get(child);
            ActionInsight { action: self.skeleton.action(child), value: stats.mean(), visits: stats.visits }
        });
        Insight {
            actions: actions.collect(),
            depth: Some(tree.depth()),
            nodes: Some(tree.len()),
            panels: self.mind.parts.knowledge.iter().map(Knowledge::panel).collect(),
            plan: tree.line(|stats| stats.visits).into_iter().map(|a| self.skeleton.actions()[a]).collect(),
            overlay: None,
        }
    }
}

impl Mind {
    fn begin_tick(&mut self, root: &Simulator, rng: &mut Rng) {
        self.normaliser.begin_tick();
        if let Some(evolution) = &mut self.parts.evolution {
            evolution.begin_tick(root, rng);
        }
        if let Some(knowledge) = &mut self.parts.knowledge {
            knowledge.begin_tick(root);
        }
    }

    fn begin_simulation(&mut self, rng: &mut Rng) {
        if let Some(evolution) = &mut self.parts.evolution {
            evolution.begin_simulation(rng);
        }
        if let Some(knowledge) = &mut self.parts.knowledge {
            knowledge.begin_simulation();
        }
    }

    /// What the nodes book for a simulation that ended here.
    fn reward(&mut self, end: &Simulator, value: impl Fn(&Simulator) -> f64) -> f64 {
        let reward = match &mut self.parts.knowledge {
            Some(knowledge) => knowledge.reward(end, &mut self.normaliser),
            None => self.normaliser.reward(value(end), end.winner()),
        };
        if let Some(evolution) = &mut self.parts.evolution {
            evolution.judge(reward);
        }
        reward
    }
}

impl Guide<Stats> for Mind {
    /// UCB1.
    fn select(&mut self, tree: &Tree<Stats>, node: NodeId, rng: &mut Rng) -> Option<NodeId> {
        let Stats { visits, bounds, .. } = *tree.get(node);
        let log = (visits + 1.0).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for child in tree.children(node) {
            let stats = tree.get(child);
            let exploit = self.normaliser.normalise(stats.mean(), &bounds);
            let value = exploit + self.c * (log / (stats.visits + EPSILON)).sqrt();
            let value = noise::relative(value, rng);
            if value > best.0 {
                best = (value, Some(child));
            }
        }
        best.1
    }

    fn play_out(&mut self, state: &Simulator, actions: usize, rng: &mut Rng) -> usize {
        match &mut self.parts.evolution {
            Some(evolution) => evolution.draw(state, actions, rng),
            None => rng.below(actions),
        }
    }

    fn depart(&mut self, state: &Simulator) {
        if let Some(knowledge) = &mut self.parts.knowledge {
            knowledge.depart(state);
        }
    }

    fn arrive(&mut self, state: &Simulator) {
        if let Some(knowledge) = &mut self.parts.knowledge {
            knowledge.arrive(state);
        }
    }
}
