//! Sprites that walk at random.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::{ClassType, Defaults, WalkingClass};
use crate::facts::ClassFacts;
use crate::index::Slot;
use crate::ontology::param;
use crate::tick::Tick;
use crate::world::names::Names;
use crate::world::types::TypeInfo;

pub(super) const CONS: ParamSpec =
    param("cons", ParamKind::Int, "how often a random move is repeated").or("0");

/// How often a random move is repeated.
#[derive(Debug)]
pub(super) struct Repeats(pub i32);

impl Repeats {
    pub fn compile(p: &Params) -> Repeats {
        Repeats(p.int("cons").unwrap_or(0))
    }

    /// The next random direction.
    #[inline]
    pub fn heading(&self, t: &mut Tick<'_>, slot: Slot) -> u8 {
        let sprite = &mut t.live.d.sprites[slot];
        if sprite.count < self.0 {
            sprite.count += 1;
        } else {
            sprite.heading = t.live.d.rng.next_int(4) as u8;
            sprite.count = 0;
        }
        sprite.heading
    }
}

macro_rules! random_walkers {
    ($($name:ident $doc:literal $example:literal $defaults:expr;)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $name(Repeats);

        impl ClassType for $name {
            const NAME: &'static str = stringify!($name);
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const PARAMS: &'static [ParamSpec] = &[CONS];
            const DEFAULTS: Defaults = $defaults;

            fn compile(p: &Params, _: &Names<'_>) -> Self {
                $name(Repeats::compile(p))
            }

            fn facts(&self) -> ClassFacts {
                ClassFacts { walks: true, ..ClassFacts::ALONE }
            }
        }

        impl WalkingClass for $name {
            #[inline]
            fn heading(&self, t: &mut Tick<'_>, slot: Slot, _: &TypeInfo, _: bool) -> u8 {
                self.0.heading(t, slot)
            }
        }
    )*};
}

random_walkers! {
    RandomNPC "Walks at random." "goblin > RandomNPC cooldown=4 cons=2" Defaults::NPC;
    RandomInertial "Is pushed at random, with continuous physics." "cloud > RandomInertial speed=1"
        Defaults { physics: 1, is_oriented: true, ..Defaults::NPC };
}
