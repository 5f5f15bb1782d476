//! How far things are.

use ludex_engine::{Category, Observation, Seen, TypeId, Vector};

/// The sprite of a type that is nearest to a position, as the crow flies; of equals the oldest.
pub fn nearest(seen: &Observation<'_>, kind: TypeId, from: Vector) -> Option<Seen> {
    seen.sprites_of(kind).min_by(|a, b| a.square_distance(from).total_cmp(&b.square_distance(from)))
}

/// The square of the distance in pixels from a position to the nearest sprite of a type.
pub fn nearest_square(seen: &Observation<'_>, kind: TypeId, from: Vector) -> Option<f64> {
    seen.sprites_of(kind).map(|sprite| sprite.square_distance(from)).min_by(f64::total_cmp)
}

/// The nearest sprite of each type of a category that has sprites, by ascending type.
pub fn nearest_of_each_type<'a>(
    seen: Observation<'a>,
    category: Category,
    from: Vector,
) -> impl Iterator<Item = Seen> + 'a {
    seen.types_of(category).filter_map(move |kind| nearest(&seen, kind, from))
}
