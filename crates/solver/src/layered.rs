//! Breadth-first search, tick by tick; with a limited width it is a beam search.

use crate::fingerprint::Fingerprint;
use crate::guide::Guide;
use crate::solve::{Meter, Stop};
use crate::tree::{Node, ROOT, Tree};
use ludex_engine::{Action, State, Winner};
use rustc_hash::FxHashSet;

/// How a layered search prunes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Width {
    /// The most states that are kept of a tick.
    pub(crate) most: usize,
    /// Is a state dropped that looks like one of an earlier tick? Right where nothing happens by itself.
    pub(crate) remember: bool,
}

/// Searches tick by tick, keeping the most promising states of each.
pub(crate) fn search(
    start: &State,
    width: Width,
    fingerprint: &Fingerprint,
    guide: &mut Guide,
    meter: &mut Meter<'_>,
) -> Result<Vec<Action>, Stop> {
    let mut tree = Tree::new();
    let mut layer: Vec<(State, Node)> = vec![(start.clone(), ROOT)];
    let mut seen = FxHashSet::from_iter([fingerprint.take(start)]);
    let mut spare: Vec<State> = Vec::new();
    while !layer.is_empty() {
        let mut next: Vec<(f64, State, Node)> = Vec::new();
        if !width.remember {
            seen.clear();
        }
        for (state, node) in &layer {
            for &action in std::iter::once(&Action::Nil).chain(state.actions(0)) {
                meter.tick(state.tick(), layer.len())?;
                let mut child = match spare.pop() {
                    Some(mut child) => {
                        child.clone_from(state);
                        child
                    }
                    None => state.clone(),
                };
                child.play(&[action]);
                if child.is_over() {
                    if child.winner(0) == Winner::Wins {
                        let mut actions = tree.path(*node);
                        actions.push(action);
                        return Ok(actions);
                    }
                    spare.push(child);
                } else if seen.insert(fingerprint.take(&child)) {
                    // Nobody needs to know how good a state is as long as all are kept.
                    let value = if width.most == usize::MAX { 0.0 } else { guide.value(&child) };
                    next.push((value, child, tree.add(*node, action)));
                } else {
                    spare.push(child);
                }
            }
        }
        if next.len() > width.most {
            next.select_nth_unstable_by(width.most, |a, b| b.0.total_cmp(&a.0));
            spare.extend(next.drain(width.most..).map(|(_, state, _)| state));
        }
        spare.extend(layer.drain(..).map(|(state, _)| state));
        spare.truncate(next.len().max(1000));
        layer.extend(next.into_iter().map(|(_, state, node)| (state, node)));
    }
    Err(Stop::NothingLeft)
}
