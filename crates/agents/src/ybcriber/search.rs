//! The search: breadth first within each class of novelty, and over several ticks where the game waits.

use std::collections::VecDeque;

use ludex_engine::{Action, Winner};

use super::model::Model;
use super::novelty::{CLASSES, Table};
use crate::interface::{Rng, Simulator, Turn};
use crate::kit::growth::Growth;

/// The most nodes that wait, and the most bytes that the states they wait for may take.
const MOST_WAITING: usize = 6500;
const MOST_BYTES: usize = 512 << 20;
/// What a win is worth; a loss is as bad.
pub(super) const WIN: f64 = 1e6;
/// What a game is worth that ends with neither.
const NOTHING: f64 = -0.1;
/// What a win is worth as long as points come first.
const LATER: f64 = 0.1;
/// What a unit of a resource is worth, gained or lost.
const RESOURCE: (f64, f64) = (0.1, 0.01);

const NO_STATE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    /// Its state, as long as children wait for it.
    state: u32,
    depth: u16,
    action: Action,
    waiting: u8,
    /// How many nodes come from it, and one more if it is the best that was found.
    uses: u8,
}

/// What a sequence of actions leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Found {
    pub gain: f64,
    pub depth: u32,
    node: u32,
}

/// What the search is after.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    /// Is a win worth more than anything else?
    pub win_first: bool,
}

pub(crate) struct Search {
    table: Table,
    nodes: Vec<Node>,
    /// Nodes that nothing leads to any more: a search that goes on for many ticks comes by more than can be kept.
    unused: Vec<u32>,
    /// How many nodes there have been.
    visited: usize,
    /// Nodes to be visited: a parent and an action. One queue for each class, and one for what shows nothing new.
    queues: [VecDeque<(u32, Action)>; CLASSES + 1],
    states: Vec<Simulator>,
    free: Vec<u32>,
    /// How large those are that nodes wait for, and all together.
    sizes: Vec<u32>,
    bytes: usize,
    growth: Growth,
    /// A second try of a first action.
    second: Simulator,
    order: Vec<Action>,
    /// Does the game wait for the avatar?
    waits: bool,
    pub best: Option<Found>,
    pub deepest: u32,
}

/// How much the avatar holds in all.
pub(super) fn held(state: &Simulator) -> f64 {
    state.observation().avatar_resources(state.player()).map(|(_, n)| f64::from(n)).sum()
}

/// The gain of a state over another, in which the avatar held so much.
pub(super) fn gain((root, before): (&Simulator, f64), state: &Simulator, goal: Goal) -> f64 {
    let points = state.score() - root.score();
    match state.winner() {
        Winner::Loses => return -WIN,
        Winner::Wins if goal.win_first => return WIN + points,
        Winner::Wins => return points + LATER,
        Winner::None if state.is_over() => return NOTHING,
        Winner::None => {}
    }
    let change = held(state) - before;
    points + if change > 0.0 { RESOURCE.0 * change } else { RESOURCE.1 * change }
}

impl Search {
    pub fn new(simulator: &Simulator) -> Search {
        Search {
            table: Table::default(),
            nodes: Vec::new(),
            unused: Vec::new(),
            visited: 0,
            queues: Default::default(),
            states: Vec::new(),
            free: Vec::new(),
            sizes: Vec::new(),
            bytes: 0,
            growth: Growth::default(),
            second: simulator.clone(),
            order: Vec::new(),
            waits: false,
            best: None,
            deepest: 0,
        }
    }

    /// Begins anew from a state.
    pub fn begin(
        &mut self,
        turn: Turn<'_>,
        from: &Simulator,
        actions: &[Action],
        model: &Model,
        waits: bool,
        rng: &mut Rng,
    ) {
        self.table.clear(from, model, waits);
        self.waits = waits;
        self.nodes.clear();
        self.unused.clear();
        self.visited = 1;
        self.queues.iter_mut().for_each(VecDeque::clear);
        self.free.clear();
        self.free.extend((0..self.states.len() as u32).rev());
        self.sizes.fill(0);
        self.bytes = 0;
        self.growth.begin(from);
        (self.best, self.deepest) = (None, 0);
        let state = self.free.pop().unwrap_or_else(|| {
            self.states.push(from.clone());
            0
        });
        self.states[state as usize].copy_from(turn, from, rng);
        self.nodes.push(Node { parent: NO_STATE, action: Action::Nil, depth: 0, state, waiting: 0, uses: 1 });
        self.expand(0, 0, actions, rng);
    }

    /// How many nodes there have been.
    pub fn len(&self) -> usize {
        self.visited
    }

    /// Is there nothing left to look at?
    pub fn is_exhausted(&self) -> bool {
        self.queues.iter().all(VecDeque::is_empty)
    }

    /// Copies a state to another place.
    fn copy(&mut self, turn: Turn<'_>, from: u32, rng: &mut Rng) -> u32 {
        let Some(to) = self.free.pop() else {
            let copy = self.states[from as usize].copy(turn, rng);
            self.states.push(copy);
            return self.states.len() as u32 - 1;
        };
        if let Ok([from, to]) = self.states.get_disjoint_mut([from as usize, to as usize]) {
            to.copy_from(turn, from, rng);
        }
        to
    }

    /// Queues the children of a node that was new in this class: NIL first, the others in random order. If too many wait, those
    /// that promise less have to go.
    fn expand(&mut self, node: u32, class: usize, actions: &[Action], rng: &mut Rng) {
        let state = self.nodes[node as usize].state as usize;
        let bytes = self.states[state].bytes();
        while self.queues.iter().map(VecDeque::len).sum::<usize>() + actions.len() > MOST_WAITING
            || self.bytes + bytes > MOST_BYTES
        {
            let less = self.queues[class + 1..].iter_mut().rev().find_map(VecDeque::pop_back);
            let Some((parent, _)) = less else { return self.release(node) };
            self.settle(parent);
        }
        self.sizes.resize(self.states.len(), 0);
        self.sizes[state] = bytes as u32;
        self.bytes += bytes;
        self.order.clear();
        self.order.extend(actions.iter().filter(|&&action| action != Action::Nil));
        rng.shuffle(&mut self.order);
        let queue = &mut self.queues[class];
        queue.push_back((node, Action::Nil));
        queue.extend(self.order.iter().map(|&action| (node, action)));
        self.nodes[node as usize].waiting = self.order.len() as u8 + 1;
    }

    /// Gives back the state of a node that has no children to come.
    fn release(&mut self, node: u32) {
        let state = std::mem::replace(&mut self.nodes[node as usize].state, NO_STATE);
        if state != NO_STATE {
            self.bytes -= self.sizes.get_mut(state as usize).map_or(0, std::mem::take) as usize;
            self.free.push(state);
        }
    }

    /// Goes on until this share of the budget is spent or there is nothing left.
    pub fn go_on(
        &mut self,
        turn: Turn<'_>,
        share: f64,
        root: &Simulator,
        model: &mut Model,
        goal: Goal,
        rng: &mut Rng,
    ) {
        let held = held(root);
        let mut visited = 0_u32;
        while !self.is_exhausted() && turn.next_iteration() {
            visited += 1;
            // Not each time: to read the clock takes as long as a tick.
            if share < 1.0 && visited.is_multiple_of(16) && turn.spent() > share {
                return;
            }
            if !self.visit(turn, (root, held), model, goal, rng) {
                return;
            }
        }
    }

    /// Visits the first node of the lowest class. False if the budget has ended.
    fn visit(
        &mut self,
        turn: Turn<'_>,
        root: (&Simulator, f64),
        model: &mut Model,
        goal: Goal,
        rng: &mut Rng,
    ) -> bool {
        let Some(queue) = self.queues.iter_mut().find(|queue| !queue.is_empty()) else { return false };
        let Some((parent, action)) = queue.pop_front() else { return false };
        let Node { state: from, depth, .. } = self.nodes[parent as usize];
        let depth = u32::from(depth);
        let to = self.copy(turn, from, rng);
        let Ok([before, after]) = self.states.get_disjoint_mut([from as usize, to as usize]) else {
            return false;
        };
        if !after.advance(turn, action) {
            self.free.push(to);
            // It is the first to be looked at when there is budget again.
            self.queues[0].push_front((parent, action));
            return false;
        }
        // A search that goes on for many ticks comes by many events, too.
        after.forget_events();
        model.learn(before, action, after);
        let mut value = gain(root, after, goal);
        if depth == 0 && !self.waits {
            self.second.copy_from(turn, before, rng);
            let other = self.second.advance(turn, action).then(|| gain(root, &self.second, goal));
            if let Some(other) = other.filter(|&other| other < value) {
                value = other;
                std::mem::swap(&mut self.second, after);
            }
        }
        let class = self.table.class(after);
        let over = after.is_over();
        let node =
            self.node(Node { parent, action, depth: depth as u16 + 1, state: to, waiting: 0, uses: 0 });
        self.deepest = self.deepest.max(depth + 1);
        let better = |best: Found| value > best.gain || value == best.gain && depth + 1 < best.depth;
        if value > 0.0 && self.best.is_none_or(better) {
            let worse = self.best.replace(Found { gain: value, depth: depth + 1, node });
            self.nodes[node as usize].uses += 1;
            if let Some(worse) = worse {
                self.nodes[worse.node as usize].uses -= 1;
                self.discard(worse.node);
            }
        }
        let class = class.or_else(|| self.waits.then_some(CLASSES));
        match class {
            Some(class) if !over && !self.growth.is_too_much(&self.states[to as usize]) => {
                let actions = self.states[to as usize].actions();
                self.expand(node, class, actions, rng);
            }
            _ => self.release(node),
        }
        self.discard(node);
        self.settle(parent);
        true
    }

    /// Adds a node.
    fn node(&mut self, node: Node) -> u32 {
        self.nodes[node.parent as usize].uses += 1;
        self.visited += 1;
        match self.unused.pop() {
            Some(id) => {
                self.nodes[id as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// Forgets a node that nothing comes from any more, and those before it if that was all that came from them.
    fn discard(&mut self, mut node: u32) {
        while let Node { parent, waiting: 0, uses: 0, .. } = self.nodes[node as usize] {
            self.unused.push(node);
            self.nodes[parent as usize].uses -= 1;
            node = parent;
        }
    }

    /// A child of a node waits no longer.
    fn settle(&mut self, parent: u32) {
        let node = &mut self.nodes[parent as usize];
        node.waiting -= 1;
        if node.waiting == 0 {
            self.release(parent);
            self.discard(parent);
        }
    }

    /// Writes the actions that lead to what was found into a list.
    pub fn plan(&self, found: Found, plan: &mut VecDeque<Action>) {
        plan.clear();
        let mut node = found.node;
        while let Some(step) = self.nodes.get(node as usize).filter(|step| step.depth > 0) {
            plan.push_front(step.action);
            node = step.parent;
        }
    }
}
