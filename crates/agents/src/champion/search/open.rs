//! The nodes that wait to be looked at, in several orders at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a node is ordered by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Promise {
    /// How new it is: 0 shows something that was never seen, [`NOTHING_NEW`] does not, and [`AGAIN`] looks like another but for what
    /// moves by itself.
    pub class: u8,
    /// The points that were made on the way.
    pub points: f64,
    /// How often something else than the avatar changed on the way, and how long the way is.
    pub events: u16,
    pub depth: u16,
    /// A number for its counters.
    pub counters: u64,
}

pub(super) const NOTHING_NEW: u8 = 3;
pub(super) const AGAIN: u8 = 4;

/// How nodes are ordered: by novelty, by points, by the way, and in groups.
const ORDERS: usize = 4;
/// Groups of nodes with equal counters: so many lists, each taken in turn.
const GROUPS: usize = 1 << 12;

/// The nodes that wait. Every node is in all orders; whoever takes it from one has to notice that it was taken from another.
#[derive(Debug)]
pub(super) struct Open {
    heaps: [BinaryHeap<Reverse<(u64, u32)>>; ORDERS - 1],
    /// Per group: its nodes, first in first out, and how many have been taken.
    groups: Vec<(Vec<u32>, usize)>,
    /// Groups with nodes.
    lively: Vec<u32>,
    next_order: usize,
    next_group: usize,
    /// An order that nothing is taken from.
    without: Option<usize>,
}

impl Default for Open {
    fn default() -> Open {
        Open {
            heaps: Default::default(),
            groups: vec![(Vec::new(), 0); GROUPS],
            lively: Vec::new(),
            next_order: 0,
            next_group: 0,
            without: None,
        }
    }
}

impl Open {
    /// Nodes that are never taken from one of the orders.
    pub fn without(order: usize) -> Open {
        Open { without: Some(order % ORDERS), ..Open::default() }
    }

    pub fn clear(&mut self) {
        self.heaps.iter_mut().for_each(BinaryHeap::clear);
        for (nodes, taken) in &mut self.groups {
            nodes.clear();
            *taken = 0;
        }
        self.lively.clear();
        (self.next_order, self.next_group) = (0, 0);
    }

    /// How many entries the longest list has, with those that were taken elsewhere.
    pub fn len(&self) -> usize {
        self.heaps.iter().map(BinaryHeap::len).max().unwrap_or(0)
    }

    pub fn push(&mut self, node: u32, promise: Promise) {
        let Promise { class, points, events, depth, counters } = promise;
        // Points go down in this number as they go up in the game.
        let points = ((1 << 23) as f64 - points * 8.0).clamp(0.0, ((1 << 24) - 1) as f64) as u64;
        let way = u64::from(events) << 16 | u64::from(depth);
        let by_novelty = u64::from(class) << 56 | points << 32 | way;
        let by_points = points << 33 | u64::from(class == AGAIN) << 32 | way;
        for (heap, priority) in self.heaps.iter_mut().zip([by_novelty, by_points, way]) {
            heap.push(Reverse((priority, node)));
        }
        if class == AGAIN {
            return;
        }
        let group = counters as usize & (GROUPS - 1);
        let (nodes, taken) = &mut self.groups[group];
        if *taken == nodes.len() {
            nodes.clear();
            *taken = 0;
            self.lively.push(group as u32);
        }
        nodes.push(node);
    }

    /// The next node, from each of the orders in turn; `waits` says whether a node has not been taken yet.
    pub fn pop(&mut self, waits: impl Fn(u32) -> bool) -> Option<u32> {
        self.next_order = (self.next_order + 1) % ORDERS;
        if self.without == Some(self.next_order) {
            self.next_order = (self.next_order + 1) % ORDERS;
        }
        if let Some(heap) = self.heaps.get_mut(self.next_order) {
            while let Some(Reverse((_, node))) = heap.pop() {
                if waits(node) {
                    return Some(node);
                }
            }
            return None;
        }
        while !self.lively.is_empty() {
            self.next_group = (self.next_group + 1) % self.lively.len();
            let (nodes, taken) = &mut self.groups[self.lively[self.next_group] as usize];
            while let Some(&node) = nodes.get(*taken) {
                *taken += 1;
                if waits(node) {
                    return Some(node);
                }
            }
            self.lively.swap_remove(self.next_group);
        }
        None
    }

    /// Forgets all entries of nodes that need not be kept.
    pub fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        for heap in &mut self.heaps {
            heap.retain(|Reverse((_, node))| keep(*node));
        }
        for (nodes, taken) in &mut self.groups {
            nodes.drain(..*taken);
            *taken = 0;
            nodes.retain(|node| keep(*node));
        }
        self.lively.clear();
        self.lively.extend((0..GROUPS as u32).filter(|&group| !self.groups[group as usize].0.is_empty()));
    }

    /// Gives all nodes new numbers; those without one are forgotten.
    pub fn renumber(&mut self, new: impl Fn(u32) -> u32) {
        for heap in &mut self.heaps {
            let mut entries = std::mem::take(heap).into_vec();
            entries.retain_mut(|Reverse((_, node))| {
                *node = new(*node);
                *node != u32::MAX
            });
            *heap = BinaryHeap::from(entries);
        }
        for (nodes, _) in &mut self.groups {
            nodes.iter_mut().for_each(|node| *node = new(*node));
        }
        self.retain(|node| node != u32::MAX);
    }

    /// The nodes that come last in an order, beyond the first so many.
    pub fn least(
        &self,
        order: usize,
        beyond: usize,
        waits: impl Fn(u32) -> bool,
        list: &mut Vec<(u64, u32)>,
    ) {
        list.clear();
        list.extend(
            self.heaps[order % self.heaps.len()]
                .iter()
                .map(|Reverse(entry)| *entry)
                .filter(|(_, node)| waits(*node)),
        );
        if list.len() > beyond {
            list.select_nth_unstable(beyond);
            list.drain(..beyond);
        } else {
            list.clear();
        }
    }
}
