//! The search: best first in several orders, over states that were never seen, and kept from tick to tick.

mod nodes;
mod novelty;
mod open;
mod situation;
mod stock;
mod tables;
mod team;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use ludex_engine::{Action, Winner};

pub(super) use self::nodes::Goal;
use self::nodes::{NONE, Node, Nodes};
use self::novelty::Novelty;
use self::open::{AGAIN, Open, Promise};
use self::situation::Change;
pub(super) use self::situation::stance;
use self::stock::Stock;
use self::tables::Seen;
pub(super) use self::team::Team;
use super::value::Value;
use crate::interface::{Rng, Simulator, Turn};
use crate::kit::growth::Growth;
use crate::kit::sets::mix;

/// Nodes that lead nowhere are forgotten before this part of a tick is spent, and not later: it takes some milliseconds.
const EARLY: f64 = 0.5;
/// How many states are remembered as seen.
const REMEMBERED: usize = 1 << 23;

/// What kind of game is searched.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode<'a> {
    /// Nothing happens by chance, nor at all unless the avatar acts.
    Still,
    /// Nothing happens by chance. States that differ from others only in where sprites of these types are, which move by
    /// themselves, come later.
    Moving { movers: &'a [bool] },
    /// States are samples. Where sprites of these types are, which move by chance, does not make a state new.
    Chance { random: &'a [bool] },
}

/// The search for a win from a state.
pub(super) struct Search {
    nodes: Nodes,
    stock: Stock,
    open: Open,
    seen: Seen,
    novelty: Novelty,
    change: Change,
    dropped: Vec<(u64, u32)>,
    value: Value,
    /// Does nothing happen unless the avatar acts?
    still: bool,
    /// Are states samples?
    by_chance: bool,
    ignored: Vec<bool>,
    growth: Growth,
    pub win: Option<Goal>,
    /// The way to the most points.
    pub best: Option<Goal>,
    /// The longest way.
    pub deepest: Option<Goal>,
    /// Has everything been looked at, or is there no memory left?
    pub is_exhausted: bool,
    /// Have states been dropped that were not looked at?
    pub has_dropped: bool,
    /// How many searches there have been: each drops by another order than the one before.
    searches: usize,
}

impl Search {
    pub fn new() -> Search {
        Search {
            nodes: Nodes::default(),
            stock: Stock::default(),
            open: Open::default(),
            seen: Seen::new(REMEMBERED),
            novelty: Novelty::default(),
            change: Change::default(),
            dropped: Vec::new(),
            value: Value::default(),
            still: false,
            by_chance: false,
            ignored: Vec::new(),
            growth: Growth::default(),
            win: None,
            best: None,
            deepest: None,
            is_exhausted: false,
            has_dropped: false,
            searches: 0,
        }
    }

    /// A search that leaves out one of the orders, so that it finds other things than one that does not.
    pub fn without_order(number: usize) -> Search {
        Search { open: Open::without(number), ..Search::new() }
    }

    /// Begins anew from a state.
    pub fn begin(&mut self, from: &Simulator, mode: Mode<'_>, value: Value) {
        self.nodes.clear();
        self.open.clear();
        self.seen.clear();
        self.novelty.clear();
        self.value = value;
        self.still = matches!(mode, Mode::Still);
        self.by_chance = matches!(mode, Mode::Chance { .. });
        self.ignored.clear();
        if let Mode::Moving { movers: ignored } | Mode::Chance { random: ignored } = mode {
            self.ignored.extend_from_slice(ignored);
        }
        (self.win, self.best, self.deepest) = (None, None, None);
        self.growth.begin(from);
        self.is_exhausted = from.is_over();
        if std::mem::take(&mut self.has_dropped) {
            self.searches += 1;
        }
        self.seen.insert(from.situation());
        let root = Node::root(self.stock.begin(from));
        self.nodes.push(root);
        self.open.push(0, root.promise(0));
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Goes on until there is a win, this share of the budget is spent or nothing is left.
    pub fn go_on(&mut self, turn: Turn<'_>, share: f64, rng: &mut Rng) {
        if self.nodes.is_full() {
            if turn.spent() > EARLY {
                return;
            }
            self.compact();
            self.is_exhausted |= self.nodes.is_crowded();
        }
        let mut expanded = 0_u32;
        while self.win.is_none() && !self.is_exhausted && turn.next_iteration() {
            expanded += 1;
            // Not each time: to read the clock takes as long as a tick.
            if share < 1.0 && expanded.is_multiple_of(8) && turn.spent() > share {
                return;
            }
            let nodes = &self.nodes;
            let Some(node) = self.open.pop(|node| nodes.waits(node)) else {
                self.is_exhausted = self.stock.is_idle();
                continue;
            };
            if !self.expand(turn, node, rng) || self.nodes.is_full() {
                return;
            }
            if let Some(beyond) = self.stock.too_many() {
                self.make_room(beyond);
            }
            if self.open.len() > 3 * self.stock.most {
                let nodes = &self.nodes;
                self.open.retain(|node| nodes.waits(node));
            }
        }
    }

    /// Forgets the nodes that lead nowhere.
    fn compact(&mut self) {
        let goals = [self.best, self.deepest].into_iter().flatten().map(|goal| goal.node);
        let new = self.nodes.compact(goals);
        self.open.renumber(&new);
        for goal in [&mut self.best, &mut self.deepest].into_iter().flatten() {
            goal.node = new(goal.node);
        }
    }

    /// Tries all actions in a node. False if the budget has ended before.
    fn expand(&mut self, turn: Turn<'_>, node: u32, rng: &mut Rng) -> bool {
        let from = self.nodes.get(node);
        let actions = self.stock.get(from.state).actions();
        let wait = (from.moving || !self.still).then_some(Action::Nil);
        for action in wait.into_iter().chain(actions.iter().copied()) {
            let to = self.stock.copy(turn, from.state, rng);
            if !self.stock.get_mut(to).advance(turn, action) {
                self.stock.give_back(to);
                // What has been tried already is recognised when it is tried again.
                self.open.push(node, from.promise(0));
                return false;
            }
            if !self.keep(node, from, action, to) {
                self.stock.give_back(to);
            }
            if self.win.is_some() {
                break;
            }
        }
        self.nodes.take_state(node).into_iter().for_each(|state| self.stock.give_back(state));
        true
    }

    /// Adds the node that an action led to, if it is worth looking at.
    fn keep(&mut self, parent: u32, from: Node, action: Action, to: u32) -> bool {
        let Some([before, after]) = self.stock.pair(from.state, to) else { return false };
        let depth = from.depth.saturating_add(1);
        let id = self.nodes.len() as u32;
        let gain = self.value.of(after, usize::from(depth));
        let goal = Goal { node: id, gain, depth: usize::from(depth) };
        let mut child = Node {
            parent,
            state: NONE,
            counters: from.counters,
            points: self.value.points_of(after) as f32,
            events: from.events,
            depth,
            action,
            moving: false,
        };
        if after.is_over() {
            if after.winner() == Winner::Wins {
                self.nodes.push(child);
                self.note(goal);
                self.win = Some(goal);
            }
            return false;
        }
        after.forget_events();
        if depth == u16::MAX || self.growth.is_too_much(after) {
            return false;
        }
        // Most have been seen: those are not compared.
        if !self.by_chance && !self.seen.insert(after.situation()) {
            return false;
        }
        self.change.compare(before, after, &self.ignored);
        let looks = mix(self.change.key, from.counters.wrapping_add(self.change.counters));
        let again = !self.still && !self.seen.insert(looks);
        if self.by_chance && again {
            return false;
        }
        child.counters = child.counters.wrapping_add(self.change.counters);
        child.events += u16::from(self.change.event);
        child.moving = self.change.event;
        child.state = to;
        self.stock.keep(to);
        let counters = mix(child.counters, self.change.belongings);
        let class = if again { AGAIN } else { self.novelty.class(&self.change, counters) };
        self.nodes.push(child);
        self.note(goal);
        if self.deepest.is_none_or(|deepest| goal.depth > deepest.depth) {
            self.deepest = Some(goal);
        }
        self.open.push(id, Promise { counters, ..child.promise(class) });
        true
    }

    /// Remembers the best way.
    fn note(&mut self, goal: Goal) {
        let better = |best: Goal| goal.gain > best.gain || goal.gain == best.gain && goal.depth < best.depth;
        if goal.gain > 0.0 && self.best.is_none_or(better) {
            self.best = Some(goal);
        }
    }

    /// Forgets the nodes that wait, beyond so many: those that promise least.
    fn make_room(&mut self, beyond: usize) {
        self.has_dropped = true;
        let nodes = &self.nodes;
        self.open.least(self.searches, beyond, |node| nodes.waits(node), &mut self.dropped);
        for &(_, node) in &self.dropped {
            self.nodes.take_state(node).into_iter().for_each(|state| self.stock.give_back(state));
        }
        let nodes = &self.nodes;
        self.open.retain(|node| nodes.waits(node));
    }

    /// Writes the actions that lead to a goal into a list.
    pub fn way(&self, goal: Goal, way: &mut VecDeque<Action>) {
        self.nodes.way(goal, way);
    }
}
