//! Novelty-based pruning: ways that only lead to what has been seen nearby are passed over.
//!
//! A state is novel if one of its features was true nowhere in its *neighbourhood*: its siblings to the left, its parent, all siblings
//! of its parent, and its parent's neighbourhood, up to the root. Features are those of Geffner and Geffner: a type of sprite in a cell, and how the avatar
//! stands. All children of a node are tested at once, with one state each, when a simulation first goes on from the node with
//! all its actions tried.

use std::ops::Range;

use ludex_engine::{Action, Observation, Places, Vector};

use super::node::Node;
use super::search::Search;
use crate::interface::{Simulator, Turn};
use crate::kit::actions::ActionSet;
use crate::kit::place;
use crate::mcts::tree::{NodeId, Tree};
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "nbp",
    about: "Novelty-based pruning: passes over actions after which nothing is new.",
    source: "Soemers et al. 2016; novelty: Lipovetzky & Geffner 2012",
    parameters: &[Parameter::choice(
        "reading",
        "paper",
        &["paper", "maastcts2"],
        "what is always novel: paper, a higher score; maastcts2, as in the authors' later program, also more health and the end of \
         the game, and below a gain everything is new again",
    )],
};

/// Below this normalised mean a node counts as dangerous, and nothing is passed over.
pub(super) const DANGER: f64 = 0.5;
/// Avatars that are not faster than this do not reach a new cell every tick.
const SLOW: f64 = 0.5;
/// The ways an avatar can face: not at all, or in one of four directions.
const FACINGS: usize = 5;

/// What novelty tests said of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Novelty {
    /// Is something new here, or below?
    pub novel: bool,
    /// Is the node novel whatever comes below it?
    always: bool,
    /// Is everything new again below it?
    restarts: bool,
    /// Have its children been tested?
    pub tested: bool,
    /// Where its features and those of its children are in [`NoveltyTables::features`], as far as its ancestors had not got them
    /// already.
    start: u32,
    len: u32,
}

impl Default for Novelty {
    fn default() -> Novelty {
        Novelty { novel: true, always: false, restarts: false, tested: false, start: 0, len: 0 }
    }
}

impl Novelty {
    /// Forgets what the tests said.
    pub fn reset(&mut self) {
        *self = Novelty::default();
    }

    fn range(&self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// The features of tested nodes.
///
/// A feature is a number: that of a [place](Places), or beyond those how the avatar stands. A node's list leaves out what is in the lists of
/// its ancestors. Most of a level never changes, so that only the root's list is long, and a test reads little more than what
/// has changed on the way to the node.
#[derive(Debug)]
pub(super) struct NoveltyTables {
    /// Does the reading of the authors' later program hold, not that of the paper?
    later: bool,
    cells: usize,
    /// How many places there are.
    places: usize,
    features: Vec<u32>,
    /// The other half of the memory when lists are thrown away.
    spare: Vec<u32>,
    /// What is true in the neighbourhood of the state that is being tested: places, and one bit for each way an avatar can stand.
    near: Places,
    stances: Vec<u64>,
    /// The features whose bits are set in `stances`.
    marked: Vec<u32>,
    /// The root's list, places and ways to stand, if `has_base` says so.
    base: Places,
    base_stances: Vec<u32>,
    has_base: bool,
    /// How many features at the beginning of the root's list are those of the root before it.
    former: usize,
}

impl NoveltyTables {
    pub fn new(settings: &Settings, seen: &Observation<'_>) -> NoveltyTables {
        let cells = place::cells(seen);
        let places = seen.type_count() * cells;
        NoveltyTables {
            later: settings.word("reading") == "maastcts2",
            cells,
            places,
            features: Vec::new(),
            spare: Vec::new(),
            near: Places::default(),
            stances: vec![0; (places * FACINGS).div_ceil(64)],
            marked: Vec::new(),
            base: Places::default(),
            base_stances: Vec::new(),
            has_base: false,
            former: 0,
        }
    }

    /// Forgets everything; the tree does so too.
    pub fn clear(&mut self) {
        self.features.clear();
        self.has_base = false;
        self.former = 0;
    }

    /// The cells of the avatar in the root's list.
    #[cfg(test)]
    pub fn cells_near(&self, root: &Node) -> Vec<usize> {
        let stances = self.features[root.novelty.range()].iter().map(|&feature| feature as usize);
        let stances = stances.filter(|&feature| feature >= self.places);
        stances.map(|feature| (feature - self.places) / FACINGS % self.cells).collect()
    }

    /// Marks how an avatar stands as seen nearby. Was it new?
    #[inline]
    fn mark(&mut self, feature: usize) -> bool {
        let stance = feature - self.places;
        let Some(word) = self.stances.get_mut(stance >> 6) else { return false };
        let new = *word >> (stance & 63) & 1 == 0;
        if new {
            *word |= 1 << (stance & 63);
            self.marked.push(feature as u32);
        }
        new
    }

    /// Makes the neighbourhood of a node's first child known: what the tests of its ancestors have seen, the node itself
    /// included, up to the last one below which everything is new again.
    fn enter(&mut self, tree: &Tree<Node>, node: NodeId, seen: &Observation<'_>) {
        // From here on down, all lists together have everything that counts.
        let mut first = node;
        while !tree.get(first).novelty.restarts
            && let Some(parent) = tree.parent(first)
        {
            first = parent;
        }
        if first == node {
            self.has_base &= node != NodeId::ROOT;
            self.near.clear(seen);
            return self.mark_all(tree.get(node).novelty.range());
        }
        if first == NodeId::ROOT {
            self.enter_base(tree, seen);
        } else {
            self.near.clear(seen);
            self.mark_all(tree.get(first).novelty.range());
            self.near.recognise(seen);
        }
        let mut next = tree.parent(node);
        while let Some(ancestor) = next.filter(|&ancestor| ancestor != first) {
            self.mark_all(tree.get(ancestor).novelty.range());
            next = tree.parent(ancestor);
        }
    }

    /// The root's list is long, and needed again and again.
    fn enter_base(&mut self, tree: &Tree<Node>, seen: &Observation<'_>) {
        if !self.has_base {
            self.base.clear(seen);
            self.base_stances.clear();
            for &feature in &self.features[tree.get(NodeId::ROOT).novelty.range()] {
                match (feature as usize) < self.places {
                    true => self.base.insert(feature as usize),
                    false => self.base_stances.push(feature),
                }
            }
            self.base.recognise(seen);
            self.has_base = true;
        }
        self.near.clone_from(&self.base);
        (0..self.base_stances.len()).for_each(|i| _ = self.mark(self.base_stances[i] as usize));
    }

    /// Marks a list of features as seen nearby.
    fn mark_all(&mut self, list: Range<usize>) {
        for i in list {
            match self.features[i] as usize {
                place if place < self.places => self.near.insert(place),
                stance => _ = self.mark(stance),
            }
        }
    }

    fn leave(&mut self) {
        for feature in self.marked.drain(..) {
            self.stances[(feature as usize - self.places) >> 6] = 0;
        }
    }

    /// Notes the features of a state. Was one of them new?
    fn see(&mut self, state: &Simulator) -> bool {
        let seen = state.observation();
        let before = self.features.len();
        self.near.add_each(&seen, |place| self.features.push(place as u32));
        let player = state.player();
        if let Some((kind, cell)) = seen.avatar_type(player).zip(seen.avatar_cell(player)) {
            let place = usize::from(kind) * self.cells + cell;
            let feature = self.places + place * FACINGS + facing(seen.avatar_orientation(player));
            if self.mark(feature) {
                self.features.push(feature as u32);
            }
        }
        self.features.len() > before
    }

    /// A child of the root becomes the root. What was true in the old root and its children stays nearby; what was nearby only because
    /// it was true before that does not.
    pub fn inherit(&mut self, tree: &mut Tree<Node>, child: NodeId, present: &Simulator) {
        let (old, new) = (tree.get(NodeId::ROOT).novelty, tree.get(child).novelty);
        let start = self.features.len();
        if !new.restarts {
            let former = old.range();
            self.features.extend_from_within(former.start + self.former..former.end);
        }
        self.former = self.features.len() - start;
        // Lists leave out what ancestors had; now that those are gone, all that is true must be in it.
        self.near.clear(&present.observation());
        self.see(present);
        self.leave();
        self.features.extend_from_within(new.range());
        let len = (self.features.len() - start) as u32;
        tree.get_mut(child).novelty = Novelty { start: start as u32, len, ..new };
        self.has_base = false;
    }

    /// Throws away the lists of nodes that are no longer there.
    pub fn compact(&mut self, tree: &mut Tree<Node>) {
        std::mem::swap(&mut self.features, &mut self.spare);
        self.features.clear();
        tree.for_each(|_, node| {
            let list = &self.spare[node.novelty.range()];
            node.novelty.start = self.features.len() as u32;
            self.features.extend_from_slice(list);
        });
        self.has_base = false;
    }
}

fn facing((x, y): Vector) -> usize {
    match (x, y) {
        (x, y) if x == 0.0 && y == 0.0 => 0,
        (x, y) if x.abs() >= y.abs() => 1 + usize::from(x > 0.0),
        (_, y) => 3 + usize::from(y > 0.0),
    }
}

/// In which order children are tested: what an earlier one shows is not new in a later one. To go on is more likely to lead somewhere
/// new than to turn back.
fn rank(action: Action, before: Option<Action>) -> u8 {
    let opposite = match action {
        Action::Up => Some(Action::Down),
        Action::Down => Some(Action::Up),
        Action::Left => Some(Action::Right),
        Action::Right => Some(Action::Left),
        Action::Nil | Action::Use | Action::Escape => None,
    };
    match before {
        _ if action == Action::Use => 3,
        Some(before) if opposite == Some(before) => 2,
        Some(before) if action == before => 1,
        _ => 0,
    }
}

/// Are steps of this avatar novel in any case? Those along the only axis there is are, and those of slow avatars.
fn moves_are_novel(state: &Simulator) -> bool {
    let actions = ActionSet::of(state.actions());
    let vertical = actions.contains(Action::Up) || actions.contains(Action::Down);
    let horizontal = actions.contains(Action::Left) || actions.contains(Action::Right);
    !(vertical && horizontal) || state.observation().avatar_speed(state.player()) <= SLOW
}

impl Search {
    /// Tests the children of a node that a simulation goes on from, unless they have been. False if the budget ended first.
    #[inline]
    pub(super) fn test_novelty(&mut self, turn: Turn<'_>, node: NodeId) -> bool {
        if self.tree.get(node).novelty.tested {
            return true;
        }
        let Some(mut tables) = self.parts.novelty.take() else { return true };
        let start = tables.features.len();
        tables.enter(&self.tree, node, &self.here().observation());
        if node == NodeId::ROOT {
            tables.features.extend_from_within(self.tree.get(node).novelty.range());
        }
        let done = self.test_children(turn, node, &mut tables);
        tables.leave();
        if done {
            let len = (tables.features.len() - start) as u32;
            let novelty = &mut self.tree.get_mut(node).novelty;
            (novelty.tested, novelty.start, novelty.len) = (true, start as u32, len);
            self.mark_upwards(node);
        } else {
            tables.features.truncate(start);
        }
        self.parts.novelty = Some(tables);
        done
    }

    fn test_children(&mut self, turn: Turn<'_>, node: NodeId, tables: &mut NoveltyTables) -> bool {
        let before = self.tree.parent(node).map(|_| Action::ALL[self.tree.action(node)]);
        if before.is_none() || self.tree.get(node).novelty.restarts {
            tables.see(self.here());
        }
        let exempt = moves_are_novel(self.here());
        let (score, health) = (self.here().score(), health(self.here()));
        for rank_now in 0..=3 {
            for child in self.tree.children(node) {
                let action = Action::ALL[self.tree.action(child)];
                if rank(action, before) != rank_now {
                    continue;
                }
                let Node { saved, cached, .. } = *self.tree.get(child);
                let generated = saved.is_empty() && cached.is_empty();
                if generated && !self.try_aside(turn, action) {
                    return false;
                }
                let stock = self.cache.top(saved).or_else(|| self.cache.top(cached));
                let state = stock.unwrap_or(&self.spare);
                let moves = !matches!(action, Action::Nil | Action::Use);
                let gains = state.score() > score || tables.later && self::health(state) > health;
                let (new, over) = (tables.see(state), state.is_over());
                let novelty = &mut self.tree.get_mut(child).novelty;
                novelty.restarts = gains && tables.later;
                novelty.always = gains || over && tables.later || exempt && moves;
                novelty.novel = new || novelty.always;
                if generated {
                    self.cache.push(&mut self.tree.get_mut(child).cached, &mut self.spare);
                }
            }
        }
        true
    }

    /// A node below which nothing is novel is not novel itself.
    fn mark_upwards(&mut self, node: NodeId) {
        let mut next = Some(node);
        while let Some(node) = next {
            let Novelty { tested, always, .. } = self.tree.get(node).novelty;
            let some = self.tree.children(node).any(|child| self.tree.get(child).novelty.novel);
            if !tested || always || some {
                return;
            }
            self.tree.get_mut(node).novelty.novel = false;
            next = self.tree.parent(node);
        }
    }

    /// Does the selection in this node pass over children that are not novel? Not in danger, and not where there are no
    /// others.
    #[inline]
    pub(super) fn passes_over(&self, node: NodeId) -> bool {
        let stats = self.tree.get(node);
        stats.novelty.tested
            && !stats.inescapable
            && self.bounds.normalise(stats.mean(), 0.5) >= DANGER
            && self.tree.children(node).any(|child| self.tree.get(child).novelty.novel)
    }
}

fn health(state: &Simulator) -> i32 {
    state.observation().avatar_health(state.player()).map_or(0, |health| health.points)
}
