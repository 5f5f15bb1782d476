//! Sprites that live for a limited number of ticks.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::{ClassType, Defaults, NpcClass};
use crate::facts::{ClassFacts, SomeTypes};
use crate::geometry::BASE;
use crate::index::{Kind, Slot, SpriteRef};
use crate::ontology::param;
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use crate::tick::population::NewSprite;
use crate::world::names::Names;
use crate::world::types::TypeInfo;
use ParamKind::{Double, Int, NewSprite as Product};

const LIMIT: ParamSpec = param("limit", Int, "ticks it lives beyond the first").or("1");
const AGE: ParamSpec = param("age", Int, "its age at birth").or("0");

/// How long it lives. Its age is the sprite's `timer`.
#[derive(Debug)]
struct Life {
    limit: i32,
    age: i32,
}

impl Life {
    fn compile(p: &Params) -> Life {
        Life { limit: p.int("limit").unwrap_or(1), age: p.int("age").unwrap_or(0) }
    }

    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.move_passively(slot, info);
        let sprite = &mut t.live.d.sprites[slot];
        let (age, left) = (sprite.timer, sprite.time_to_live);
        sprite.timer = age.wrapping_add(1);
        if left >= 0 {
            t.use_up_life(slot);
        }
        if age > self.limit {
            t.kill(SpriteRef::slot(slot), false);
        }
    }
}

macro_rules! flickers {
    ($($name:ident $doc:literal $example:literal $defaults:expr;)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $name(Life);

        impl ClassType for $name {
            const NAME: &'static str = stringify!($name);
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const PARAMS: &'static [ParamSpec] = &[LIMIT, AGE];
            const DEFAULTS: Defaults = $defaults;

            fn compile(p: &Params, _: &Names<'_>) -> Self {
                $name(Life::compile(p))
            }

            fn facts(&self) -> ClassFacts {
                ClassFacts::ALONE
            }

            fn prepare(&self, template: &mut Sprite) {
                template.timer = self.0.age;
            }
        }

        impl NpcClass for $name {
            #[inline(always)]
            fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
                self.0.update(t, slot, info);
            }
        }
    )*};
}

flickers! {
    Flicker "Lives for a limited number of ticks." "flame > Flicker limit=10" Defaults::SPRITE;
    OrientedFlicker "A Flicker with an orientation." "sword > OrientedFlicker limit=5 singleton=True" Defaults { is_oriented: true, ..Defaults::SPRITE };
}

#[derive(Debug)]
pub(crate) struct Spreader {
    life: Life,
    probability: f64,
    /// What it spreads, if not itself.
    product: Option<Kind>,
}

impl Spreader {
    fn product_of(&self, sprite: &Sprite) -> Kind {
        self.product.unwrap_or(sprite.kind)
    }
}

impl ClassType for Spreader {
    const NAME: &'static str = "Spreader";
    const DOC: &'static str = "A Flicker that spreads to its neighbours in its second tick.";
    const EXAMPLE: &'static str = "fire > Spreader spreadprob=0.2 limit=3";
    const PARAMS: &'static [ParamSpec] = &[
        LIMIT,
        AGE,
        param("spreadprob", Double, "probability of each of the four neighbours, 0 to 1").or("1"),
        param("stype", Product, "what it spreads; itself if absent"),
        param("itype", Int, ""),
    ];
    const DEFAULTS: Defaults = Defaults::SPRITE;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        Spreader {
            life: Life::compile(p),
            probability: p.double("spreadprob").unwrap_or(1.0),
            product: names.get(p, "stype"),
        }
    }

    fn facts(&self) -> ClassFacts {
        let makes = self.product.map_or(SomeTypes::OfFirst, |kind| SomeTypes::These(vec![kind]));
        ClassFacts { makes, ..ClassFacts::ALONE }
    }

    fn prepare(&self, template: &mut Sprite) {
        template.timer = self.life.age;
    }

    fn exit(&self, sprite: &Sprite) -> Option<Kind> {
        Some(self.product_of(sprite))
    }
}

impl NpcClass for Spreader {
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        self.life.update(t, slot, info);
        let sprite = t.live.d.sprites[slot];
        if sprite.timer != 2 {
            return;
        }
        let kind = self.product_of(&sprite);
        for (dx, dy) in BASE {
            if t.live.d.rng.succeeds(self.probability) {
                let x = f64::from(sprite.last.x) + dx * f64::from(sprite.last.w);
                let y = f64::from(sprite.last.y) + dy * f64::from(sprite.last.h);
                t.add_sprite(NewSprite { kind, x: x as i32, y: y as i32, force: false });
            }
        }
    }
}
