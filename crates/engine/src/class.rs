//! The sprite classes: names, parameters, and which behaviour each stands for.
//!
//! What a class does in a tick is in [`update`](crate::update), its defaults are in
//! [`types`](crate::types).

use ludex_vgdl::{ClassSpec, Need, ParamKind, ParamSpec};

use crate::action::Action;
use crate::ontology::{param, required};
use ParamKind::{Bool, Direction, Double, Float, Int, NewSprite, NewSprites, Sprite, Sprites};

/// Defines the enum of classes and the table of their specifications from one list.
macro_rules! classes {
    ($($kind:ident $name:ident [$($params:expr),*] $doc:literal;)*) => {
        /// A sprite class.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Class { $(#[doc = $doc] $name,)* }

        impl Class {
            /// All classes, in the order of [`CLASSES`].
            const ALL: &'static [Class] = &[$(Class::$name),*];
        }

        /// What the language knows of the classes.
        pub(crate) const CLASSES: &[ClassSpec] = &[$(
            ClassSpec {
                name: stringify!($name),
                doc: $doc,
                avatar: classes!(@avatar $kind),
                params: &{
                    const N: usize = 0 $(+ $params.len())*;
                    const PARTS: &[&[ParamSpec]] = &[$(&$params),*];
                    concat::<N>(PARTS)
                },
            },
        )*];
    };
    (@avatar sprite) => { false };
    (@avatar avatar) => { true };
}

/// Joins parameter lists at compile time.
const fn concat<const N: usize>(parts: &[&[ParamSpec]]) -> [ParamSpec; N] {
    let mut all = [param("", Int, ""); N];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            all[at] = parts[part][i];
            at += 1;
            i += 1;
        }
        part += 1;
    }
    all
}

impl Class {
    /// The class at this index of [`CLASSES`].
    pub(crate) fn from_index(index: usize) -> Option<Class> {
        Class::ALL.get(index).copied()
    }

    /// Can a player control it? Such a sprite is disabled, not removed, when it is killed.
    pub fn is_avatar(self) -> bool {
        CLASSES[self as usize].avatar
    }

    /// The actions of an avatar, without NIL.
    pub(crate) fn actions(self) -> &'static [Action] {
        use Action::{Down, Left, Nil, Right, Up, Use};
        match self {
            Class::HorizontalAvatar => &[Left, Right],
            Class::VerticalAvatar => &[Up, Down],
            Class::NullAvatar => &[Nil],
            Class::FlakAvatar => &[Use, Left, Right],
            Class::ShootAvatar | Class::OngoingShootAvatar | Class::SpaceshipAvatar => {
                &[Use, Left, Right, Down, Up]
            }
            Class::ShootOnlyAvatar => &[Left, Up, Right, Down, Use],
            Class::AimedAvatar => &[Use, Down, Up],
            Class::BirdAvatar => &[Use],
            Class::PlatformerAvatar => &[Left, Right, Use],
            Class::WizardAvatar => &[Left, Right, Use, Up],
            class if class.is_avatar() => &[Left, Right, Down, Up],
            _ => &[],
        }
    }

    /// Does what it does depend on where others are?
    pub(crate) fn chases(self) -> bool {
        use Class::*;
        matches!(
            self,
            Chaser
                | Fleeing
                | LOSChaser
                | PathChaser
                | AlternateChaser
                | PathAltChaser
                | RandomAltChaser
                | RandomPathAltChaser
        )
    }

    /// The name in game files.
    pub fn name(self) -> &'static str {
        CLASSES[self as usize].name
    }
}

const FLICKER: [ParamSpec; 2] =
    [param("limit", Int, "ticks it lives beyond the first"), param("age", Int, "its age at birth")];
const SPREADER: [ParamSpec; 3] = [
    param("spreadprob", Double, "probability of each of the four neighbours"),
    param("stype", NewSprite, "what it spreads; itself if absent"),
    param("itype", Int, ""),
];
const RESOURCE: [ParamSpec; 4] = [
    param("value", Int, "how much one of it is worth"),
    param("limit", Int, "how much of it one can hold"),
    param("resource_name", Sprite, "the type under which it is held"),
    param("resource_type", Int, ""),
];
const PORTAL: [ParamSpec; 2] = [required("stype", Sprite, "the type of the exits"), param("itype", Int, "")];
const SPAWN: [ParamSpec; 4] = [
    param("prob", Double, "probability of a spawn when the cooldown is over"),
    param("total", Int, "how many it spawns before it vanishes, 0 for no limit"),
    param("spawnorientation", Direction, "the orientation of what it spawns"),
    param("counter", Int, ""),
];
const SPAWN_TYPE: [ParamSpec; 2] = [param("stype", NewSprite, "what it spawns"), param("itype", Int, "")];
const MISSILES: [ParamSpec; 1] = [param("stypeMissile", NewSprites, "one of these is spawned, by chance")];
const MANY: [ParamSpec; 1] = [param("stypes", NewSprites, "all of these are spawned together")];
const CONS: [ParamSpec; 1] = [param("cons", Int, "how often a random move is repeated")];
const CHASE: [ParamSpec; 4] = [
    required("stype", Sprite, "whom it chases or flees"),
    param("fleeing", Bool, "does it flee?"),
    param("maxDistance", Float, "pixels beyond which it does not care"),
    param("itype", Int, ""),
];
const ALTERNATE: [ParamSpec; 4] = [
    required("stype1", Sprites, "whom it chases"),
    param("stype2", Sprites, "accepted, without effect"),
    param("fleeing", Bool, "accepted, without effect while there is somebody to chase"),
    param("cons", Int, "accepted, without effect"),
];
const EPSILON: [ParamSpec; 1] = [param("epsilon", Double, "probability of a random move")];
const RANDOM_TARGET: [ParamSpec; 1] = [param("randomTarget", Bool, "does it choose its target by chance?")];
const AIR: [ParamSpec; 1] = [param("airsteering", Bool, "does it turn in the air?")];
const PROBABILITY: [ParamSpec; 1] = [param("probability", Double, "probability of a jump")];
const FLAK: [ParamSpec; 6] = [
    required("stype", NewSprite, "what it shoots"),
    param("ammo", Sprite, "the resource that a shot takes"),
    param("minAmmo", Int, "shoots only with more than this"),
    param("ammoCost", Int, "how much a shot takes"),
    param("itype", Int, ""),
    param("ammoId", Int, ""),
];
const SHOOT: [ParamSpec; 2] = [
    required("stype", NewSprites, "what it shoots: the first it has ammunition for"),
    param("ammo", Sprites, "the resources that shots take, in the order of stype"),
];
const ANGLE: [ParamSpec; 1] = [param("angle_diff", Double, "radians it turns in a tick")];
const FACING: [ParamSpec; 1] = [param("facing", Double, "0 forwards, 1 backwards")];
const TRAIL: [ParamSpec; 1] = [param("spawnBehind", NewSprite, "the trail it leaves")];
const PLATFORM: [ParamSpec; 2] = [
    param("ground_speedup_factor", Double, "multiplies steering on the ground"),
    param("air_slowdown_factor", Double, "divides steering in the air"),
];
const WIZARD: [ParamSpec; 3] = [
    ParamSpec { need: Need::Required, ..param("stype", NewSprites, "what it conjures up") },
    param("facing_dir", Direction, "the direction it faces at birth"),
    param("last_block_time", Int, "the tick it last conjured"),
];

classes! {
    sprite Immovable [] "Stands still.";
    sprite Door [] "Stands still and is seen as a portal.";
    sprite Passive [] "Does nothing by itself, but can be pushed.";
    sprite Conveyor [] "Stands still, with an orientation and a strength.";
    sprite Flicker [FLICKER] "Lives for a limited number of ticks.";
    sprite OrientedFlicker [FLICKER] "A Flicker with an orientation.";
    sprite Spreader [FLICKER, SPREADER] "A Flicker that spreads to its neighbours in its second tick.";
    sprite Resource [RESOURCE] "Can be collected and held.";
    sprite ResourcePack [RESOURCE] "A resource that counts as another type; needs resource_name.";
    sprite Missile [] "Flies on in its direction.";
    sprite ErraticMissile [] "A Missile under another name.";
    sprite RandomMissile [] "A Missile whose direction is drawn at birth.";
    sprite RandomNPC [CONS] "Walks at random.";
    sprite RandomInertial [CONS] "Is pushed at random, with continuous physics.";
    sprite Chaser [CONS, CHASE] "Walks towards the nearest sprite of a type.";
    sprite Fleeing [CONS, CHASE] "Walks away from the nearest sprite of a type.";
    sprite LOSChaser [CONS, CHASE] "A Chaser that only sees along its last random move.";
    sprite PathChaser [CONS, CHASE] "Follows the shortest path to the nearest sprite of a type.";
    sprite AlternateChaser [ALTERNATE] "Walks towards the nearest sprite of a type.";
    sprite RandomAltChaser [ALTERNATE, EPSILON] "An AlternateChaser that sometimes walks at random.";
    sprite PathAltChaser [ALTERNATE, RANDOM_TARGET] "Follows the shortest path to a target until it is reached.";
    sprite RandomPathAltChaser [ALTERNATE, RANDOM_TARGET, EPSILON] "A PathAltChaser that sometimes walks at random.";
    sprite Walker [AIR] "Walks sideways and turns where it is stopped.";
    sprite WalkerJumper [AIR, PROBABILITY] "A Walker that jumps now and then.";
    sprite SpriteProducer [] "The ancestor of portals and spawners; does nothing.";
    sprite Portal [PORTAL] "An entrance: teleportToExit leads from here to a sprite of stype.";
    sprite SpawnPoint [SPAWN, SPAWN_TYPE] "Makes sprites.";
    sprite Bomber [SPAWN, SPAWN_TYPE] "A SpawnPoint that flies like a Missile.";
    sprite RandomBomber [SPAWN, SPAWN_TYPE] "A SpawnPoint that walks at random.";
    sprite BomberRandomMissile [SPAWN, SPAWN_TYPE, MISSILES] "A Bomber that draws what it spawns.";
    sprite SpawnPointMultiSprite [SPAWN, MANY] "A SpawnPoint that makes several sprites at once.";
    avatar MovingAvatar [] "Moves in four directions.";
    avatar HorizontalAvatar [] "Moves left and right.";
    avatar VerticalAvatar [] "Moves up and down.";
    avatar NullAvatar [] "Can do nothing.";
    avatar FlakAvatar [FLAK] "Moves left and right and shoots from its own cell.";
    avatar OrientedAvatar [] "Moves in four directions and faces where it goes.";
    avatar ShootAvatar [SHOOT] "An OrientedAvatar that shoots to where it faces.";
    avatar ShootOnlyAvatar [SHOOT] "Does not move; each action shoots another type.";
    avatar OngoingAvatar [] "Never stops; actions turn it.";
    avatar OngoingShootAvatar [SHOOT] "Never stops; actions turn it or shoot.";
    avatar OngoingTurningAvatar [TRAIL] "Never stops, cannot reverse, and leaves a trail.";
    avatar MissileAvatar [] "Flies on whatever one does.";
    avatar AimedAvatar [SHOOT, ANGLE] "Stands, aims and shoots.";
    avatar SpaceshipAvatar [SHOOT, ANGLE] "Turns, thrusts and shoots.";
    avatar CarAvatar [ANGLE, FACING] "Drives on, forwards or backwards, and steers.";
    avatar LanderAvatar [ANGLE] "Turns and thrusts.";
    avatar BirdAvatar [] "Flaps its wings.";
    avatar PlatformerAvatar [PLATFORM] "Runs and jumps.";
    avatar WizardAvatar [PLATFORM, WIZARD] "Runs, jumps and conjures blocks.";
}
