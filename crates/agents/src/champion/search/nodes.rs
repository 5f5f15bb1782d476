//! The ways that a search has gone: every node knows the one it came from.

use std::collections::VecDeque;

use ludex_engine::Action;

use super::open::Promise;

/// The most nodes of a search. Tests want to see it forget.
pub(super) const MOST_NODES: usize = if cfg!(test) { 1 << 11 } else { 1 << 21 };

/// No node, or no state.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub parent: u32,
    /// Its state, as long as it waits.
    pub state: u32,
    pub counters: u64,
    pub points: f32,
    pub events: u16,
    pub depth: u16,
    pub action: Action,
    /// Is something in motion, so that doing nothing leads elsewhere?
    pub moving: bool,
}

impl Node {
    /// Where a search begins.
    pub fn root(state: u32) -> Node {
        Node {
            parent: NONE,
            state,
            counters: 0,
            points: 0.0,
            events: 0,
            depth: 0,
            action: Action::Nil,
            moving: true,
        }
    }

    /// What it is ordered by, if it is so new.
    pub fn promise(&self, class: u8) -> Promise {
        let Node { points, events, depth, counters, .. } = *self;
        Promise { class, points: f64::from(points), events, depth, counters }
    }
}

/// A way to somewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::champion) struct Goal {
    pub(super) node: u32,
    pub gain: f64,
    pub depth: usize,
}

/// All nodes, each after the one it came from.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    list: Vec<Node>,
    /// The new numbers of nodes that are kept.
    kept: Vec<u32>,
}

impl Nodes {
    pub fn clear(&mut self) {
        self.list.clear();
        if self.list.capacity() < MOST_NODES {
            // Once and for all: to copy a long list when it grows would take the time of a tick.
            self.list.reserve_exact(MOST_NODES);
        }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Is there no room for all that one node leads to?
    pub fn is_full(&self) -> bool {
        self.list.len() + 8 > MOST_NODES
    }

    /// Is it still fuller than it should be after a [`compact`](Nodes::compact)?
    pub fn is_crowded(&self) -> bool {
        self.list.len() > MOST_NODES / 2
    }

    pub fn get(&self, node: u32) -> Node {
        self.list[node as usize]
    }

    /// Has a node not been looked at yet?
    #[inline]
    pub fn waits(&self, node: u32) -> bool {
        self.list[node as usize].state != NONE
    }

    pub fn push(&mut self, node: Node) {
        self.list.push(node);
    }

    /// Takes the state of a node that waits no longer.
    pub fn take_state(&mut self, node: u32) -> Option<u32> {
        let state = std::mem::replace(&mut self.list[node as usize].state, NONE);
        (state != NONE).then_some(state)
    }

    /// Forgets the nodes that none of the waiting ones and of the goals has come from. Returns what gives the others their new numbers,
    /// and those that are forgotten [`NONE`].
    pub fn compact(&mut self, goals: impl Iterator<Item = u32>) -> impl Fn(u32) -> u32 {
        let Nodes { list, kept } = self;
        kept.clear();
        kept.resize(list.len(), NONE);
        let waiting = (0..list.len() as u32).filter(|&node| list[node as usize].state != NONE);
        for node in std::iter::once(0).chain(goals).chain(waiting) {
            let mut at = node;
            while at != NONE && kept[at as usize] == NONE {
                kept[at as usize] = 0;
                at = list[at as usize].parent;
            }
        }
        let mut count = 0;
        for old in 0..list.len() {
            if kept[old] == NONE {
                continue;
            }
            kept[old] = count as u32;
            // Who comes from a node has come after it, so that the new number is known.
            let node = list[old];
            let parent = kept.get(node.parent as usize).copied().unwrap_or(NONE);
            list[count] = Node { parent, ..node };
            count += 1;
        }
        list.truncate(count);
        let kept: &[u32] = kept;
        |node| kept[node as usize]
    }

    /// Writes the actions that lead to a goal into a list.
    pub fn way(&self, goal: Goal, way: &mut VecDeque<Action>) {
        way.clear();
        let mut at = goal.node;
        while let Some(node) = self.list.get(at as usize).filter(|node| node.parent != NONE) {
            way.push_front(node.action);
            at = node.parent;
        }
    }
}
