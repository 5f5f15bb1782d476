//! The search: best first in several orders, over states that were never seen, and kept from tick to tick.

use std::collections::VecDeque;

use ludex_engine::{Action, Winner};

use super::open::{AGAIN, NOTHING_NEW, Open, Promise};
use super::situation::{Change, mix};
use super::tables::{Bits, Seen};
use super::value::Value;
use crate::interface::{Rng, Simulator, Turn};

/// The most nodes of a search. Tests want to see it forget.
const MOST_NODES: usize = if cfg!(test) { 1 << 11 } else { 1 << 21 };
/// Nodes that lead nowhere are forgotten before this part of a tick is spent, and not later: it takes some milliseconds.
const EARLY: f64 = 0.5;
/// The most states that wait, and the most bytes that they may take.
const MOST_STATES: usize = 1 << 15;
const MOST_BYTES: usize = 256 << 20;
/// How many states are remembered as seen.
const REMEMBERED: usize = 1 << 23;
/// Bits for what is new.
const NOVELTY_BITS: usize = 1 << 26;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    /// Its state, as long as it waits.
    state: u32,
    counters: u64,
    points: f32,
    events: u16,
    depth: u16,
    action: Action,
    /// Is something in motion, so that doing nothing leads elsewhere?
    moving: bool,
}

/// A way to somewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Goal {
    node: u32,
    pub gain: f64,
    pub depth: usize,
}

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
    nodes: Vec<Node>,
    states: Vec<Simulator>,
    free: Vec<u32>,
    most_states: usize,
    open: Open,
    seen: Seen,
    /// What has been seen of single things, and of the avatar together with one of them, for each value of the counters.
    single: Bits,
    pairs: Bits,
    change: Change,
    dropped: Vec<(u64, u32)>,
    /// The new numbers of nodes that are kept.
    kept: Vec<u32>,
    value: Value,
    /// Does nothing happen unless the avatar acts?
    still: bool,
    /// Are states samples?
    by_chance: bool,
    ignored: Vec<bool>,
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
            nodes: Vec::new(),
            states: Vec::new(),
            free: Vec::new(),
            most_states: 0,
            open: Open::default(),
            seen: Seen::new(REMEMBERED),
            single: Bits::new(NOVELTY_BITS),
            pairs: Bits::new(NOVELTY_BITS),
            change: Change::default(),
            dropped: Vec::new(),
            kept: Vec::new(),
            value: Value::default(),
            still: false,
            by_chance: false,
            ignored: Vec::new(),
            win: None,
            best: None,
            deepest: None,
            is_exhausted: false,
            has_dropped: false,
            searches: 0,
        }
    }

    /// Begins anew from a state.
    pub fn begin(&mut self, from: &Simulator, mode: Mode<'_>, value: Value) {
        self.nodes.clear();
        if self.nodes.capacity() < MOST_NODES {
            // Once and for all: to copy a long list when it grows would take the time of a tick.
            self.nodes.reserve_exact(MOST_NODES);
        }
        self.free.clear();
        self.free.extend((0..self.states.len() as u32).rev());
        self.most_states = (MOST_BYTES / from.bytes().max(1)).clamp(64, MOST_STATES);
        self.open.clear();
        self.seen.clear();
        self.single.clear();
        self.pairs.clear();
        self.value = value;
        self.still = matches!(mode, Mode::Still);
        self.ignored.clear();
        self.by_chance = matches!(mode, Mode::Chance { .. });
        if let Mode::Moving { movers: ignored } | Mode::Chance { random: ignored } = mode {
            self.ignored.extend_from_slice(ignored);
        }
        (self.win, self.best, self.deepest) = (None, None, None);
        self.is_exhausted = from.is_over();
        if std::mem::take(&mut self.has_dropped) {
            self.searches += 1;
        }
        self.seen.insert(from.situation());
        let state = self.place_for_state(from);
        self.states[state as usize].clone_from(from);
        self.states[state as usize].forget_events();
        let root = Node {
            parent: NONE,
            state,
            counters: 0,
            points: 0.0,
            events: 0,
            depth: 0,
            action: Action::Nil,
            moving: true,
        };
        self.nodes.push(root);
        self.open.push(0, Promise { class: 0, points: 0.0, events: 0, depth: 0, counters: 0 });
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    fn place_for_state(&mut self, pattern: &Simulator) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.states.push(pattern.clone());
            self.states.len() as u32 - 1
        })
    }

    /// Goes on until there is a win, this share of the budget is spent or nothing is left.
    pub fn go_on(&mut self, turn: Turn<'_>, share: f64, rng: &mut Rng) {
        if self.is_full() {
            if turn.spent() > EARLY {
                return;
            }
            self.compact();
            self.is_exhausted |= self.nodes.len() > MOST_NODES / 2;
        }
        let mut expanded = 0_u32;
        while self.win.is_none() && !self.is_exhausted && turn.next_iteration() {
            expanded += 1;
            // Not each time: to read the clock takes as long as a tick.
            if share < 1.0 && expanded.is_multiple_of(8) && turn.spent() > share {
                return;
            }
            let nodes = &self.nodes;
            let Some(node) = self.open.pop(|node| nodes[node as usize].state != NONE) else {
                self.is_exhausted = self.free.len() == self.states.len();
                continue;
            };
            if !self.expand(turn, node, rng) {
                return;
            }
            if self.is_full() {
                return;
            }
            if self.states.len() - self.free.len() + 8 > self.most_states {
                self.make_room();
            }
            if self.open.len() > 3 * self.most_states {
                let nodes = &self.nodes;
                self.open.retain(|node| nodes[node as usize].state != NONE);
            }
        }
    }

    fn is_full(&self) -> bool {
        self.nodes.len() + 8 > MOST_NODES
    }

    /// Forgets the nodes that no waiting one has come from.
    fn compact(&mut self) {
        let Search { nodes, kept, .. } = self;
        kept.clear();
        kept.resize(nodes.len(), NONE);
        let goals = [self.best, self.deepest].into_iter().flatten().map(|goal| goal.node);
        let waiting = (0..nodes.len() as u32).filter(|&node| nodes[node as usize].state != NONE);
        for node in std::iter::once(0).chain(goals).chain(waiting) {
            let mut at = node;
            while at != NONE && kept[at as usize] == NONE {
                kept[at as usize] = 0;
                at = nodes[at as usize].parent;
            }
        }
        let mut count = 0;
        for old in 0..nodes.len() {
            if kept[old] == NONE {
                continue;
            }
            kept[old] = count as u32;
            // Who comes from a node has come after it, so that the new number is known.
            let node = nodes[old];
            let parent = kept.get(node.parent as usize).copied().unwrap_or(NONE);
            nodes[count] = Node { parent, ..node };
            count += 1;
        }
        nodes.truncate(count);
        self.open.renumber(|node| kept[node as usize]);
        for goal in [&mut self.best, &mut self.deepest].into_iter().flatten() {
            goal.node = kept[goal.node as usize];
        }
    }

    /// Tries all actions in a node. False if the budget has ended before.
    fn expand(&mut self, turn: Turn<'_>, node: u32, rng: &mut Rng) -> bool {
        let from = self.nodes[node as usize];
        let actions = self.states[from.state as usize].actions();
        let wait = (from.moving || !self.still).then_some(Action::Nil);
        for action in wait.into_iter().chain(actions.iter().copied()) {
            let to = self.place_for_state_like(from.state);
            let Ok([before, after]) = self.states.get_disjoint_mut([from.state as usize, to as usize]) else {
                return false;
            };
            after.copy_from(turn, before, rng);
            if !after.advance(turn, action) {
                self.free.push(to);
                // What has been tried already is recognised when it is tried again.
                self.open.push(node, promise(&from, 0));
                return false;
            }
            if !self.keep(node, from, action, to) {
                self.free.push(to);
            }
            if self.win.is_some() {
                break;
            }
        }
        self.free.push(from.state);
        self.nodes[node as usize].state = NONE;
        true
    }

    fn place_for_state_like(&mut self, pattern: u32) -> u32 {
        match self.free.pop() {
            Some(place) => place,
            None => {
                let state = self.states[pattern as usize].clone();
                self.states.push(state);
                self.states.len() as u32 - 1
            }
        }
    }

    /// Adds the node that an action led to, if it is worth looking at.
    fn keep(&mut self, parent: u32, from: Node, action: Action, to: u32) -> bool {
        let Ok([before, after]) = self.states.get_disjoint_mut([from.state as usize, to as usize]) else {
            return false;
        };
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
        if depth == u16::MAX {
            return false;
        }
        after.forget_events();
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
        let counters = mix(child.counters, self.change.belongings);
        let class = if again { AGAIN } else { self.class(counters) };
        self.nodes.push(child);
        self.note(goal);
        if self.deepest.is_none_or(|deepest| goal.depth > deepest.depth) {
            self.deepest = Some(goal);
        }
        self.open.push(id, Promise { counters, ..promise(&child, class) });
        true
    }

    /// Remembers the best way.
    fn note(&mut self, goal: Goal) {
        let better = |best: Goal| goal.gain > best.gain || goal.gain == best.gain && goal.depth < best.depth;
        if goal.gain > 0.0 && self.best.is_none_or(better) {
            self.best = Some(goal);
        }
    }

    /// How new the state is that has just been compared with the one before: 0 for something that was never so with these
    /// counters, 1 for something that never was while the avatar stood like this, 2 for nothing new.
    fn class(&mut self, counters: u64) -> u8 {
        let stance = self.change.stance;
        let place = self.single.insert(mix(counters, stance));
        let (mut single, mut pair) = (false, false);
        for &atom in &self.change.atoms {
            single |= self.single.insert(mix(counters, atom));
            pair |= self.pairs.insert(mix(mix(counters, stance), atom));
        }
        [place, single, pair].iter().position(|new| *new).map_or(NOTHING_NEW, |class| class as u8)
    }

    /// Forgets half of the nodes that wait: those that promise least.
    fn make_room(&mut self) {
        self.has_dropped = true;
        let nodes = &self.nodes;
        self.open.least(
            self.searches,
            self.most_states / 2,
            |node| nodes[node as usize].state != NONE,
            &mut self.dropped,
        );
        for &(_, node) in &self.dropped {
            let state = std::mem::replace(&mut self.nodes[node as usize].state, NONE);
            if state != NONE {
                self.free.push(state);
            }
        }
        let nodes = &self.nodes;
        self.open.retain(|node| nodes[node as usize].state != NONE);
    }

    /// Writes the actions that lead to a goal into a list.
    pub fn way(&self, goal: Goal, way: &mut VecDeque<Action>) {
        way.clear();
        let mut at = goal.node;
        while let Some(node) = self.nodes.get(at as usize).filter(|node| node.parent != NONE) {
            way.push_front(node.action);
            at = node.parent;
        }
    }
}

fn promise(node: &Node, class: u8) -> Promise {
    let Node { points, events, depth, counters, .. } = *node;
    Promise { class, points: f64::from(points), events, depth, counters }
}

#[cfg(test)]
mod tests {
    use ludex_engine::{ONTOLOGY, World};
    use ludex_vgdl::Level;

    use super::*;
    use crate::interface::{Agent, Budget, Match, Rules};

    struct Idle;

    impl Agent for Idle {
        fn act(&mut self, _: Turn<'_>) -> Action {
            Action::Nil
        }
    }

    /// Boxes to be pushed into a hole far away.
    const GAME: &str = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    hole > Immovable\n    box > Passive\n    \
        avatar > MovingAvatar\n  \
        InteractionSet\n    avatar wall > stepBack\n    box avatar > bounceForward\n    box wall box > undoAll\n    \
        box hole > killSprite\n  \
        TerminationSet\n    SpriteCounter stype=box limit=0 win=True\n  \
        LevelMapping\n    . > floor\n    w > wall\n    o > hole\n    b > box\n    A > avatar\n";

    #[test]
    fn a_search_that_has_to_forget_nodes_still_finds_its_way() {
        let game = ludex_vgdl::parse(GAME, &ONTOLOGY).unwrap().game;
        let level = "wwwwwwwwww\nwA.......w\nw.b..b...w\nw....w...w\nw..b....ow\nwwwwwwwwww";
        let world = World::new(&game, &Level::parse(level)).unwrap();
        let builder = |turn: Turn<'_>, seed: u64| -> Box<dyn Agent> {
            let mut rng = Rng::new(seed);
            let start = turn.simulator(&mut rng);
            let mut search = Search::new();
            search.begin(&start, Mode::Still, Value::points(&start));
            let mut forgot = 0;
            while search.win.is_none() && !search.is_exhausted && turn.calls_left() > Some(0) {
                search.go_on(turn, 1.0, &mut rng);
                if search.is_full() {
                    // As at the beginning of the next tick.
                    search.compact();
                    forgot += 1;
                }
                assert!(search.len() <= MOST_NODES);
            }
            assert!(forgot > 2, "{} nodes were enough", search.len());
            let win = search.win.expect("there is a way to win");
            let (mut way, mut trial) = (VecDeque::new(), start);
            search.way(win, &mut way);
            assert_eq!(way.len(), win.depth);
            assert!(way.into_iter().all(|action| trial.advance(turn, action)));
            assert_eq!(trial.winner(), Winner::Wins);
            Box::new(Idle)
        };
        Match::new(&world, 1, &[(&builder, 1)], Rules::new(Budget::calls(100_000)));
    }
}
