//! Avatars that never stop.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::shooting::{AMMO, STYPE, Weapon};
use super::{AvatarClass, ClassType, Defaults};
use crate::action::Action;
use crate::facts::{ClassFacts, SomeTypes};
use crate::geometry::{NONE, Vector};
use crate::index::{Kind, Slot};
use crate::ontology::param;
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use crate::tick::population::NewSprite;
use crate::world::names::Names;
use crate::world::types::TypeInfo;
use Action::{Down, Left, Right, Up, Use};

/// Turns where it is steered, and flies on.
fn turn_and_fly(t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, direction: Vector) {
    if direction != NONE {
        t.turn(slot, direction);
    }
    t.move_passively(slot, info);
}

#[derive(Debug)]
pub(crate) struct OngoingAvatar;

impl ClassType for OngoingAvatar {
    const NAME: &'static str = "OngoingAvatar";
    const DOC: &'static str = "Never stops; actions turn it.";
    const EXAMPLE: &'static str = "avatar > OngoingAvatar speed=0.5";
    const DEFAULTS: Defaults = Defaults::ORIENTED_AVATAR;

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        OngoingAvatar
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }
}

impl AvatarClass for OngoingAvatar {
    const ACTIONS: &'static [Action] = &[Left, Right, Down, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        turn_and_fly(t, slot, info, action.direction());
    }
}

#[derive(Debug)]
pub(crate) struct OngoingShootAvatar(Weapon);

impl ClassType for OngoingShootAvatar {
    const NAME: &'static str = "OngoingShootAvatar";
    const DOC: &'static str = "Never stops; actions turn it or shoot.";
    const EXAMPLE: &'static str = "avatar > OngoingShootAvatar stype=arrow speed=0.5";
    const PARAMS: &'static [ParamSpec] = &[STYPE, AMMO];
    const DEFAULTS: Defaults = Defaults::ORIENTED_AVATAR;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        OngoingShootAvatar(Weapon::compile(p, names))
    }

    fn facts(&self) -> ClassFacts {
        self.0.facts()
    }
}

impl AvatarClass for OngoingShootAvatar {
    const ACTIONS: &'static [Action] = &[Use, Left, Right, Down, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        turn_and_fly(t, slot, info, action.direction());
        if action == Use {
            self.0.shoot_first(t, slot);
        }
    }
}

#[derive(Debug)]
pub(crate) struct OngoingTurningAvatar {
    trail: Option<Kind>,
    wall: Kind,
}

impl ClassType for OngoingTurningAvatar {
    const NAME: &'static str = "OngoingTurningAvatar";
    const DOC: &'static str = "Never stops, cannot reverse, and leaves a trail.";
    const EXAMPLE: &'static str = "avatar > OngoingTurningAvatar spawnBehind=wall speed=0.5";
    const PARAMS: &'static [ParamSpec] =
        &[param("spawnBehind", ParamKind::NewSprite, "the trail it leaves").or("wall")];
    const DEFAULTS: Defaults = Defaults::ORIENTED_AVATAR;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        let trail = p.text("spawnBehind").map_or(Some(names.wall), |name| names.find(name));
        OngoingTurningAvatar { trail, wall: names.wall }
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts { makes: SomeTypes::named([self.trail, Some(self.wall)]), ..ClassFacts::ALONE }
    }

    /// Only the first sprite of such a type knows its trail; copies of it leave walls.
    fn prepare(&self, template: &mut Sprite) {
        template.product = Some(self.wall);
    }

    fn prepare_first(&self, first: &mut Sprite) {
        first.product = self.trail;
    }
}

impl AvatarClass for OngoingTurningAvatar {
    const ACTIONS: &'static [Action] = &[Left, Right, Down, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        let direction = action.direction();
        let facing = t.live.d.sprites[slot].orientation;
        if direction != NONE && direction.0 * facing.0 + direction.1 * facing.1 == 0.0 {
            t.turn(slot, direction);
        }
        t.move_passively(slot, info);
        let sprite = t.live.d.sprites[slot];
        // The reference's copies lose the trail, so its forward model only ever leaves walls.
        let trail = if t.live.s.is_game { sprite.product } else { Some(self.wall) };
        if let Some(kind) = trail
            && !sprite.rect.intersects(&sprite.last)
        {
            t.add_sprite(NewSprite { kind, x: sprite.last.x, y: sprite.last.y, force: false });
        }
    }
}

#[derive(Debug)]
pub(crate) struct MissileAvatar;

impl ClassType for MissileAvatar {
    const NAME: &'static str = "MissileAvatar";
    const DOC: &'static str = "Flies on whatever one does.";
    const EXAMPLE: &'static str = "avatar > MissileAvatar orientation=RIGHT speed=0.3";
    const DEFAULTS: Defaults = Defaults::ORIENTED_AVATAR;

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        MissileAvatar
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }
}

impl AvatarClass for MissileAvatar {
    const ACTIONS: &'static [Action] = &[Left, Right, Down, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, _: Action) {
        t.move_passively(slot, info);
    }
}
