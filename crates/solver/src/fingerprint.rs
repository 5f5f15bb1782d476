//! A number for what a state looks like, so that a search notices when it has been somewhere before.

use ludex_engine::{ONTOLOGY, State};
use ludex_vgdl::{ClassRef, Game, Outcome, Partners, TypeId};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Which types make a difference between two states of a game.
#[derive(Debug, Clone)]
pub(crate) struct Fingerprint {
    /// The types, and whether it matters where their sprites look.
    types: Vec<(TypeId, bool)>,
}

impl Fingerprint {
    /// Leaves out types that never change: they stand still, are never made and no rule removes them.
    pub(crate) fn of(game: &Game) -> Self {
        let is_still = |t: TypeId| match game.types[usize::from(t)].class {
            ClassRef::Known(class) => ONTOLOGY.classes[class].still,
            ClassRef::Unknown(_) | ClassRef::Missing => false,
        };
        let mentioned = |t: TypeId| {
            let is = |other: TypeId| game.types[usize::from(other)].subtypes.contains(&t);
            game.rules.iter().any(|rule| {
                let makes = rule.params.iter().any(|(_, v)| v == game.types[usize::from(t)].name);
                let outcomes = ONTOLOGY.effects[rule.effect].outcomes;
                let second =
                    outcomes.contains(&Outcome::KillsSecond) || rule.params.raw("killSecond").is_some();
                makes
                    || rule.on.iter().any(|on| match on {
                        Partners::Pair(a, b) => is(*a) || (second && is(*b)),
                        Partners::Edge(a) | Partners::Time(Some(a)) => is(*a),
                        Partners::Time(None) => false,
                    })
            })
        };
        // A push leaves a direction behind in what it pushed, but only what is oriented moves by it.
        let oriented = |t: TypeId| {
            let kind = &game.types[usize::from(t)];
            !is_still(t) || kind.params.direction("orientation").is_some()
        };
        let types = (0..game.types.len() as TypeId)
            .filter(|&t| !is_still(t) || mentioned(t))
            .map(|t| (t, oriented(t)))
            .collect();
        Fingerprint { types }
    }

    /// What a state looks like: sprites, what the player holds, counters. Time, score and chance are left out.
    pub(crate) fn take(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        for (t, oriented) in &self.types {
            // A sum, because it does not matter which of two boxes stands where.
            let sprites = state.sprites_of_type(*t).map(|sprite| {
                let turned =
                    oriented.then(|| (sprite.orientation.0.to_bits(), sprite.orientation.1.to_bits()));
                let mut hasher = FxHasher::default();
                (t, sprite.rect, turned, sprite.health, sprite.disabled).hash(&mut hasher);
                hasher.finish()
            });
            sprites.fold(0, u64::wrapping_add).hash(&mut hasher);
        }
        for held in state.inventory(0) {
            held.hash(&mut hasher);
        }
        state.counters().hash(&mut hasher);
        hasher.finish()
    }
}
