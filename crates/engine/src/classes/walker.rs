//! Sprites that walk sideways, and jump.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::{ClassType, Defaults, NpcClass};
use crate::facts::ClassFacts;
use crate::index::Slot;
use crate::ontology::param;
use crate::state::sprite::flag;
use crate::tick::Tick;
use crate::world::names::Names;
use crate::world::types::TypeInfo;
use ParamKind::{Bool, Double};

const AIR: ParamSpec = param("airsteering", Bool, "does it turn in the air?").or("False");
const WALKING: Defaults = Defaults { speed: 5.0, max_speed: 5.0, is_oriented: true, ..Defaults::SPRITE };

#[derive(Debug)]
pub(crate) struct Walker {
    air_steering: bool,
}

impl ClassType for Walker {
    const NAME: &'static str = "Walker";
    const DOC: &'static str = "Walks sideways and turns where it is stopped.";
    const EXAMPLE: &'static str = "troll > Walker speed=2 gravity=1 mass=1";
    const PARAMS: &'static [ParamSpec] = &[AIR];
    const DEFAULTS: Defaults = WALKING;

    fn compile(p: &Params, _: &Names<'_>) -> Self {
        Walker { air_steering: p.bool("airsteering").unwrap_or(false) }
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }

    fn finds_ground(&self) -> bool {
        true
    }
}

impl NpcClass for Walker {
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.move_passively(slot, info);
        let sprite = &t.live.d.sprites[slot];
        if self.air_steering || sprite.rect.x == sprite.last.x {
            let x = sprite.orientation.0;
            let side = if x > 0.0 {
                1.0
            } else if x < 0.0 {
                -1.0
            } else {
                [-1.0, 1.0][t.live.d.rng.next_int(2) as usize]
            };
            t.live.d.sprites[slot].orientation = (side, 0.0);
            t.active(slot, (side, 0.0), info.max_speed);
        }
        let sprite = &mut t.live.d.sprites[slot];
        sprite.speed = info.max_speed;
        sprite.set(flag::ON_GROUND, false);
    }
}

#[derive(Debug)]
pub(crate) struct WalkerJumper {
    probability: f64,
}

impl ClassType for WalkerJumper {
    const NAME: &'static str = "WalkerJumper";
    const DOC: &'static str = "A Walker that jumps now and then.";
    const EXAMPLE: &'static str = "frog > WalkerJumper speed=2 gravity=1 mass=1 probability=0.2";
    const PARAMS: &'static [ParamSpec] =
        &[AIR, param("probability", Double, "probability of a jump, 0 to 1").or("0.1")];
    const DEFAULTS: Defaults = Defaults { jump_strength: 1.0, ..WALKING };

    fn compile(p: &Params, _: &Names<'_>) -> Self {
        WalkerJumper { probability: p.double("probability").unwrap_or(0.1) }
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }

    fn finds_ground(&self) -> bool {
        true
    }
}

impl NpcClass for WalkerJumper {
    /// The reference decides its jumps with a generator that has no seed; here the game's own state decides,
    /// without a draw, so that a game stays a function of its seed.
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.move_passively(slot, info);
        let on_ground = t.live.d.sprites[slot].is(flag::ON_GROUND);
        if on_ground && self.probability > unseeded_chance(t, slot) {
            t.jump(slot);
        } else {
            let sprite = t.live.d.sprites[slot];
            t.active(slot, sprite.orientation, sprite.speed);
        }
        t.live.d.sprites[slot].set(flag::ON_GROUND, false);
    }
}

/// A number from 0 to 1 from the state of the generator, the tick and where the sprite is.
fn unseeded_chance(t: &Tick<'_>, slot: Slot) -> f64 {
    let rect = t.live.d.sprites[slot].rect;
    let place = (rect.x as u64) << 4 ^ (rect.y as u64) << 32;
    let mix = t.live.d.rng.state() ^ (t.live.d.tick as u64) << 20 ^ place;
    crate::java::Random::new(mix as i64).next_double()
}
