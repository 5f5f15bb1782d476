//! Best-first search: always goes on from the most promising state seen so far.

use crate::fingerprint::Fingerprint;
use crate::guide::Guide;
use crate::solve::{Meter, Stop};
use crate::tree::{Node, ROOT, Tree};
use ludex_engine::{Action, State, Winner};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The most states kept for later; the rest is forgotten, the least promising first.
const OPEN: usize = 200_000;
/// What a tick costs against what it gains: a little, so that of two ways the shorter one is tried first.
const TICK: f64 = 0.05;

struct Open {
    value: f64,
    state: State,
    node: Node,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value).then_with(|| other.node.cmp(&self.node))
    }
}

/// Searches from the most promising state on, and never twice from states that look the same.
pub(crate) fn search(
    start: &State,
    fingerprint: &Fingerprint,
    guide: &mut Guide,
    meter: &mut Meter<'_>,
) -> Result<Vec<Action>, Stop> {
    let mut tree = Tree::new();
    let mut seen = FxHashSet::from_iter([fingerprint.take(start)]);
    let mut open = BinaryHeap::from([Open { value: 0.0, state: start.clone(), node: ROOT }]);
    while let Some(Open { state, node, .. }) = open.pop() {
        for &action in state.actions(0) {
            meter.tick(state.tick(), open.len())?;
            let mut child = state.clone();
            child.play(&[action]);
            if child.is_over() {
                if child.winner(0) == Winner::Wins {
                    let mut actions = tree.path(node);
                    actions.push(action);
                    return Ok(actions);
                }
            } else if seen.insert(fingerprint.take(&child)) {
                let value = guide.value(&child) - TICK * f64::from(child.tick());
                open.push(Open { value, state: child, node: tree.add(node, action) });
            }
        }
        if open.len() > OPEN {
            let mut best = std::mem::take(&mut open).into_vec();
            best.select_nth_unstable_by(OPEN / 2, |a, b| b.cmp(a));
            best.truncate(OPEN / 2);
            open = BinaryHeap::from(best);
        }
    }
    Err(Stop::NothingLeft)
}
