//! Effects that turn sprites into others.

use ludex_vgdl::{Outcome, ParamKind, ParamSpec, Params};

use super::{Call, EffectType, Scope};
use crate::facts::{EffectFacts, Sides, SomeTypes};
use crate::geometry::{NONE, Rect};
use crate::index::{Kind, Slot, SpriteRef};
use crate::ontology::{param, product, required, sprite};
use crate::state::sprite::flag;
use crate::tick::Tick;
use crate::tick::population::NewSprite;
use crate::world::lines::switch;
use ParamKind::{Bool, Int, Sprite};

/// What all transformations have in common.
#[derive(Debug, Clone, Copy)]
struct Transform {
    kill_second: bool,
    force_orientation: bool,
}

const KILL_SECOND: ParamSpec = param("killSecond", Bool, "does the second die?").or("False");
const FORCE: ParamSpec = param("forceOrientation", Bool, "is the orientation always kept?").or("False");

impl Transform {
    fn compile(p: &Params) -> Transform {
        Transform {
            kill_second: p.bool("killSecond").unwrap_or(false),
            force_orientation: p.bool("forceOrientation").unwrap_or(false),
        }
    }

    /// Puts a sprite of another type in the place of an old one; false if it may not be made.
    fn apply(&self, t: &mut Tick<'_>, kind: Kind, old: SpriteRef, second: SpriteRef, force: bool) -> bool {
        let before = t.get(old);
        let new = NewSprite { kind, x: before.rect.x, y: before.rect.y, force };
        let Some(born) = t.add_sprite(new) else { return false };
        let sprite = &mut t.live.d.sprites[born];
        let adopts = sprite.is(flag::ORIENTED) && before.is(flag::ORIENTED) && sprite.orientation == NONE;
        if self.force_orientation || adopts {
            sprite.orientation = before.orientation;
        }
        let transformed = t.hand_over(old, born);
        t.live.d.sprites[born].health = before.health;
        t.kill(old, transformed);
        if self.kill_second && second.is_some() {
            t.kill(second, true);
        }
        true
    }
}

impl Tick<'_> {
    /// Gives a new sprite the last rectangle, the inventory and the player of an old one. False if the old
    /// one was an avatar and the new one is not: then the old one stays, disabled.
    fn hand_over(&mut self, old: SpriteRef, born: Slot) -> bool {
        let before = self.get(old);
        self.live.d.sprites[born].last = before.last;
        self.live.d.note_displaced(born);
        for &resource in &self.w.resources.types {
            if let Some(amount) = self.held(old, resource) {
                self.modify(SpriteRef::slot(born), resource, amount);
            }
        }
        let is_avatar = |kind: Kind| self.info(kind).has_avatar_class();
        if !is_avatar(before.kind) {
            return true;
        }
        let becomes_avatar = is_avatar(self.live.d.sprites[born].kind);
        if becomes_avatar {
            self.register(usize::from(before.player), born);
        }
        becomes_avatar
    }
}

#[derive(Debug)]
pub(crate) struct TransformTo {
    stype: Kind,
    transform: Transform,
}

impl EffectType for TransformTo {
    const NAME: &'static str = "transformTo";
    const DOC: &'static str = "Turns the first into a sprite of stype.";
    const EXAMPLE: &'static str = "goblin lava > transformTo stype=box";
    const OUTCOMES: &'static [Outcome] = &[Outcome::TransformsFirst];
    const PARAMS: &'static [ParamSpec] = &[product("stype", "what it becomes"), KILL_SECOND, FORCE];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        TransformTo { stype: scope.known(p, "stype"), transform: Transform::compile(p) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes: Sides::Neither,
            makes: SomeTypes::named([Some(self.stype)]),
            ..EffectFacts::LOCAL
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if !t.get(call.a()).is(flag::DISABLED) {
            self.transform.apply(t, self.stype, call.a(), call.b(), false);
        }
    }
}

#[derive(Debug)]
pub(crate) struct TransformToAll {
    stype: Kind,
    stype_to: Kind,
    transform: Transform,
}

impl EffectType for TransformToAll {
    const NAME: &'static str = "transformToAll";
    const DOC: &'static str = "Turns all sprites of exactly the type stype into sprites of stypeTo.";
    const EXAMPLE: &'static str = "avatar key > transformToAll stype=goblin stypeTo=box";
    const OUTCOMES: &'static [Outcome] = &[Outcome::TransformsFirst];
    const PARAMS: &'static [ParamSpec] =
        &[sprite("stype", "who changes"), product("stypeTo", "what they become"), KILL_SECOND, FORCE];
    const NEEDS: Sides = Sides::Neither;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        TransformToAll {
            stype: scope.known(p, "stype"),
            stype_to: scope.known(p, "stypeTo"),
            transform: Transform::compile(p),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes: Sides::Neither,
            makes: SomeTypes::named([Some(self.stype_to)]),
            is_local: false,
            ..EffectFacts::LOCAL
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let mut broken_off = false;
        t.each_of(self.stype, |t, r| {
            if !broken_off {
                let made = self.transform.apply(t, self.stype_to, r, call.b(), true);
                broken_off = made && self.stype == self.stype_to;
            }
        });
    }

    fn outgrows(&self) -> Option<Kind> {
        (self.stype == self.stype_to).then_some(self.stype)
    }
}

#[derive(Debug)]
pub(crate) struct TransformToRandomChild {
    stype: Kind,
    transform: Transform,
}

impl EffectType for TransformToRandomChild {
    const NAME: &'static str = "transformToRandomChild";
    const DOC: &'static str = "Turns the first into a sprite of one of the sub-types of stype, by chance.";
    const EXAMPLE: &'static str = "tree avatar > transformToRandomChild stype=fruit";
    const OUTCOMES: &'static [Outcome] = &[Outcome::TransformsFirst];
    const PARAMS: &'static [ParamSpec] =
        &[sprite("stype", "the parent of what it becomes"), KILL_SECOND, FORCE];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        TransformToRandomChild { stype: scope.known(p, "stype"), transform: Transform::compile(p) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes: Sides::Neither,
            makes: SomeTypes::Families(vec![self.stype]),
            ..EffectFacts::LOCAL
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let family = &t.info(self.stype).relatives;
        if family.len() < 2 {
            return;
        }
        let i = t.live.d.rng.next_int(family.len() as u32 - 1) as usize;
        let mut others = family.iter().copied().filter(|&u| u != self.stype);
        let Some(kind) = others.nth(i) else { return };
        if t.info(kind).class.is_none() {
            return t.warn();
        }
        self.transform.apply(t, kind, call.a(), call.b(), false);
    }
}

#[derive(Debug)]
pub(crate) struct TransformIfCount {
    stype: Kind,
    estype: Option<Kind>,
    counted: Option<Kind>,
    geq: i32,
    leq: i32,
    transform: Transform,
}

impl EffectType for TransformIfCount {
    const NAME: &'static str = "transformIfCount";
    const DOC: &'static str =
        "Turns the first into stype if the number of sprites of stypeCount is in a range, else into estype.";
    const EXAMPLE: &'static str = "hole avatar > transformIfCount stype=exit stypeCount=gold leq=0";
    const OUTCOMES: &'static [Outcome] = &[Outcome::TransformsFirst];
    const PARAMS: &'static [ParamSpec] = &[
        product("stype", "what it becomes"),
        required("stypeCount", Sprite, "what is counted"),
        param("estype", ParamKind::NewSprite, "what it becomes otherwise"),
        param("geq", Int, "at least so many").or("0"),
        param("leq", Int, "at most so many").or("10000"),
        KILL_SECOND,
        FORCE,
    ];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        TransformIfCount {
            stype: scope.known(p, "stype"),
            estype: scope.get(p, "estype"),
            counted: scope.get(p, "stypeCount"),
            geq: p.int("geq").unwrap_or(0),
            leq: p.int("leq").unwrap_or(10_000),
            transform: Transform::compile(p),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes: Sides::Neither,
            makes: SomeTypes::named([Some(self.stype), self.estype]),
            ..EffectFacts::LOCAL
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let n = self.counted.map_or(0, |kind| t.count(kind));
        let holds = self.geq <= n && n <= self.leq;
        t.scores(call, holds);
        t.set_switch(call, switch::COUNT, holds);
        t.set_switch(call, switch::COUNT_ELSE, false);
        if holds {
            self.transform.apply(t, self.stype, call.a(), call.b(), true);
        } else if let Some(estype) = self.estype {
            self.transform.apply(t, estype, call.a(), call.b(), true);
            t.set_switch(call, switch::COUNT_ELSE, true);
        }
    }
}

#[derive(Debug)]
pub(crate) struct TransformToSingleton {
    stype: Kind,
    other: Kind,
    take_orientation: bool,
}

impl EffectType for TransformToSingleton {
    const NAME: &'static str = "transformToSingleton";
    const DOC: &'static str = "Turns all sprites of stype into stype_other, and the first into stype.";
    const EXAMPLE: &'static str = "hole avatar > transformToSingleton stype=exit stype_other=hole";
    const OUTCOMES: &'static [Outcome] = &[Outcome::TransformsFirst];
    const PARAMS: &'static [ParamSpec] = &[
        product("stype", "what the first becomes"),
        product("stype_other", "what the others become"),
        param("takeOrientation", Bool, "does it face against the second?").or("False"),
    ];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        TransformToSingleton {
            stype: scope.known(p, "stype"),
            other: scope.known(p, "stype_other"),
            take_orientation: p.bool("takeOrientation").unwrap_or(false),
        }
    }

    fn facts(&self) -> EffectFacts {
        let orients =
            if self.take_orientation { SomeTypes::These(vec![self.stype]) } else { SomeTypes::None };
        let makes = SomeTypes::These(vec![self.stype, self.other]);
        EffectFacts { changes: Sides::Neither, makes, orients, is_local: false, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.each_of(self.stype, |t, r| {
            self.carry(t, self.other, r);
        });
        if let Some(born) = self.carry(t, self.stype, call.a())
            && self.take_orientation
        {
            let (x, y) = t.get(call.b()).orientation;
            t.live.d.sprites[born].set(flag::ORIENTED, true);
            t.live.d.sprites[born].orientation = (-x, -y);
        }
    }
}

impl TransformToSingleton {
    fn carry(&self, t: &mut Tick<'_>, kind: Kind, old: SpriteRef) -> Option<Slot> {
        let before = t.get(old);
        let Rect { x, y, .. } = before.rect;
        let born = t.add_sprite(NewSprite { kind, x, y, force: false })?;
        let sprite = &mut t.live.d.sprites[born];
        if sprite.is(flag::ORIENTED) && before.is(flag::ORIENTED) {
            sprite.orientation = before.orientation;
        }
        let transformed = t.hand_over(old, born);
        t.kill(old, transformed);
        Some(born)
    }
}
