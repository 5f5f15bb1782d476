//! Avatars that flap, run and jump.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::{AvatarClass, ClassType, Defaults};
use crate::action::Action;
use crate::facts::{ClassFacts, SomeTypes};
use crate::geometry::{DOWN, LEFT, NIL, NONE, RIGHT, UP, Vector};
use crate::index::{Kind, Slot};
use crate::java::atan2;
use crate::ontology::{param, required};
use crate::state::sprite::{Sprite, flag};
use crate::tick::Tick;
use crate::tick::population::NewSprite;
use crate::world::names::Names;
use crate::world::types::TypeInfo;
use Action::{Left, Right, Up, Use};
use ParamKind::{Direction, Double, Int, NewSprites};

#[derive(Debug)]
pub(crate) struct BirdAvatar;

impl ClassType for BirdAvatar {
    const NAME: &'static str = "BirdAvatar";
    const DOC: &'static str = "Flaps its wings.";
    const EXAMPLE: &'static str = "avatar > BirdAvatar jump_strength=10 gravity=1";
    const DEFAULTS: Defaults = Defaults { jump_strength: 10.0, ..Defaults::ORIENTED_AVATAR };

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        BirdAvatar
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }
}

impl AvatarClass for BirdAvatar {
    const ACTIONS: &'static [Action] = &[Use];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        t.steer_and_face(slot, info, action);
        let sprite = t.live.d.sprites[slot];
        let forward = if sprite.orientation.0.abs() < 0.5 { RIGHT } else { NONE };
        if action == Use {
            t.live.d.sprites[slot].orientation.1 = 0.0;
            t.active(slot, (0.0, -info.jump_strength), sprite.speed);
        }
        let speed = t.live.d.sprites[slot].speed;
        t.active(slot, forward, speed);
        let sprite = &mut t.live.d.sprites[slot];
        sprite.rotation = atan2(sprite.orientation.1, sprite.orientation.0);
    }
}

const GROUND_FACTOR: ParamSpec =
    param("ground_speedup_factor", Double, "multiplies steering on the ground").or("1");
const AIR_FACTOR: ParamSpec = param("air_slowdown_factor", Double, "divides steering in the air").or("2");

/// How an avatar runs: with different strength on the ground and in the air.
#[derive(Debug)]
struct Run {
    ground_factor: f64,
    air_factor: f64,
}

impl Run {
    fn compile(p: &Params) -> Run {
        Run {
            ground_factor: p.double("ground_speedup_factor").unwrap_or(1.0),
            air_factor: p.double("air_slowdown_factor").unwrap_or(2.0),
        }
    }

    /// Runs, and jumps from the ground.
    fn run_and_jump(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        t.drift(slot, info);
        let direction = action.direction();
        let on_ground = t.live.d.sprites[slot].is(flag::ON_GROUND);
        if direction != NONE {
            let x = if on_ground { direction.0 * self.ground_factor } else { direction.0 / self.air_factor };
            let speed = t.live.d.sprites[slot].speed;
            t.active(slot, (x, direction.1), speed);
        }
        if action == Use && on_ground {
            t.jump(slot);
        }
    }
}

#[derive(Debug)]
pub(crate) struct PlatformerAvatar(Run);

impl ClassType for PlatformerAvatar {
    const NAME: &'static str = "PlatformerAvatar";
    const DOC: &'static str = "Runs and jumps.";
    const EXAMPLE: &'static str = "avatar > PlatformerAvatar jump_strength=10 gravity=1";
    const PARAMS: &'static [ParamSpec] = &[GROUND_FACTOR, AIR_FACTOR];
    const DEFAULTS: Defaults = Defaults { jump_strength: 10.0, max_speed: 30.0, ..Defaults::AVATAR };

    fn compile(p: &Params, _: &Names<'_>) -> Self {
        PlatformerAvatar(Run::compile(p))
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts::ALONE
    }

    fn finds_ground(&self) -> bool {
        true
    }
}

impl AvatarClass for PlatformerAvatar {
    const ACTIONS: &'static [Action] = &[Left, Right, Use];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        self.0.run_and_jump(t, slot, info, action);
        t.live.d.sprites[slot].set(flag::ON_GROUND, false);
    }
}

#[derive(Debug)]
pub(crate) struct WizardAvatar {
    run: Run,
    blocks: Vec<Option<Kind>>,
    facing: Vector,
    last_block: i32,
}

impl ClassType for WizardAvatar {
    const NAME: &'static str = "WizardAvatar";
    const DOC: &'static str = "Runs, jumps and conjures blocks.";
    const EXAMPLE: &'static str = "avatar > WizardAvatar stype=box jump_strength=10 gravity=1";
    const PARAMS: &'static [ParamSpec] = &[
        GROUND_FACTOR,
        AIR_FACTOR,
        required("stype", NewSprites, "what it conjures up"),
        param("facing_dir", Direction, "the direction it faces at birth").or("RIGHT"),
        param("last_block_time", Int, "the tick it last conjured").or("0"),
    ];
    const DEFAULTS: Defaults =
        Defaults { speed: 0.0, jump_strength: 10.0, max_speed: 30.0, ..Defaults::AVATAR };

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        WizardAvatar {
            run: Run::compile(p),
            blocks: names.list(p, "stype"),
            facing: p.direction("facing_dir").unwrap_or(RIGHT),
            last_block: p.int("last_block_time").unwrap_or(0),
        }
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts { makes: SomeTypes::named(self.blocks.iter().copied()), ..ClassFacts::ALONE }
    }

    /// The facing direction is a sign: wizards only look sideways unless the text says otherwise.
    fn prepare(&self, template: &mut Sprite) {
        template.timer = self.last_block;
        template.count = facing_code(self.facing);
    }

    fn finds_ground(&self) -> bool {
        true
    }
}

impl AvatarClass for WizardAvatar {
    const ACTIONS: &'static [Action] = &[Left, Right, Use, Up];

    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        self.run.run_and_jump(t, slot, info, action);
        let (direction, tick) = (action.direction(), t.live.d.tick);
        if direction == UP && t.live.d.sprites[slot].timer.wrapping_add(5) <= tick {
            t.active(slot, DOWN, -1.0);
            let sprite = t.live.d.sprites[slot];
            let facing = facing_vector(sprite.count);
            for &kind in self.blocks.iter().flatten() {
                let x = f64::from(sprite.rect.x) + facing.0 * f64::from(sprite.last.w) * 1.2;
                let y = f64::from(sprite.rect.y) + facing.1 * f64::from(sprite.last.h);
                t.add_sprite(NewSprite { kind, x: x as i32, y: y as i32, force: false });
            }
            t.live.d.sprites[slot].timer = tick;
        }
        let sprite = &mut t.live.d.sprites[slot];
        if direction == LEFT || direction == RIGHT {
            sprite.count = facing_code(direction);
        }
        sprite.set(flag::ON_GROUND, false);
    }
}

/// Encodes a facing direction of a WizardAvatar in an integer.
fn facing_code(v: Vector) -> i32 {
    match v {
        LEFT => 1,
        UP => 2,
        DOWN => 3,
        NONE => 4,
        NIL => 5,
        _ => 0,
    }
}

/// The direction of [`facing_code`].
fn facing_vector(code: i32) -> Vector {
    [RIGHT, LEFT, UP, DOWN, NONE, NIL][code as usize % 6]
}
