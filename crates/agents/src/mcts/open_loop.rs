//! The open-loop tree search that enhancements plug into.
//!
//! A simulation goes through stages, each a method of [`Search`] of that name: `select` goes down the tree, `play_out`
//! leaves it, `evaluate` values where it ended, `back_up` tells the nodes on the way. Around them, `begin` makes the tree of
//! a tick ready and `recommend` chooses what is played.

use ludex_engine::Action;

use super::tree::{MAX_ACTIONS, NodeId, Tree};
use crate::interface::{ActionInsight, Agent, Insight, Rng, Simulator, Turn};
use crate::kit::actions::ActionSet;
use crate::kit::bounds::Bounds;
use crate::kit::noise;
use crate::kit::value::Evaluation;
use crate::registry::{AgentSpec, Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "mcts",
    about: "The tree search of Soemers et al. 2016: every state of a simulation becomes a node.",
    description: "\
        Open loop. Simulations go down the tree by UCB1 until a node has untried actions, then play up to ten random actions, \
        each of which becomes a node. Values are the score, with 10^7 more for a win and less for a loss, normalised by all \
        that the game has shown so far. It plays the action with the best mean. The initial second is used to search, and \
        that tree is kept for the first tick.",
    source: "Soemers, Sironi, Schuster & Winands 2016",
    parameters: &[
        Parameter::real("c", 0.6, (0.0, 1e6), "exploration constant of UCB1"),
        Parameter::integer("depth", 10, (1, 2000), "how many actions are played after the selection"),
    ],
    parts: &[],
    // Their agents left 50 ms of the initial second and 10 ms of each tick unused: 950 / 30, rounded.
    initial_ticks: 30,
    build: |spec, turn, seed| Box::new(Search::new(spec, turn, seed)),
};

/// The least visits that a node counts as having.
const FEWEST_VISITS: f64 = 1e-5;

struct Search {
    c: f64,
    depth: usize,
    rng: Rng,
    /// Children are found by the number of their action in the reference's order.
    tree: Tree<Stats>,
    /// Of all simulations of the game.
    bounds: Bounds,
    present: Simulator,
    simulator: Simulator,
    /// Is the tree that of the preparation, good for the first tick?
    prepared: bool,
}

#[derive(Debug, Clone, Copy)]
struct Stats {
    visits: f64,
    sum: f64,
    /// The actions that were available when the node was made and have not been tried.
    untried: ActionSet,
}

impl Stats {
    fn new(simulator: &Simulator) -> Stats {
        Stats { visits: 0.0, sum: 0.0, untried: ActionSet::of(simulator.actions()) }
    }

    #[inline]
    fn mean(&self) -> f64 {
        self.sum / self.visits.max(FEWEST_VISITS)
    }
}

impl Search {
    fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Search {
        let settings = spec.settings();
        let mut rng = Rng::new(seed);
        let simulator = turn.simulator(&mut rng);
        let mut search = Search {
            c: settings.real("c"),
            depth: settings.count("depth"),
            tree: Tree::new(MAX_ACTIONS, Stats::new(&simulator)),
            bounds: Bounds::EMPTY,
            present: simulator.clone(),
            simulator,
            rng,
            prepared: true,
        };
        search.think(turn);
        search
    }

    /// Makes the tree ready for a tick.
    fn begin(&mut self, turn: Turn<'_>) {
        turn.reset(&mut self.present, &mut self.rng);
        if !std::mem::replace(&mut self.prepared, false) {
            self.tree.clear(Stats::new(&self.present));
        }
    }

    fn think(&mut self, turn: Turn<'_>) {
        while !turn.actions().is_empty() && turn.next_iteration() {
            self.simulate(turn);
        }
    }

    /// One simulation. It is given up if the budget ends before there is anything new to see.
    fn simulate(&mut self, turn: Turn<'_>) {
        self.simulator.copy_from(turn, &self.present, &mut self.rng);
        let Some(node) = self.select(turn) else { return };
        let Some(leaf) = self.play_out(turn, node) else { return };
        let value = self.evaluate();
        self.back_up(leaf, value);
    }

    /// Goes down the tree as long as every action has been tried.
    fn select(&mut self, turn: Turn<'_>) -> Option<NodeId> {
        let mut node = NodeId::ROOT;
        while !self.simulator.is_over() && self.tree.get(node).untried.is_empty() {
            let Some(child) = self.best_child(node) else { break };
            if !self.simulator.advance(turn, Action::ALL[self.tree.action(child)]) {
                return None;
            }
            node = child;
        }
        Some(node)
    }

    /// The child with the largest upper confidence bound.
    fn best_child(&mut self, node: NodeId) -> Option<NodeId> {
        let log = self.tree.get(node).visits.ln().max(0.0);
        let mut best = (f64::NEG_INFINITY, None);
        for child in self.tree.children(node) {
            let stats = self.tree.get(child);
            let explore = (log / stats.visits.max(FEWEST_VISITS)).sqrt();
            let value =
                self.bounds.normalise(stats.mean(), 0.5) + self.c * explore + noise::centred(&mut self.rng);
            if value > best.0 {
                best = (value, Some(child));
            }
        }
        best.1
    }

    /// Plays random actions that have not been tried; each leads to a new node. Returns the last one.
    fn play_out(&mut self, turn: Turn<'_>, from: NodeId) -> Option<NodeId> {
        let mut node = from;
        for _ in 0..self.depth {
            if self.simulator.is_over() {
                break;
            }
            let Some(action) = self.tree.get_mut(node).untried.take_random(&mut self.rng) else { break };
            if !self.simulator.advance(turn, action) {
                self.tree.get_mut(node).untried.insert(action);
                return (node != from).then_some(node);
            }
            node = self.tree.add(node, action as usize, Stats::new(&self.simulator));
        }
        Some(node)
    }

    fn evaluate(&self) -> f64 {
        Evaluation::Add.of(&self.simulator)
    }

    fn back_up(&mut self, leaf: NodeId, value: f64) {
        self.bounds.include(value);
        self.tree.for_path(leaf, |stats| {
            stats.visits += 1.0;
            stats.sum += value;
        });
    }

    /// The action with the best mean; of equals the one tried more often, then any.
    fn recommend(&mut self) -> Option<Action> {
        let mut best: Option<(f64, f64, f64, NodeId)> = None;
        for child in self.tree.children(NodeId::ROOT) {
            let stats = self.tree.get(child);
            let rank = (stats.mean(), stats.visits, self.rng.unit(), child);
            if best.is_none_or(|best| (rank.0, rank.1, rank.2) > (best.0, best.1, best.2)) {
                best = Some(rank);
            }
        }
        best.map(|(.., child)| Action::ALL[self.tree.action(child)])
    }
}

impl Agent for Search {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.begin(turn);
        self.think(turn);
        self.recommend().unwrap_or(Action::Nil)
    }

    fn insight(&self) -> Insight {
        let actions = self.tree.children(NodeId::ROOT).map(|child| {
            let stats = self.tree.get(child);
            let action = Action::ALL[self.tree.action(child)];
            ActionInsight { action, value: stats.mean(), visits: stats.visits }
        });
        Insight {
            actions: actions.collect(),
            depth: Some(self.tree.depth()),
            nodes: Some(self.tree.len()),
            ..Insight::default()
        }
    }
}
