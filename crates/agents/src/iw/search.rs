//! The search.

use std::collections::VecDeque;

use ludex_engine::{Action, Winner};

use super::novelty::{Novelty, NoveltyTable};
use crate::interface::{ActionInsight, Agent, INITIAL_TICKS, Insight, Rng, Simulator, Turn};
use crate::kit::value::discounted;
use crate::registry::{AgentSpec, Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "iw",
    about: "Iterated width, IW(1) and IW(3/2): breadth-first search among states that show something new.",
    description: "\
        A state is kept if some sprite is where none of its type was before, or the avatar stands as it never did: IW(1). IW(3/2) \
        also keeps states with a sprite that was never there while the avatar stood like this. Each action is first tried a \
        few times, and those that lose the game more often than others are left out at the beginning. It plays the first action on the way to \
        the state with the highest discounted gain of score; of equals to the one found last, which leads the avatar on \
        where there is nothing to gain yet. A new search every tick.",
    source: "Geffner & Geffner 2015; NovTea",
    parameters: &[
        Parameter::choice("width", "1", &["1", "3/2"], "how new a state must be"),
        Parameter::integer(
            "trials",
            10,
            (0, 1000),
            "how often each action is tried for safety, in a quarter of the budget",
        ),
        Parameter::real("gamma", 0.995, (0.0, 1.0), "discount per tick"),
    ],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(Iw::new(spec, turn, seed)),
};

/// What a win is worth beyond its score.
const WIN: f64 = 9000.0;
/// A state worth as much as this ends the search.
const ENOUGH: f64 = 500.0;
/// The part of the budget that may be spent on safety.
const SAFETY_SHARE: f64 = 0.25;
/// The most states that wait. What comes when there are as many is valued and goes.
const MOST_STATES: usize = 1 << 14;
/// How often a state that is new only as a pair is treated as if it had a new atom.
const PROMOTED: f64 = 0.1;

struct Iw {
    trials: usize,
    gamma: f64,
    rng: Rng,
    table: NoveltyTable,
    /// The states of waiting nodes; those in `free` are not in use.
    states: Vec<Simulator>,
    free: Vec<u32>,
    /// Nodes that wait: with a new atom, and with a new pair.
    queues: [VecDeque<Node>; 2],
    /// Actions to try, in random order.
    order: Vec<Action>,
    /// Per action at the root: how often it lost.
    losses: Vec<u32>,
    tried: Vec<ActionInsight>,
    generated: usize,
    depth: u32,
    /// How each state that was generated came about: the state before it, and the action.
    links: Vec<(Option<u32>, Action)>,
    /// The link of the best state.
    best: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    state: u32,
    value: f64,
    depth: u32,
    /// The first action on the way here; none for the root.
    first: Option<Action>,
    /// Its place among the links; none for the root.
    link: Option<u32>,
}

/// What came of trying an action.
enum Generated {
    /// The budget had ended.
    BudgetSpent,
    /// Nothing was new.
    Dropped,
    /// A new node. It waits in a queue, unless the game has ended there or too many do.
    Kept(Node),
}

impl Iw {
    fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Iw {
        let settings = spec.settings();
        let mut rng = Rng::new(seed);
        let simulator = turn.simulator(&mut rng);
        Iw {
            trials: settings.count("trials"),
            gamma: settings.real("gamma"),
            rng,
            table: NoveltyTable::new(settings.word("width") == "3/2"),
            states: vec![simulator],
            free: Vec::new(),
            queues: [VecDeque::new(), VecDeque::new()],
            order: Vec::new(),
            losses: Vec::new(),
            tried: Vec::new(),
            generated: 0,
            depth: 0,
            links: Vec::new(),
            best: None,
        }
    }

    /// Puts the actions that lost least often in a few trials into `order`.
    fn safe_actions(&mut self, turn: Turn<'_>, root: u32) {
        let actions = turn.actions();
        let trial = self.fresh_state();
        self.losses.clear();
        self.losses.resize(actions.len(), 0);
        'trials: for _ in 0..self.trials {
            for (action, losses) in actions.iter().zip(&mut self.losses) {
                let Ok([from, to]) = self.states.get_disjoint_mut([root as usize, trial as usize]) else {
                    break;
                };
                if turn.spent() >= SAFETY_SHARE {
                    break 'trials;
                }
                to.copy_from(turn, from, &mut self.rng);
                if !to.advance(turn, *action) {
                    break 'trials;
                }
                *losses += u32::from(to.winner() == Winner::Loses);
            }
        }
        self.free.push(trial);
        let fewest = self.losses.iter().min().copied().unwrap_or(0);
        self.order.clear();
        let safe = actions.iter().zip(&self.losses).filter(|(_, losses)| **losses == fewest);
        self.order.extend(safe.map(|(action, _)| *action));
    }

    fn fresh_state(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.states.push(self.states[0].clone());
            self.states.len() as u32 - 1
        })
    }

    fn pop(&mut self) -> Option<Node> {
        let [atoms, pairs] = &mut self.queues;
        atoms.pop_front().or_else(|| pairs.pop_front())
    }

    /// Where a state of this novelty waits, if it is kept.
    fn queue(&mut self, novelty: Novelty) -> Option<usize> {
        match novelty {
            Novelty::Atom => Some(0),
            Novelty::Pair => Some(usize::from(!self.rng.chance(PROMOTED))),
            Novelty::None => None,
        }
    }

    /// May another state wait?
    fn has_room(&self) -> bool {
        self.queues.iter().map(VecDeque::len).sum::<usize>() < MOST_STATES
    }

    /// Tries an action in a node.
    fn generate(&mut self, turn: Turn<'_>, node: Node, action: Action) -> Generated {
        if !turn.next_iteration() {
            return Generated::BudgetSpent;
        }
        let to = self.fresh_state();
        let Ok([parent, child]) = self.states.get_disjoint_mut([node.state as usize, to as usize]) else {
            return Generated::Dropped;
        };
        child.copy_from(turn, parent, &mut self.rng);
        if !child.advance(turn, action) {
            self.free.push(to);
            return Generated::BudgetSpent;
        }
        self.generated += 1;
        let gain = child.score() - parent.score();
        let outcome = match child.winner() {
            Winner::Wins => WIN,
            Winner::Loses => -WIN,
            Winner::None => 0.0,
        };
        let novelty = self.table.novelty(&child.observation(), child.player());
        let depth = node.depth + 1;
        let child = Node {
            state: to,
            value: node.value + discounted(gain, self.gamma, depth) + outcome,
            depth,
            first: node.first.or(Some(action)),
            link: Some(self.links.len() as u32),
        };
        self.links.push((node.link, action));
        match self.queue(novelty) {
            Some(queue) if !self.states[to as usize].is_over() && self.has_room() => {
                self.queues[queue].push_back(child);
            }
            Some(_) => self.free.push(to),
            None => {
                self.free.push(to);
                return Generated::Dropped;
            }
        }
        Generated::Kept(child)
    }

    /// Notes what was found below an action of the root.
    fn note(&mut self, node: &Node) {
        self.depth = self.depth.max(node.depth);
        let Some(action) = node.first else { return };
        match self.tried.iter_mut().find(|known| known.action == action) {
            Some(known) => {
                known.value = known.value.max(node.value);
                known.visits += 1.0;
            }
            None => self.tried.push(ActionInsight { action, value: node.value, visits: 1.0 }),
        }
    }

    /// The actions on the way to the best state.
    fn plan(&self) -> Vec<Action> {
        let mut plan = Vec::new();
        let mut next = self.best;
        while let Some(&(before, action)) = next.and_then(|link| self.links.get(link as usize)) {
            plan.push(action);
            next = before;
        }
        plan.reverse();
        plan
    }

    /// Forgets the last tick's search.
    fn begin(&mut self, turn: Turn<'_>) -> u32 {
        self.queues.iter_mut().for_each(VecDeque::clear);
        self.free.clear();
        self.free.extend((1..self.states.len() as u32).rev());
        self.tried.clear();
        self.links.clear();
        self.best = None;
        (self.generated, self.depth) = (0, 0);
        turn.reset(&mut self.states[0], &mut self.rng);
        self.states[0].forget_events();
        self.table.clear(&turn.observation());
        self.table.novelty(&turn.observation(), turn.player());
        0
    }

    fn search(&mut self, turn: Turn<'_>) -> Option<Action> {
        let root = self.begin(turn);
        self.safe_actions(turn, root);
        let mut best = (-1.0, None);
        let mut next = Some(Node { state: root, value: 0.0, depth: 0, first: None, link: None });
        while let Some(node) = next {
            if node.first.is_some() {
                self.order.clear();
                self.order.extend_from_slice(self.states[node.state as usize].actions());
            }
            self.rng.shuffle(&mut self.order);
            for i in 0..self.order.len() {
                match self.generate(turn, node, self.order[i]) {
                    Generated::BudgetSpent => return best.1,
                    Generated::Dropped => {}
                    Generated::Kept(child) => {
                        self.note(&child);
                        if child.value >= best.0 {
                            best = (child.value, child.first);
                            self.best = child.link;
                        }
                    }
                }
            }
            if node.state != root {
                self.free.push(node.state);
            }
            next = if best.0 < ENOUGH { self.pop() } else { None };
        }
        best.1
    }
}

impl Agent for Iw {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.search(turn).unwrap_or(Action::Nil)
    }

    fn insight(&self) -> Insight {
        Insight {
            actions: self.tried.clone(),
            depth: Some(self.depth),
            nodes: Some(self.generated),
            plan: self.plan(),
            ..Insight::default()
        }
    }
}
