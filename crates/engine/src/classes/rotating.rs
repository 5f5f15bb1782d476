//! Avatars that turn by angles and thrust.

use std::f64::consts::PI;

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::shooting::{AMMO, STYPE, Weapon};
use super::{AvatarClass, ClassType, Defaults};
use crate::action::Action;
use crate::facts::ClassFacts;
use crate::geometry::{DOWN, LEFT, NONE, RIGHT, UP, Vector};
use crate::index::Slot;
use crate::java::{atan2, cos, sin};
use crate::ontology::param;
use crate::tick::Tick;
use crate::tick::motion::Movement;
use crate::world::names::Names;
use crate::world::types::TypeInfo;
use Action::{Down, Left, Right, Up, Use};
use ParamKind::Double;

const fn angle(default: &'static str) -> ParamSpec {
    param("angle_diff", Double, "radians it turns in a tick").or(default)
}

/// Left and right turn the avatar on the spot.
fn rotate(t: &mut Tick<'_>, slot: Slot, direction: Vector, angle: f64) {
    let rotation = &mut t.live.d.sprites[slot].rotation;
    if direction == LEFT {
        *rotation -= angle;
    } else if direction == RIGHT {
        *rotation += angle;
    }
}

/// A push along the rotation.
fn thrust(t: &mut Tick<'_>, slot: Slot, offset: f64) {
    let sprite = t.live.d.sprites[slot];
    let angle = sprite.rotation + offset;
    t.active(slot, (cos(angle), sin(angle)), sprite.speed);
}

fn thrust_both_ways(t: &mut Tick<'_>, slot: Slot, direction: Vector) {
    if direction == UP {
        thrust(t, slot, 0.0);
    } else if direction == DOWN {
        thrust(t, slot, PI);
    }
}

#[derive(Debug)]
pub(crate) struct AimedAvatar {
    weapon: Weapon,
    angle: f64,
}

impl ClassType for AimedAvatar {
    const NAME: &'static str = "AimedAvatar";
    const DOC: &'static str = "Stands, aims and shoots.";
    const EXAMPLE: &'static str = "avatar > AimedAvatar stype=ball angle_diff=0.1";
    const PARAMS: &'static [ParamSpec] = &[STYPE, AMMO, angle("0.15")];
    const DEFAULTS: Defaults = Defaults { speed: 0.0, stationary: true, ..Defaults::ORIENTED_AVATAR };

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        AimedAvatar { weapon: Weapon::compile(p, names), angle: p.double("angle_diff").unwrap_or(0.15) }
    }

    fn facts(&self) -> ClassFacts {
        self.weapon.facts()
    }
}

impl AvatarClass for AimedAvatar {
    const ACTIONS: &'static [Action] = &[Use, Down, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        let direction = action.direction();
        let moved = t.steer_and_face(slot, info, action);
        if action == Use {
            // One shot by the way of all shooters, and one more of its own.
            if moved == Movement::Still {
                self.weapon.shoot_first(t, slot);
            }
            self.weapon.shoot_first(t, slot);
        }
        let turn = match direction {
            UP => -self.angle,
            DOWN => self.angle,
            _ => 0.0,
        };
        let sprite = &mut t.live.d.sprites[slot];
        let (x, y) = sprite.orientation;
        let (s, c) = (sin(turn), cos(turn));
        sprite.orientation = (x * c - y * s, x * s + y * c);
        sprite.rotation = atan2(sprite.orientation.1, sprite.orientation.0);
        thrust_both_ways(t, slot, direction);
    }
}

#[derive(Debug)]
pub(crate) struct SpaceshipAvatar {
    weapon: Weapon,
    angle: f64,
}

impl ClassType for SpaceshipAvatar {
    const NAME: &'static str = "SpaceshipAvatar";
    const DOC: &'static str = "Turns, thrusts and shoots.";
    const EXAMPLE: &'static str = "avatar > SpaceshipAvatar stype=ball speed=5 angle_diff=0.2";
    const PARAMS: &'static [ParamSpec] = &[STYPE, AMMO, angle("0.3")];
    const DEFAULTS: Defaults = Defaults { speed: 5.0, orientation: NONE, ..Defaults::ORIENTED_AVATAR };

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        SpaceshipAvatar { weapon: Weapon::compile(p, names), angle: p.double("angle_diff").unwrap_or(0.3) }
    }

    fn facts(&self) -> ClassFacts {
        self.weapon.facts()
    }
}

impl AvatarClass for SpaceshipAvatar {
    const ACTIONS: &'static [Action] = &[Use, Left, Right, Down, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        let direction = action.direction();
        t.drift(slot, info);
        if action == Use {
            for _ in 0..2 {
                let rotation = t.live.d.sprites[slot].rotation;
                self.weapon.shoot_first_towards(t, slot, (cos(rotation), sin(rotation)));
            }
        }
        rotate(t, slot, direction, self.angle);
        thrust_both_ways(t, slot, direction);
    }
}

#[derive(Debug)]
pub(crate) struct CarAvatar {
    angle: f64,
    /// 0 forwards, 1 backwards, until it is steered.
    facing: f64,
}

impl ClassType for CarAvatar {
    const NAME: &'static str = "CarAvatar";
    const DOC: &'static str = "Drives on, forwards or backwards, and steers.";
    const EXAMPLE: &'static str = "avatar > CarAvatar speed=5 angle_diff=0.1";
    const PARAMS: &'static [ParamSpec] =
        &[angle("0.15"), param("facing", Double, "0 forwards, 1 backwards").or("0")];
    const DEFAULTS: Defaults = Defaults { speed: 0.0, ..Defaults::ORIENTED_AVATAR };

    fn compile(p: &Params, _: &Names<'_>) -> Self {
        CarAvatar { angle: p.double("angle_diff").unwrap_or(0.15), facing: p.double("facing").unwrap_or(0.0) }
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }
}

impl AvatarClass for CarAvatar {
    const ACTIONS: &'static [Action] = &[Left, Right, Down, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        let direction = action.direction();
        t.drift(slot, info);
        rotate(t, slot, direction, self.angle);
        let sprite = &mut t.live.d.sprites[slot];
        match direction {
            UP => sprite.count = 1,
            DOWN => sprite.count = 2,
            _ => {}
        }
        let facing = match sprite.count {
            0 => self.facing,
            code => f64::from(code - 1),
        };
        let angle = sprite.rotation + facing * PI;
        t.active(slot, (cos(angle), sin(angle)), 5.0);
    }
}

#[derive(Debug)]
pub(crate) struct LanderAvatar {
    angle: f64,
}

impl ClassType for LanderAvatar {
    const NAME: &'static str = "LanderAvatar";
    const DOC: &'static str = "Turns and thrusts.";
    const EXAMPLE: &'static str = "avatar > LanderAvatar speed=5 gravity=0.5";
    const PARAMS: &'static [ParamSpec] = &[angle("0.3")];
    const DEFAULTS: Defaults = Defaults { speed: 5.0, orientation: NONE, ..Defaults::ORIENTED_AVATAR };

    fn compile(p: &Params, _: &Names<'_>) -> Self {
        LanderAvatar { angle: p.double("angle_diff").unwrap_or(0.3) }
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }
}

impl AvatarClass for LanderAvatar {
    const ACTIONS: &'static [Action] = &[Left, Right, Down, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        let direction = action.direction();
        t.drift(slot, info);
        rotate(t, slot, direction, self.angle);
        if direction == UP {
            thrust(t, slot, 0.0);
        }
    }
}
