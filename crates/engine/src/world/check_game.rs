//! The first pass: does a game description speak only of what it has?
//!
//! A [`Game`] is plain data that anybody can put together or change. Everything after this pass trusts its numbers.

use ludex_vgdl::limits::{MAX_COUNTERS, MAX_TYPES};
use ludex_vgdl::{ClassRef, Game, Partners, TypeId};

use super::error::WorldError;
use crate::ONTOLOGY;
use crate::index::Kinds;

/// The types of a game, if all its numbers are those of something that there is.
pub(crate) fn check(game: &Game) -> Result<Kinds, WorldError> {
    let bad = |what: String| Err(WorldError::BadDescription { what });
    let count = game.types.len();
    let kinds = match Kinds::new(count) {
        Some(kinds) if (1..=MAX_TYPES).contains(&count) => kinds,
        _ => return bad(format!("it has {count} sprite types, not 1 to {MAX_TYPES}")),
    };
    if !(1..=2).contains(&game.players) {
        return bad(format!("it has {} players, not 1 or 2", game.players));
    }
    if game.counters > MAX_COUNTERS as usize {
        return bad(format!("it has {} counters, more than {MAX_COUNTERS}", game.counters));
    }
    if let Some(id) = type_ids(game).find(|&id| kinds.get(id).is_none()) {
        return bad(format!("it speaks of the sprite type {id}, but has only {count}"));
    }
    let class = |class: &ClassRef| match class {
        ClassRef::Known(index) => Some(*index),
        ClassRef::Unknown(_) | ClassRef::Missing => None,
    };
    if let Some(index) =
        game.types.iter().filter_map(|t| class(&t.class)).find(|&i| i >= ONTOLOGY.classes.len())
    {
        return bad(format!("there is no class {index}"));
    }
    if let Some(rule) = game.rules.iter().find(|rule| rule.effect >= ONTOLOGY.effects.len()) {
        return bad(format!("there is no effect {}", rule.effect));
    }
    if let Some(end) = game.terminations.iter().find(|end| end.kind >= ONTOLOGY.terminations.len()) {
        return bad(format!("there is no termination {}", end.kind));
    }
    Ok(kinds)
}

/// All sprite types that a description speaks of by number.
fn type_ids(game: &Game) -> impl Iterator<Item = TypeId> {
    let of_types = game.types.iter().flat_map(|t| t.chain.iter().chain(&t.subtypes)).copied();
    let mapped = game.mapping.iter().flat_map(|mapping| &mapping.sprites).flatten().copied();
    let partners = game.rules.iter().flat_map(|rule| &rule.on).flat_map(|on| match *on {
        Partners::Pair(first, second) => [Some(first), Some(second)],
        Partners::Edge(kind) => [Some(kind), None],
        Partners::Time(kind) => [kind, None],
    });
    let obstacles = game.obstacles.iter().flatten().copied();
    of_types.chain(mapped).chain(partners.flatten()).chain(obstacles).chain(game.order.iter().copied())
}
