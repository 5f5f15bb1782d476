//! How far things are.

use ludex_engine::{Category, Observation, Seen, TypeId, Vector};

/// The sprite of a type that is nearest to a position, as the crow flies; of equals the oldest.
pub fn nearest(seen: &Observation<'_>, kind: TypeId, from: Vector) -> Option<Seen> {
    let mut nearest = (f64::INFINITY, None);
    seen.sprites_of(kind).for_each(|sprite| {
        let distance = sprite.square_distance(from);
        if distance < nearest.0 {
            nearest = (distance, Some(sprite));
        }
    });
    nearest.1
}

/// The square of the distance in pixels from a position to the nearest sprite of a type.
pub fn nearest_square(seen: &Observation<'_>, kind: TypeId, from: Vector) -> Option<f64> {
    let least = |least: f64, sprite: Seen| least.min(sprite.square_distance(from));
    let nearest = seen.sprites_of(kind).fold(f64::INFINITY, least);
    (nearest < f64::INFINITY).then_some(nearest)
}

/// The nearest sprite of each type of a category that has sprites, by ascending type.
pub fn nearest_of_each_type<'a>(
    seen: Observation<'a>,
    category: Category,
    from: Vector,
) -> impl Iterator<Item = Seen> + 'a {
    seen.types_of(category).filter_map(move |kind| nearest(&seen, kind, from))
}
