//! Avatars that shoot.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::{AvatarClass, ClassType, Defaults};
use crate::action::Action;
use crate::facts::{ClassFacts, SomeTypes, Steering};
use crate::geometry::{Vector, normalise};
use crate::index::{Kind, Slot, SpriteRef};
use crate::ontology::{param, required};
use crate::state::sprite::{Sprite, flag};
use crate::tick::Tick;
use crate::tick::motion::Movement;
use crate::tick::population::NewSprite;
use crate::world::names::Names;
use crate::world::types::TypeInfo;
use Action::{Down, Left, Nil, Right, Up, Use};
use ParamKind::{Int, NewSprite as Product, NewSprites, Sprites};

pub(super) const STYPE: ParamSpec =
    required("stype", NewSprites, "what it shoots: the first it has ammunition for");
pub(super) const AMMO: ParamSpec =
    param("ammo", Sprites, "the resources that shots take, in the order of stype");

/// What an avatar shoots, and what that takes.
#[derive(Debug)]
pub(super) struct Weapon {
    shots: Vec<Option<Kind>>,
    /// The resources that shots take; without any they are free.
    ammo: Option<Vec<Option<Kind>>>,
}

impl Weapon {
    pub fn compile(p: &Params, names: &Names<'_>) -> Weapon {
        Weapon {
            shots: names.list(p, "stype"),
            ammo: p.text("ammo").is_some().then(|| names.list(p, "ammo")),
        }
    }

    /// What is known of an avatar that shoots with it.
    pub fn facts(&self) -> ClassFacts {
        let shots = SomeTypes::named(self.shots.iter().copied());
        ClassFacts { makes: shots.clone(), shoots: shots, ..ClassFacts::ALONE }
    }

    /// The resource that the i-th shot takes, if it takes one: a shot beyond the list is free, one of an unknown resource
    /// never possible.
    fn ammo(&self, i: usize) -> Option<Option<Kind>> {
        self.ammo.as_ref()?.get(i).copied()
    }

    fn has_ammo(&self, t: &Tick<'_>, slot: Slot, i: usize) -> bool {
        match self.ammo(i) {
            None => true,
            Some(None) => false,
            Some(Some(resource)) => t.held(SpriteRef::slot(slot), resource).is_some_and(|n| n > 0),
        }
    }

    /// Shoots the first thing there is ammunition for.
    pub fn shoot_first(&self, t: &mut Tick<'_>, slot: Slot) {
        let facing = normalise(t.live.d.sprites[slot].orientation);
        self.shoot_first_towards(t, slot, facing);
    }

    pub fn shoot_first_towards(&self, t: &mut Tick<'_>, slot: Slot, facing: Vector) {
        if let Some(i) = (0..self.shots.len()).find(|&i| self.has_ammo(t, slot, i)) {
            self.shoot(t, slot, i, facing);
        }
    }

    fn shoot(&self, t: &mut Tick<'_>, slot: Slot, i: usize, facing: Vector) {
        let sprite = t.live.d.sprites[slot];
        let x = f64::from(sprite.rect.x) + facing.0 * f64::from(sprite.last.w);
        let y = f64::from(sprite.rect.y) + facing.1 * f64::from(sprite.last.h);
        let Some(kind) = self.shots[i] else { return };
        let Some(shot) = t.add_sprite(NewSprite { kind, x: x as i32, y: y as i32, force: false }) else {
            return;
        };
        if t.live.d.sprites[shot].is(flag::ORIENTED) {
            t.live.d.sprites[shot].orientation = facing;
        }
        let me = SpriteRef::slot(slot);
        if let Some(resource) = self.ammo(i).flatten()
            && let Some(held) = t.held(me, resource)
        {
            t.store(me, resource, held.wrapping_sub(1));
        }
        t.mark_from_avatar(shot);
    }
}

#[derive(Debug)]
pub(crate) struct ShootAvatar(Weapon);

impl ClassType for ShootAvatar {
    const NAME: &'static str = "ShootAvatar";
    const DOC: &'static str = "An OrientedAvatar that shoots to where it faces.";
    const EXAMPLE: &'static str = "avatar > ShootAvatar stype=arrow ammo=gold";
    const PARAMS: &'static [ParamSpec] = &[STYPE, AMMO];
    const DEFAULTS: Defaults = Defaults::ORIENTED_AVATAR;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        ShootAvatar(Weapon::compile(p, names))
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts { steering: Steering::StepsAndFaces, ..self.0.facts() }
    }
}

impl AvatarClass for ShootAvatar {
    const ACTIONS: &'static [Action] = &[Use, Left, Right, Down, Up];

    #[inline]
    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        let moved = t.steer_and_face(slot, info, action);
        if moved == Movement::Still && action == Use {
            self.0.shoot_first(t, slot);
        }
    }
}

#[derive(Debug)]
pub(crate) struct ShootOnlyAvatar(Weapon);

impl ClassType for ShootOnlyAvatar {
    const NAME: &'static str = "ShootOnlyAvatar";
    const DOC: &'static str = "Does not move; each action shoots another type.";
    const EXAMPLE: &'static str = "avatar > ShootOnlyAvatar stype=arrow,ball";
    const PARAMS: &'static [ParamSpec] = &[STYPE, AMMO];
    const DEFAULTS: Defaults = Defaults::ORIENTED_AVATAR;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        ShootOnlyAvatar(Weapon::compile(p, names))
    }

    fn facts(&self) -> ClassFacts {
        self.0.facts()
    }
}

impl AvatarClass for ShootOnlyAvatar {
    const ACTIONS: &'static [Action] = &[Left, Up, Right, Down, Use];

    fn actions_with_nil() -> Vec<Action> {
        vec![Use, Left, Right, Down, Up, Nil]
    }

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        t.drift(slot, info);
        let Some(i) = Self::ACTIONS.iter().position(|&a| a == action) else { return };
        if i < self.0.shots.len() && self.0.has_ammo(t, slot, i) {
            let facing = normalise(t.live.d.sprites[slot].orientation);
            self.0.shoot(t, slot, i, facing);
        }
    }
}

#[derive(Debug)]
pub(crate) struct FlakAvatar {
    shot: Option<Kind>,
    needs_ammo: bool,
    ammo: Option<Kind>,
    /// It shoots only with more than this; -1 for more than none.
    min_ammo: i32,
    ammo_cost: i32,
}

impl ClassType for FlakAvatar {
    const NAME: &'static str = "FlakAvatar";
    const DOC: &'static str = "Moves left and right and shoots from its own cell.";
    const EXAMPLE: &'static str = "avatar > FlakAvatar stype=arrow";
    const PARAMS: &'static [ParamSpec] = &[
        required("stype", Product, "what it shoots"),
        param("ammo", ParamKind::Sprite, "the resource that a shot takes"),
        param("minAmmo", Int, "shoots only with more than this").or("-1"),
        param("ammoCost", Int, "how much a shot takes").or("1"),
        param("itype", Int, ""),
        param("ammoId", Int, ""),
    ];
    const DEFAULTS: Defaults = Defaults::AVATAR;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        FlakAvatar {
            shot: names.get(p, "stype"),
            needs_ammo: p.text("ammo").is_some(),
            ammo: names.get(p, "ammo"),
            min_ammo: p.int("minAmmo").unwrap_or(-1),
            ammo_cost: p.int("ammoCost").unwrap_or(1),
        }
    }

    fn facts(&self) -> ClassFacts {
        let shots = SomeTypes::named([self.shot]);
        ClassFacts { makes: shots.clone(), shoots: shots, steering: Steering::Steps, ..ClassFacts::ALONE }
    }

    fn exit(&self, _: &Sprite) -> Option<Kind> {
        self.shot
    }
}

impl FlakAvatar {
    fn shoot(&self, t: &mut Tick<'_>, slot: Slot) {
        let (sprite, me) = (t.live.d.sprites[slot], SpriteRef::slot(slot));
        let held = self.ammo.and_then(|resource| Some((resource, t.held(me, resource)?)));
        if self.needs_ammo && held.is_none_or(|(_, n)| n <= self.min_ammo.max(0)) {
            return;
        }
        let Some(kind) = self.shot else { return };
        let new = NewSprite { kind, x: sprite.rect.x, y: sprite.rect.y, force: false };
        let Some(shot) = t.add_sprite(new) else { return };
        if let Some((resource, n)) = held {
            t.store(me, resource, n.wrapping_sub(self.ammo_cost));
        }
        t.mark_from_avatar(shot);
    }
}

impl AvatarClass for FlakAvatar {
    const ACTIONS: &'static [Action] = &[Use, Left, Right];

    #[inline]
    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        let moved = t.steer(slot, info, action);
        if moved == Movement::Still && action == Use {
            self.shoot(t, slot);
        }
    }
}
