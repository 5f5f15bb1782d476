//! OLETS: open-loop expectimax tree search.

use std::collections::VecDeque;
use std::f64::consts::SQRT_2;

use ludex_engine::{Action, Vector, Winner};

use crate::interface::{ActionInsight, Agent, INITIAL_TICKS, Insight, Rng, Simulator, Turn};
use crate::kit::select::{best, exploration};
use crate::mcts::tree::{NodeId, Tree};
use crate::registry::{AgentSpec, Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "olets",
    about: "Open-loop expectimax tree search (OLETS), winner of the 2014 competition.",
    description: "\
        There are no play-outs: a simulation is worth what its new node shows. Nodes are valued by the best of their \
        children, weighted with what simulations that ended in the node itself found. The part of the tree below the action \
        that was played is kept, with a single visit left to each node. Nodes whose first simulation put the avatar where it \
        was in one of the last ticks are less attractive: without reward in sight this drives the avatar on.",
    source: "GVGAI (olets); Perez-Liebana et al. 2016",
    parameters: &[
        Parameter::real("c", SQRT_2, (0.0, 1e6), "exploration constant"),
        Parameter::real("epsilon", 0.05, (0.0, 1.0), "how often a child is chosen at random"),
        Parameter::real("taboo", 0.5, (0.0, 1e6), "how much less attractive recent positions are"),
        Parameter::integer("memory", 15, (0, 2000), "how many positions are recent"),
    ],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(Olets::new(spec, turn, seed)),
};

/// Keeps the exploration term finite; also the size of the noise in the answer.
const EPSILON: f64 = 1e-4;

/// What a node's children are worth at least.
const WORST: f64 = -1e7;

struct Olets {
    c: f64,
    epsilon: f64,
    taboo: f64,
    memory: usize,
    actions: &'static [Action],
    rng: Rng,
    tree: Tree<Stats>,
    /// Where the avatar was in the last ticks.
    recent: VecDeque<Vector>,
    present: Simulator,
    simulator: Simulator,
    /// What the last decision saw, kept for viewers because the tree moves on at once.
    insight: Insight,
    /// The child of the root that was played last: the tree below it is kept.
    played: Option<NodeId>,
    has_acted: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Stats {
    visits: f64,
    total: f64,
    /// Simulations of this tick.
    fresh: u32,
    /// Simulations that ended here, and what they found.
    exits: f64,
    exit_total: f64,
    /// What the best child is worth.
    best_child: f64,
    /// What the node is worth: its best child, or what was found where simulations ended here.
    value: f64,
    taboo: f64,
}

impl Stats {
    fn update(&mut self) {
        let share = self.exits / self.visits;
        let found = if self.exits > 0.0 { self.exit_total / self.exits } else { 0.0 };
        self.value = share * found + (1.0 - share) * self.best_child;
    }

    /// Leaves what earlier simulations found the weight of one.
    fn age(&mut self) {
        self.total /= self.visits;
        self.exit_total /= self.exits.max(1.0);
        self.value = self.total;
        (self.visits, self.exits, self.fresh) = (1.0, 1.0, 0);
    }
}

/// The value of a state: losses are the worse the sooner they come.
fn value(simulator: &Simulator, depth: usize) -> f64 {
    let score = simulator.score();
    match simulator.winner() {
        Winner::None => score,
        Winner::Wins => score + 100.0 * (1.0 + score.abs()),
        Winner::Loses => score - 2000.0 / (1.0 + depth as f64).powi(2) * (1.0 + score.abs()),
    }
}

impl Olets {
    fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Olets {
        let settings = spec.settings();
        let mut rng = Rng::new(seed);
        let simulator = turn.simulator(&mut rng);
        let actions = turn.actions();
        Olets {
            c: settings.real("c"),
            epsilon: settings.real("epsilon"),
            taboo: settings.real("taboo"),
            memory: settings.count("memory"),
            actions,
            tree: Tree::new(actions.len(), Stats::default()),
            recent: VecDeque::with_capacity(settings.count("memory") + 1),
            present: simulator.clone(),
            simulator,
            rng,
            insight: Insight::default(),
            played: None,
            has_acted: false,
        }
    }

    /// Notes where the avatar is.
    fn remember(&mut self, turn: Turn<'_>) {
        self.recent.push_back(turn.observation().avatar_position(turn.player()));
        if self.recent.len() > self.memory {
            self.recent.pop_front();
        }
    }

    /// How unattractive the simulator's state is because the avatar was there before.
    fn taboo(&self) -> f64 {
        let position = self.simulator.observation().avatar_position(self.simulator.player());
        if self.recent.contains(&position) { self.taboo } else { 0.0 }
    }

    fn simulate(&mut self, turn: Turn<'_>) {
        self.simulator.copy_from(turn, &self.present, &mut self.rng);
        let Some(leaf) = self.descend(turn) else { return };
        let found = value(&self.simulator, self.tree.depth_of(leaf));
        self.back_up(leaf, found);
    }

    /// Goes down to where the simulation ends: a new node, or a node of an earlier tick right below the root that this
    /// tick has not seen yet, or the end of the game.
    fn descend(&mut self, turn: Turn<'_>) -> Option<NodeId> {
        let mut node = NodeId::ROOT;
        while !self.simulator.is_over() {
            if !self.tree.is_expanded(node) && self.tree.is_full() {
                break;
            }
            if !self.tree.is_expanded(node) {
                let action = self.tree.random_untried(node, &mut self.rng)?;
                if !self.simulator.advance(turn, self.actions[action]) {
                    return None;
                }
                let stats = Stats { taboo: self.taboo(), ..Stats::default() };
                return Some(self.tree.add(node, action, stats));
            }
            node = self.select(node)?;
            if !self.simulator.advance(turn, self.actions[self.tree.action(node)]) {
                return None;
            }
            if self.tree.get(node).fresh == 0 {
                self.tree.get_mut(node).taboo = self.taboo();
                if self.tree.depth_of(node) == 1 {
                    break;
                }
            }
        }
        Some(node)
    }

    fn select(&mut self, node: NodeId) -> Option<NodeId> {
        if self.rng.chance(self.epsilon) {
            return self.tree.child(node, self.rng.below(self.actions.len()));
        }
        let log = (self.tree.get(node).visits + 1.0).ln();
        best(self.tree.children(node).map(|child| {
            let stats = self.tree.get(child);
            (stats.value + self.c * exploration(log, stats.visits + EPSILON) - stats.taboo, child)
        }))
    }

    fn back_up(&mut self, leaf: NodeId, found: f64) {
        let stats = self.tree.get_mut(leaf);
        stats.exits += 1.0;
        stats.exit_total += found;
        let mut next = Some(leaf);
        while let Some(node) = next {
            let best_child = (node != leaf).then(|| {
                let values = self.tree.children(node).map(|child| self.tree.get(child).value);
                values.fold(WORST, f64::max)
            });
            let stats = self.tree.get_mut(node);
            stats.visits += 1.0;
            stats.fresh += 1;
            stats.total += found;
            stats.best_child = best_child.unwrap_or(stats.best_child);
            stats.update();
            next = self.tree.parent(node);
        }
    }

    /// The most visited child of the root; where all were visited equally often, the one that has found most.
    fn answer(&mut self) -> Option<NodeId> {
        let mut children = self.tree.children(NodeId::ROOT);
        let visits = self.tree.get(children.next()?).visits;
        let even = children.all(|child| self.tree.get(child).visits == visits);
        best(self.tree.children(NodeId::ROOT).map(|child| {
            let stats = self.tree.get(child);
            (if even { stats.total } else { stats.visits } + EPSILON * self.rng.unit(), child)
        }))
    }

    fn note_insight(&mut self) {
        self.insight.actions.clear();
        for child in self.tree.children(NodeId::ROOT) {
            let stats = self.tree.get(child);
            let action = self.actions[self.tree.action(child)];
            self.insight.actions.push(ActionInsight { action, value: stats.value, visits: stats.visits });
        }
        (self.insight.depth, self.insight.nodes) = (Some(self.tree.depth()), Some(self.tree.len()));
    }
}

impl Agent for Olets {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        if self.actions.is_empty() {
            return Action::Nil;
        }
        if self.has_acted {
            self.remember(turn);
        }
        self.has_acted = true;
        // Now and not when it was played: in a large tree this takes a part of the time that the search must know of.
        if let Some(child) = self.played.take() {
            self.tree.keep(child);
            self.tree.for_each_below_root(Stats::age);
        }
        turn.reset(&mut self.present, &mut self.rng);
        while turn.next_iteration() {
            self.simulate(turn);
        }
        self.note_insight();
        let Some(child) = self.answer() else { return self.actions[0] };
        self.played = Some(child);
        self.actions[self.tree.action(child)]
    }

    fn insight(&self) -> Insight {
        let line = self.tree.line(|stats| stats.visits);
        Insight { plan: line.into_iter().map(|a| self.actions[a]).collect(), ..self.insight.clone() }
    }
}
