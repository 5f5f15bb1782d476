//! Greedy tree search: a tree search that always goes where the most value was found.

use ludex_engine::{Action, Winner};

use crate::interface::{ActionInsight, Agent, INITIAL_TICKS, Insight, Rng, Simulator, Turn};
use crate::kit::select::best;
use crate::mcts::states::{MOST_STATES, States};
use crate::mcts::tree::{NodeId, Tree};
use crate::registry::{AgentSpec, Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "greedy",
    about: "Greedy tree search: follows the child with the largest sum of values, without exploring.",
    description: "\
        Nodes keep states. A simulation tries the actions of a node in turn; once all have been tried, it goes on with the \
        child whose values add up to the most, of equals with the first. Play-outs are random, up to ten ticks from now. It \
        plays the root's child with the largest sum. (GVGAI's version chooses by the root's sums in deeper nodes \
        too, by an oversight; this one asks each node.)",
    source: "GVGAI (greedyTreeSearch)",
    parameters: &[Parameter::integer("depth", 10, (1, 2000), "how many ticks a simulation looks ahead")],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(Greedy::new(spec, turn, seed)),
};

/// What a win is worth.
const WIN: f64 = 1e6;

struct Greedy {
    depth: usize,
    actions: &'static [Action],
    rng: Rng,
    /// The sum of values and the number of visits.
    tree: Tree<(f64, u32)>,
    states: States,
    simulator: Simulator,
}

impl Greedy {
    fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Greedy {
        let mut rng = Rng::new(seed);
        let simulator = turn.simulator(&mut rng);
        let actions = turn.actions();
        Greedy {
            depth: spec.settings().count("depth"),
            actions,
            tree: Tree::new(actions.len(), (0.0, 0)),
            states: States::new(simulator.clone()),
            simulator,
            rng,
        }
    }

    fn simulate(&mut self, turn: Turn<'_>) {
        let Some(leaf) = self.descend(turn) else { return };
        for _ in self.tree.depth_of(leaf)..self.depth {
            let action = self.actions[self.rng.below(self.actions.len())];
            if self.simulator.is_over() || !self.simulator.advance(turn, action) {
                break;
            }
        }
        let value = match self.simulator.winner() {
            Winner::Wins => WIN,
            Winner::Loses => -WIN,
            Winner::None => self.simulator.score(),
        };
        self.tree.for_path(leaf, |(sum, visits)| {
            *sum += value;
            *visits += 1;
        });
    }

    /// Goes down the tree, adds a node and puts the simulator there.
    fn descend(&mut self, turn: Turn<'_>) -> Option<NodeId> {
        let mut node = NodeId::ROOT;
        while !self.states.get(node).is_over() && self.tree.depth_of(node) < self.depth {
            let untried = (0..self.actions.len()).find(|&action| self.tree.child(node, action).is_none());
            if untried.is_some() && self.tree.len() >= MOST_STATES {
                break;
            }
            if let Some(action) = untried {
                self.simulator.copy_from(turn, self.states.get(node), &mut self.rng);
                if !self.simulator.advance(turn, self.actions[action]) {
                    return None;
                }
                let child = self.tree.add(node, action, (0.0, 0));
                self.states.put(turn, child, &self.simulator, &mut self.rng);
                return Some(child);
            }
            node = self.best_child(node)?;
        }
        self.simulator.copy_from(turn, self.states.get(node), &mut self.rng);
        Some(node)
    }

    fn best_child(&self, node: NodeId) -> Option<NodeId> {
        best(self.tree.children(node).map(|child| (self.tree.get(child).0, child)))
    }
}

impl Agent for Greedy {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.tree.clear((0.0, 0));
        if self.actions.is_empty() {
            return Action::Nil;
        }
        self.states.begin(turn, &mut self.rng);
        while turn.next_iteration() {
            self.simulate(turn);
        }
        match self.best_child(NodeId::ROOT) {
            Some(child) => self.actions[self.tree.action(child)],
            None => self.rng.choose(self.actions).unwrap_or(Action::Nil),
        }
    }

    fn insight(&self) -> Insight {
        let actions = self.tree.children(NodeId::ROOT).map(|child| {
            let &(sum, visits) = self.tree.get(child);
            ActionInsight {
                action: self.actions[self.tree.action(child)],
                value: sum,
                visits: f64::from(visits),
            }
        });
        Insight {
            actions: actions.collect(),
            depth: Some(self.tree.depth()),
            nodes: Some(self.tree.len()),
            plan: self.tree.line(|(sum, _)| *sum).into_iter().map(|a| self.actions[a]).collect(),
            ..Insight::default()
        }
    }
}
