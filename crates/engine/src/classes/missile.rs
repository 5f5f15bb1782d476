//! Sprites that fly on in their direction.

use ludex_vgdl::Params;

use super::still::DRIFTS;
use super::{ClassType, Defaults, NpcClass};
use crate::facts::ClassFacts;
use crate::geometry::{BASE, NIL};
use crate::index::Slot;
use crate::tick::Tick;
use crate::world::names::Names;
use crate::world::types::TypeInfo;

const FLYING: Defaults = Defaults { speed: 1.0, is_oriented: true, ..Defaults::SPRITE };

#[derive(Debug)]
pub(crate) struct Missile;

impl ClassType for Missile {
    const NAME: &'static str = "Missile";
    const DOC: &'static str = "Flies on in its direction.";
    const EXAMPLE: &'static str = "arrow > Missile orientation=UP speed=0.5";
    const DEFAULTS: Defaults = FLYING;

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        Missile
    }

    fn facts(&self) -> ClassFacts {
        DRIFTS
    }
}

impl NpcClass for Missile {
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.drift_and_age(slot, info);
    }
}

#[derive(Debug)]
pub(crate) struct ErraticMissile;

impl ClassType for ErraticMissile {
    const NAME: &'static str = "ErraticMissile";
    const DOC: &'static str = "A Missile under another name.";
    const EXAMPLE: &'static str = "moth > ErraticMissile orientation=LEFT speed=0.3";
    const DEFAULTS: Defaults = FLYING;

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        ErraticMissile
    }

    fn facts(&self) -> ClassFacts {
        DRIFTS
    }
}

impl NpcClass for ErraticMissile {
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.drift_and_age(slot, info);
    }
}

#[derive(Debug)]
pub(crate) struct RandomMissile;

impl ClassType for RandomMissile {
    const NAME: &'static str = "RandomMissile";
    const DOC: &'static str = "A Missile whose direction is drawn at birth.";
    const EXAMPLE: &'static str = "spark > RandomMissile speed=0.5";
    const DEFAULTS: Defaults = Defaults { orientation: NIL, ..FLYING };

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        RandomMissile
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }
}

impl NpcClass for RandomMissile {
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        if t.live.d.sprites[slot].orientation == NIL {
            let direction = BASE[t.live.d.rng.next_int(4) as usize];
            t.live.d.sprites[slot].orientation = direction;
        }
        t.move_passively(slot, info);
    }
}
