//! The search.
//!
//! A simulation goes through stages, each a method of [`Search`] of that name: `select` goes down the tree, `play_out`
//! leaves it, `evaluate` values where it ended, `back_up` tells the nodes on the way. Around them, `begin` makes the tree of
//! a tick ready and `recommend` chooses what is played.

use ludex_engine::Action;

use super::cache::Cache;
use super::history::Pair;
use super::ngram::Gram;
use super::node::{FEWEST_VISITS, Node};
use super::novelty::DANGER;
use super::parts::Parts;
use super::walk::Place;
use crate::interface::{ActionInsight, Agent, Insight, Rng, Simulator, Turn};
use crate::kit::bounds::Bounds;
use crate::kit::noise;
use crate::kit::value::Evaluation;
use crate::mcts::tree::{MAX_ACTIONS, NodeId, Tree};
use crate::registry::AgentSpec;

pub(super) struct Search {
    c: f64,
    depth: usize,
    pub parts: Parts,
    /// Does the game look deterministic? Only asked with that enhancement.
    pub deterministic: bool,
    pub rng: Rng,
    /// Children are found by the number of their action in the reference's order.
    pub tree: Tree<Node>,
    /// Of all simulations of the game.
    pub bounds: Bounds,
    /// States that nodes have in stock.
    pub cache: Cache,
    pub present: Simulator,
    /// Where the state of the simulation is.
    pub place: Place,
    pub simulator: Box<Simulator>,
    /// A state beside the simulation, to try an action in.
    pub spare: Box<Simulator>,
    /// The best of several states beside the simulation.
    pub best_aside: Box<Simulator>,
    /// A way through the tree, from its end.
    pub path: Vec<NodeId>,
    /// Is the tree that of the preparation, good for the first tick?
    prepared: bool,
}

impl Search {
    pub fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Search {
        let settings = spec.settings();
        let mut rng = Rng::new(seed);
        let simulator = Box::new(turn.simulator(&mut rng));
        let mut search = Search {
            c: settings.real("c"),
            depth: settings.count("depth"),
            parts: Parts::new(spec, turn, &mut rng),
            deterministic: false,
            tree: Tree::new(MAX_ACTIONS, Node::new(&simulator)),
            bounds: Bounds::EMPTY,
            cache: Cache::new(),
            place: Place::Present,
            present: Simulator::clone(&simulator),
            spare: simulator.clone(),
            best_aside: simulator.clone(),
            simulator,
            path: Vec::new(),
            rng,
            prepared: true,
        };
        if let Some(determinism) = &search.parts.determinism {
            search.deterministic =
                determinism.detect(turn, &search.present, &mut search.spare, &mut search.rng);
        }
        search.look_around();
        search.think(turn);
        search
    }

    /// Makes the tree ready for a tick.
    pub(super) fn begin(&mut self, turn: Turn<'_>) {
        turn.reset(&mut self.present, &mut self.rng);
        if !std::mem::replace(&mut self.prepared, false) {
            if !self.reuse_tree(turn) {
                self.tree.clear(Node::new(&self.present));
                self.cache.clear();
                if let Some(novelty) = &mut self.parts.novelty {
                    novelty.clear();
                }
            }
            self.look_around();
        }
    }

    /// Tells the parts that learn what the real game has come to.
    fn look_around(&mut self) {
        if let Some(actions) = &mut self.parts.actions {
            let forgotten = actions.begin_tick(self.present.score());
            if let Some(ngrams) = &mut self.parts.ngrams {
                ngrams.begin_tick(forgotten);
            }
        }
        if let Some(knowledge) = &mut self.parts.knowledge {
            knowledge.begin_tick(&self.present);
        }
    }

    pub(super) fn think(&mut self, turn: Turn<'_>) {
        if turn.actions().is_empty() {
            return;
        }
        self.initialise_breadth_first(turn);
        while turn.next_iteration() {
            self.simulate(turn);
        }
    }

    /// One simulation. It is given up if the budget ends before there is anything new to see.
    pub(super) fn simulate(&mut self, turn: Turn<'_>) {
        let Some(node) = self.select(turn) else { return };
        let Some(leaf) = self.play_out(turn, node) else { return };
        if leaf != node && self.avoids_loss(turn, leaf) {
            return self.avoid_loss(turn, leaf);
        }
        let value = self.evaluate();
        self.back_up(leaf, value);
    }

    /// Goes down the tree as long as every action has been tried.
    fn select(&mut self, turn: Turn<'_>) -> Option<NodeId> {
        let mut node = NodeId::ROOT;
        self.place = Place::Present;
        self.arrive(node);
        while !self.tree.get(node).is_over && self.tree.get(node).untried.is_empty() {
            if !self.test_novelty(turn, node) {
                return None;
            }
            let Some(child) = self.best_child(node) else { break };
            if !self.step(turn, node, child) {
                return None;
            }
            node = child;
        }
        Some(node)
    }

    /// The child with the largest upper confidence bound.
    pub(super) fn best_child(&mut self, node: NodeId) -> Option<NodeId> {
        let log = self.tree.get(node).visits.ln().max(0.0);
        let cell = self.tree.get(node).cell;
        let passes_over = self.passes_over(node);
        let mut best = (f64::NEG_INFINITY, None);
        for child in self.tree.children(node) {
            let stats = self.tree.get(child);
            if passes_over && !stats.novelty.novel {
                continue;
            }
            let mean = self.bounds.normalise(stats.mean(), 0.5);
            let exploit = match &self.parts.determinism {
                Some(part) if self.deterministic => part.mix(mean, stats, &self.bounds),
                _ => mean,
            };
            let explore = (log / stats.visits.max(FEWEST_VISITS)).sqrt();
            let mut value = exploit + self.c * explore + noise::centred(&mut self.rng);
            if let (Some(part), Some(actions)) = (&self.parts.history, &self.parts.actions) {
                let pair = Pair::new(self.tree.action(child), cell);
                value += part.bias(actions, pair, stats.visits, mean);
            }
            if value > best.0 {
                best = (value, Some(child));
            }
        }
        best.1
    }

    /// Plays actions that have not been tried; each leads to a new node. Returns the last one.
    fn play_out(&mut self, turn: Turn<'_>, from: NodeId) -> Option<NodeId> {
        let mut node = from;
        for _ in 0..self.depth {
            if self.here().is_over() {
                break;
            }
            // Beyond a full tree there is nothing to be remembered.
            let full = self.tree.is_full();
            let action = if full {
                let actions = self.here().actions();
                self.rng.choose(actions)
            } else {
                self.choose_untried(node)
            };
            let Some(action) = action else { break };
            if !self.advance(turn, action, true) {
                return (full || node != from).then_some(node);
            }
            if full {
                continue;
            }
            self.tree.get_mut(node).untried.remove(action);
            node = self.tree.add(node, action as usize, Node::new(&self.simulator));
            self.arrive(node);
        }
        Some(node)
    }

    /// The play-out policy: any action, or the one that n-grams promise most of.
    fn choose_untried(&mut self, node: NodeId) -> Option<Action> {
        let untried = self.tree.get(node).untried;
        let (Some(ngrams), Some(actions)) = (&self.parts.ngrams, &self.parts.actions) else {
            return untried.random(&mut self.rng);
        };
        if self.rng.chance(ngrams.epsilon) {
            return untried.random(&mut self.rng);
        }
        let cell = self.tree.get(node).cell;
        let before = self.edge(Some(node));
        let earlier = self.edge(self.tree.parent(node));
        let next = ngrams.next(Gram([Some(Pair::new(0, cell)), before, earlier]));
        let mut best = (f64::NEG_INFINITY, None);
        for action in untried.iter() {
            let pair = Pair::new(action as usize, cell);
            // What has not been played here may be as good as anything.
            let value = ngrams.value(actions, pair, &next).unwrap_or(self.bounds.high.max(f64::MIN));
            let value = value + noise::centred(&mut self.rng);
            if value > best.0 {
                best = (value, Some(action));
            }
        }
        best.1
    }

    /// The action that led to a node, with the cell where it was played; `None` for the root.
    #[inline]
    fn edge(&self, node: Option<NodeId>) -> Option<Pair> {
        let node = node?;
        let parent = self.tree.parent(node)?;
        Some(Pair::new(self.tree.action(node), self.tree.get(parent).cell))
    }

    fn evaluate(&mut self) -> f64 {
        let state = self.place.of(&self.present, &self.cache, &self.simulator);
        value(&mut self.parts, &self.present, state)
    }

    /// What the state beside the simulation is worth.
    pub(super) fn value_aside(&mut self) -> f64 {
        value(&mut self.parts, &self.present, &self.spare)
    }

    pub(super) fn back_up(&mut self, leaf: NodeId, value: f64) {
        self.bounds.include(value);
        self.tree.for_path(leaf, |node| node.add(value, 1.0));
        if self.parts.actions.is_some() {
            self.remember_actions(leaf, value);
        }
    }

    /// Tells the tables of actions what came of all actions on the way to a leaf.
    fn remember_actions(&mut self, leaf: NodeId, value: f64) {
        let up = |tree: &Tree<Node>, node: Option<NodeId>| node.and_then(|node| tree.parent(node));
        let parent = self.tree.parent(leaf);
        let mut gram = Gram([self.edge(Some(leaf)), self.edge(parent), None]);
        let mut ahead = up(&self.tree, parent);
        while let Some(pair) = gram.0[0] {
            gram.0[2] = self.edge(ahead);
            if let Some(actions) = &mut self.parts.actions {
                actions.add(pair, value);
            }
            if let Some(ngrams) = &mut self.parts.ngrams {
                ngrams.add(gram, value);
            }
            gram.0.rotate_left(1);
            ahead = up(&self.tree, ahead);
        }
    }

    /// The action with the best mean; of equals the one tried more often, then any. One after which nothing is new is only
    /// played where the others are dangerous.
    pub(super) fn recommend(&mut self) -> Option<Action> {
        let novel = self.best_mean(|node| node.novelty.novel);
        let others = self.best_mean(|node| !node.novelty.novel);
        let best = match (novel, others) {
            (Some(novel), Some(other)) => {
                let (safe, stale) = (self.tree.get(novel), self.tree.get(other));
                let danger = self.bounds.normalise(safe.mean(), 0.5) < DANGER
                    || self.tree.get(NodeId::ROOT).inescapable;
                if danger && stale.visits >= 1.0 && stale.mean() > safe.mean() { other } else { novel }
            }
            (novel, others) => novel.or(others)?,
        };
        Some(Action::ALL[self.tree.action(best)])
    }

    /// The best child of the root among some.
    fn best_mean(&mut self, among: impl Fn(&Node) -> bool) -> Option<NodeId> {
        let mut best: Option<(f64, f64, f64, NodeId)> = None;
        for child in self.tree.children(NodeId::ROOT) {
            let stats = self.tree.get(child);
            if !among(stats) {
                continue;
            }
            // What has faded away entirely says nothing.
            let mean = if stats.visits > 0.0 { stats.mean() } else { f64::NEG_INFINITY };
            let rank = (mean, stats.visits, self.rng.unit(), child);
            if best.is_none_or(|best| (rank.0, rank.1, rank.2) > (best.0, best.1, best.2)) {
                best = Some(rank);
            }
        }
        best.map(|(.., child)| child)
    }
}

/// The value of a state at the end of a simulation.
fn value(parts: &mut Parts, present: &Simulator, state: &Simulator) -> f64 {
    let bonus = parts.knowledge.as_mut().map_or(0.0, |knowledge| knowledge.bonus(present, state));
    Evaluation::Add.of(state) + bonus
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
            plan: self.tree.line(|stats| stats.visits).into_iter().map(|a| Action::ALL[a]).collect(),
            ..Insight::default()
        }
    }

    fn remarks(&self) -> Option<String> {
        self.parts.determinism.as_ref().map(|_| format!("deterministic={}", self.deterministic))
    }
}
