//! The agents.

use ludex_engine::{Action, TypeId};

use super::search::{Search, avatar};
use super::setup::Setup;
use super::tree::Node;
use super::values::Values;
use crate::interface::{ActionInsight, Agent, Insight, Overlay, Panel, Rng, Turn, type_mark};
use crate::mcts::tree::NodeId;

/// The share of the warm-up budget that one of several searches gets: 160 ms of a second.
const REHEARSAL: f64 = 0.16;

/// How many rows of a table viewers get.
const ROWS: usize = 12;

/// An agent that searches over options.
pub(super) struct OptionsAgent {
    search: Search,
    actions: &'static [Action],
    learns: bool,
    /// How many values of options were known when the game began.
    remembered: usize,
    /// Where the option leads that was chosen last.
    chosen: Option<NodeId>,
}

impl OptionsAgent {
    /// Prepares for a game: searches from its start teach what is in the way and what options bring.
    pub fn new(setup: Setup, turn: Turn<'_>, seed: u64) -> OptionsAgent {
        let mut rng = Rng::new(seed);
        let mut simulator = turn.simulator(&mut rng);
        let avatar = avatar(turn, &mut simulator, &mut rng);
        let learns = setup.widening.is_some();
        let values = turn.memory().filter(|_| learns).map(Values::read).unwrap_or_default();
        let remembered = values.tried().count();
        let mut search = Search::new(setup, avatar, simulator, rng, values);
        if !avatar.actions.is_empty() {
            let rehearsals = (1..).map(|n| f64::from(n) * REHEARSAL).take_while(|until| *until < 1.0);
            for until in rehearsals {
                search.begin(turn);
                while turn.spent() < until && turn.next_iteration() {
                    search.simulate(turn);
                }
            }
        }
        OptionsAgent { search, actions: avatar.actions, learns, remembered, chosen: None }
    }

    /// The options at the root, best first.
    fn options(&self) -> Panel {
        let tree = &self.search.tree;
        let mut tried: Vec<(NodeId, &Node)> = tree.children(NodeId::ROOT).collect();
        tried.sort_by(|a, b| b.1.mean().total_cmp(&a.1.mean()));
        let rows = tried.iter().take(ROWS).map(|(id, node)| {
            let mark = if Some(*id) == self.chosen { "> " } else { "" };
            let name = node.option.map_or_else(String::new, |option| option.to_string());
            (format!("{mark}{name}"), format!("{:.4}, visits {}", node.mean(), node.visits))
        });
        let title = format!("{} of {} options", tried.len(), tree.choices(NodeId::ROOT).len());
        Panel { title, rows: rows.collect() }
    }

    /// What is in the way, worst first.
    fn walls(&self) -> Panel {
        let mut known: Vec<(TypeId, f64)> = self.search.tools.walls.known().collect();
        known.sort_by(|a, b| b.1.total_cmp(&a.1));
        let rows = known.iter().take(ROWS).map(|(kind, score)| (type_mark(*kind), score.to_string()));
        Panel { title: "in the way".to_owned(), rows: rows.collect() }
    }

    /// What options have brought, best first.
    fn values(&self) -> Panel {
        let mut tried: Vec<_> = self.search.values.tried().collect();
        tried.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
        let rows = tried.iter().take(ROWS).map(|(subtype, value)| {
            let spread = value.variance().sqrt();
            (subtype.to_string(), format!("{:.3} ± {spread:.2}, n = {}", value.mean, value.count))
        });
        Panel { title: "learnt returns".to_owned(), rows: rows.collect() }
    }

    /// The way of the chosen option.
    fn way(&self) -> Option<Overlay> {
        let option = self.search.tree.get(self.chosen?).option?;
        let cells: Vec<_> = self.search.tools.routes.ahead(&option.route).map(|cell| (cell, 1.0)).collect();
        (!cells.is_empty()).then(|| Overlay { title: option.to_string(), cells })
    }
}

impl Agent for OptionsAgent {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.chosen = None;
        if self.actions.is_empty() {
            return Action::Nil;
        }
        self.search.begin(turn);
        while turn.next_iteration() {
            self.search.simulate(turn);
        }
        self.chosen = self.search.best();
        self.chosen.map_or(self.actions[0], |child| self.search.tree.get(child).action)
    }

    fn insight(&self) -> Insight {
        let tree = &self.search.tree;
        let thought = |action: Action| {
            let with = || tree.children(NodeId::ROOT).filter(|(_, node)| node.action == action);
            let value = with().map(|(_, node)| node.mean()).max_by(f64::total_cmp)?;
            Some(ActionInsight { action, value, visits: with().map(|(_, node)| node.visits).sum() })
        };
        let mut panels = vec![self.options(), self.walls()];
        panels.extend(self.learns.then(|| self.values()));
        Insight {
            actions: Action::ALL.into_iter().filter_map(thought).collect(),
            depth: Some(tree.depth() as u32),
            nodes: Some(tree.len()),
            panels,
            plan: self.chosen.map(|child| tree.get(child).action).into_iter().collect(),
            overlay: self.way(),
        }
    }

    fn remarks(&self) -> Option<String> {
        let ways = self.search.tools.routes.searches();
        let known = if self.learns { format!(" remembered={}", self.remembered) } else { String::new() };
        Some(format!("ways={ways}{known}"))
    }

    fn memory(&self) -> Option<String> {
        self.learns.then(|| self.search.values.write())
    }
}
