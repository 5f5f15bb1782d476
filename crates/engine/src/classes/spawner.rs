//! Sprites that make sprites.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::{ClassType, Defaults, NpcClass};
use crate::facts::{ClassFacts, SomeTypes};
use crate::geometry::{BASE, NONE, RIGHT, Vector};
use crate::index::{Kind, Slot, SpriteRef};
use crate::java::Chance;
use crate::ontology::param;
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use crate::tick::population::NewSprite;
use crate::world::names::Names;
use crate::world::types::TypeInfo;
use ParamKind::{Direction, Double, Int, NewSprite as Product, NewSprites};

const PROB: ParamSpec =
    param("prob", Double, "probability of a spawn when the cooldown is over, 0 to 1").or("1");
const TOTAL: ParamSpec = param("total", Int, "how many it spawns before it vanishes, 0 for no limit").or("0");
const ORIENTATION: ParamSpec = param("spawnorientation", Direction, "the orientation of what it spawns");
const COUNTER: ParamSpec = param("counter", Int, "");
const STYPE: ParamSpec = param("stype", Product, "what it spawns");
const ITYPE: ParamSpec = param("itype", Int, "");

/// When and how sprites are made. How many there have been is the spawner's `count`, its first tick its `timer`.
#[derive(Debug)]
pub(crate) struct Spawner {
    /// How many it makes in total; no more than any number if there is no limit.
    pub total: i32,
    /// The draw is made in every tick, due or not.
    pub chance: Chance,
    orientation: Vector,
    due: Multiples,
}

impl Spawner {
    fn compile(p: &Params, defaults: Defaults) -> Spawner {
        let total = p.int("total").unwrap_or(0);
        Spawner {
            total: if total > 0 { total } else { i32::MAX },
            chance: Chance::of(p.double("prob").unwrap_or(1.0)),
            orientation: p.direction("spawnorientation").unwrap_or(NONE),
            due: Multiples::of(p.int("cooldown").unwrap_or(defaults.cooldown)),
        }
    }

    /// Is it a spawner's time in this tick? Its first update sets its clock.
    #[inline(always)]
    pub fn is_due(&self, sprite: &mut Sprite, tick: i32) -> bool {
        if sprite.timer == -1 {
            sprite.timer = tick;
        }
        self.due.contains(sprite.timer.wrapping_add(tick) as u32)
    }

    #[inline(always)]
    fn spawns_now(&self, t: &mut Tick<'_>, slot: Slot) -> bool {
        let happens = t.live.d.rng.happens(self.chance);
        let tick = t.live.d.tick;
        self.is_due(&mut t.live.d.sprites[slot], tick) && happens
    }

    /// Makes a sprite where the spawner is.
    #[inline(never)]
    pub fn spawn(&self, t: &mut Tick<'_>, slot: Slot, product: Option<Kind>) {
        let Some(kind) = product else { return };
        let spawner = t.live.d.sprites[slot];
        let new = NewSprite { kind, x: spawner.rect.x, y: spawner.rect.y, force: false };
        let Some(born) = t.add_sprite(new) else { return };
        t.live.d.sprites[slot].count += 1;
        let child = &mut t.live.d.sprites[born];
        if self.orientation != NONE {
            child.orientation = self.orientation;
        } else if child.orientation == NONE {
            child.orientation = spawner.orientation;
        }
    }

    /// It vanishes when it has made what it may in total.
    #[inline(always)]
    pub fn vanish_after_last(&self, t: &mut Tick<'_>, slot: Slot) {
        if t.live.d.sprites[slot].count >= self.total {
            t.kill(SpriteRef::slot(slot), false);
        }
    }

    /// The turn of a spawner with one product.
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        if self.spawns_now(t, slot) {
            self.spawn(t, slot, t.live.d.sprites[slot].product);
        }
        t.drift_and_age(slot, info);
        self.vanish_after_last(t, slot);
    }
}

/// The multiples of a number, told without a division: n times 2^64 / d, rounded up, overflows to less than one such part
/// if, and only if, d divides n.
#[derive(Debug, Clone, Copy)]
struct Multiples(u64);

impl Multiples {
    fn of(number: i32) -> Multiples {
        Multiples((u64::MAX / number.max(1) as u64).wrapping_add(1))
    }

    #[inline]
    fn contains(self, number: u32) -> bool {
        u64::from(number).wrapping_mul(self.0) <= self.0.wrapping_sub(1)
    }
}

const MOVING: Defaults = Defaults { is_oriented: true, orientation: RIGHT, is_npc: true, ..Defaults::SPRITE };

/// Spawners with one product that differ in how they move.
macro_rules! spawners {
    ($($name:ident $doc:literal $example:literal $defaults:expr, walks: $walks:literal;)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $name {
            spawner: Spawner,
            product: Option<Kind>,
        }

        impl ClassType for $name {
            const NAME: &'static str = stringify!($name);
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const PARAMS: &'static [ParamSpec] = &[PROB, TOTAL, ORIENTATION, COUNTER, STYPE, ITYPE];
            const DEFAULTS: Defaults = $defaults;

            fn compile(p: &Params, names: &Names<'_>) -> Self {
                $name { spawner: Spawner::compile(p, $defaults), product: names.get(p, "stype") }
            }

            fn facts(&self) -> ClassFacts {
                ClassFacts { makes: SomeTypes::named([self.product]), ..ClassFacts::ALONE }
            }

            fn prepare(&self, template: &mut Sprite) {
                template.product = self.product;
            }

            fn exit(&self, sprite: &Sprite) -> Option<Kind> {
                sprite.product
            }

            fn change_product(&self, t: &mut Tick<'_>, slot: Slot, product: Kind, _: Option<Kind>) {
                t.live.d.sprites[slot].product = Some(product);
            }

            fn spawner(&self) -> Option<&Spawner> {
                if $walks { None } else { Some(&self.spawner) }
            }
        }

        impl NpcClass for $name {
            #[inline(always)]
            fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
                if $walks {
                    random_step(t, slot);
                }
                self.spawner.update(t, slot, info);
            }
        }
    )*};
}

spawners! {
    SpawnPoint "Makes sprites." "nest > SpawnPoint stype=goblin cooldown=20 prob=0.5 total=10" Defaults { is_static: true, cooldown: 1, ..Defaults::SPRITE },
        walks: false;
    Bomber "A SpawnPoint that flies like a Missile." "ship > Bomber stype=arrow orientation=RIGHT speed=0.5 cooldown=5 prob=0.1" MOVING, walks: false;
    RandomBomber "A SpawnPoint that walks at random." "ship > RandomBomber stype=arrow cooldown=4 prob=0.2" Defaults { speed: 1.0, ..MOVING }, walks: true;
}

/// One step in a direction drawn from all four.
fn random_step(t: &mut Tick<'_>, slot: Slot) {
    let direction = BASE[t.live.d.rng.next_int(4) as usize];
    let speed = t.live.d.sprites[slot].speed;
    t.active(slot, direction, speed);
}

#[derive(Debug)]
pub(crate) struct BomberRandomMissile {
    spawner: Spawner,
    /// What it leads to until it first chooses what to spawn.
    first: Option<Kind>,
    choices: Vec<Option<Kind>>,
}

impl ClassType for BomberRandomMissile {
    const NAME: &'static str = "BomberRandomMissile";
    const DOC: &'static str = "A Bomber that draws what it spawns.";
    const EXAMPLE: &'static str = "ship > BomberRandomMissile stypeMissile=arrow,ball prob=0.2 cooldown=4";
    const PARAMS: &'static [ParamSpec] = &[
        PROB,
        TOTAL,
        ORIENTATION,
        COUNTER,
        STYPE,
        ITYPE,
        param("stypeMissile", NewSprites, "one of these is spawned, by chance"),
    ];
    const DEFAULTS: Defaults = MOVING;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        BomberRandomMissile {
            spawner: Spawner::compile(p, MOVING),
            first: names.get(p, "stype"),
            choices: names.list(p, "stypeMissile"),
        }
    }

    fn facts(&self) -> ClassFacts {
        // With nothing to choose from, the first stays.
        let makes = SomeTypes::named(self.choices.iter().copied().chain([self.first]));
        ClassFacts { makes, ..ClassFacts::ALONE }
    }

    fn prepare(&self, template: &mut Sprite) {
        template.product = self.first;
    }

    fn exit(&self, sprite: &Sprite) -> Option<Kind> {
        sprite.product
    }

    fn change_product(&self, t: &mut Tick<'_>, slot: Slot, product: Kind, instead_of: Option<Kind>) {
        let Some(old) = instead_of else { return };
        let own = &mut t.live.d.choices;
        let at = own.iter().position(|(s, _)| *s == slot).unwrap_or_else(|| {
            own.push((slot, self.choices.clone()));
            own.len() - 1
        });
        if let Some(choice) = own[at].1.iter_mut().find(|choice| **choice == Some(old)) {
            *choice = Some(product);
        }
    }
}

impl NpcClass for BomberRandomMissile {
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        let changed = t.live.d.choices.iter().find(|(s, _)| *s == slot);
        let choices = changed.map_or(&self.choices, |(_, list)| list);
        if !choices.is_empty() {
            let choice = t.live.d.rng.next_int(choices.len() as u32) as usize;
            t.live.d.sprites[slot].product = choices[choice];
        }
        self.spawner.update(t, slot, info);
    }
}

#[derive(Debug)]
pub(crate) struct SpawnPointMultiSprite {
    spawner: Spawner,
    products: Vec<Option<Kind>>,
}

impl ClassType for SpawnPointMultiSprite {
    const NAME: &'static str = "SpawnPointMultiSprite";
    const DOC: &'static str = "A SpawnPoint that makes several sprites at once.";
    const EXAMPLE: &'static str = "nest > SpawnPointMultiSprite stypes=goblin,gold prob=0.1 cooldown=10";
    const PARAMS: &'static [ParamSpec] = &[
        PROB,
        TOTAL,
        ORIENTATION,
        COUNTER,
        param("stypes", NewSprites, "all of these are spawned together"),
    ];
    const DEFAULTS: Defaults = Defaults { is_static: true, ..MOVING };

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        SpawnPointMultiSprite { spawner: Spawner::compile(p, MOVING), products: names.list(p, "stypes") }
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts { makes: SomeTypes::named(self.products.iter().copied()), ..ClassFacts::ALONE }
    }
}

impl NpcClass for SpawnPointMultiSprite {
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        if self.spawner.spawns_now(t, slot) {
            for &product in &self.products {
                self.spawner.spawn(t, slot, product);
            }
        }
        t.drift_and_age(slot, info);
        self.spawner.vanish_after_last(t, slot);
    }
}

#[cfg(test)]
mod tests {
    use super::Multiples;

    #[test]
    fn multiples_are_told_as_by_division() {
        for d in (1..300).chain([4_001, 65_536, 1 << 30, i32::MAX]) {
            let multiples = Multiples::of(d);
            let far = u32::MAX - u32::MAX % d as u32;
            for n in (0..4_100).chain([far - 1, far, far.wrapping_add(1), u32::MAX]) {
                assert_eq!(multiples.contains(n), n.is_multiple_of(d as u32), "{n} by {d}");
            }
        }
    }
}
