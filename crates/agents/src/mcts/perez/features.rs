//! What a state looks like: how far the avatar is from the nearest sprite of each type that may matter.

use ludex_engine::{Category, Observation, TypeId};

use crate::interface::Simulator;
use crate::kit::distance::nearest_square;

/// A type of sprite that is there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Feature {
    pub kind: TypeId,
    /// From the avatar to the nearest sprite of the type, in pixels as the crow flies.
    pub distance: f64,
}

/// Does this type matter? Those do that move, that can be collected, and that lead somewhere.
pub(super) fn matters(seen: &Observation<'_>, kind: TypeId) -> bool {
    let matters = |c| matches!(c, Category::Npc | Category::Resource | Category::Movable | Category::Portal);
    seen.categories_of(kind).any(matters)
}

/// Lists the features of a state, by ascending type. Types come and go during a game, and so do their features.
pub(super) fn measure(state: &Simulator, features: &mut Vec<Feature>) {
    let seen = state.observation();
    let from = seen.avatar_position(state.player());
    let kinds = seen.types_made().filter(|&kind| matters(&seen, kind));
    let there = kinds.filter_map(|kind| Some((kind, nearest_square(&seen, kind, from)?)));
    features.clear();
    features.extend(there.map(|(kind, square)| Feature { kind, distance: square.sqrt() }));
}
