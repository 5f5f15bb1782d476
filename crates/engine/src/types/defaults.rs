//! What each class of sprites is unless its parameters say otherwise.

use crate::class::Class;
use crate::geometry::{NIL, NONE, RIGHT, Vector};

/// What a class changes of the defaults of all sprites.
#[derive(Clone, Copy)]
pub(super) struct Defaults {
    pub is_static: bool,
    pub is_npc: bool,
    pub portal: bool,
    pub is_resource: bool,
    pub is_avatar: bool,
    pub is_oriented: bool,
    pub stationary: bool,
    pub rotate_in_place: bool,
    pub physics: i32,
    pub speed: f64,
    pub cooldown: i32,
    pub max_speed: f64,
    pub jump_strength: f64,
    pub orientation: Vector,
}

/// The defaults of all sprites.
pub(super) const PLAIN: Defaults = Defaults {
    is_static: false,
    is_npc: false,
    portal: false,
    is_resource: false,
    is_avatar: false,
    is_oriented: false,
    stationary: false,
    rotate_in_place: false,
    physics: 0,
    speed: 0.0,
    cooldown: 0,
    max_speed: -1.0,
    jump_strength: 0.0,
    orientation: NONE,
};

/// The defaults of a class.
pub(super) fn defaults(class: Class) -> Defaults {
    use Class as C;
    let npc = Defaults { is_npc: true, speed: 1.0, ..PLAIN };
    let avatar = Defaults { is_avatar: true, speed: 1.0, ..PLAIN };
    let oriented = Defaults { orientation: RIGHT, is_oriented: true, rotate_in_place: true, ..avatar };
    let bomber = Defaults { is_oriented: true, orientation: RIGHT, is_npc: true, ..PLAIN };
    match class {
        C::Immovable => Defaults { is_static: true, ..PLAIN },
        C::Door | C::Portal => Defaults { is_static: true, portal: true, ..PLAIN },
        C::Conveyor => Defaults { is_static: true, is_oriented: true, jump_strength: 1.0, ..PLAIN },
        C::Passive | C::Flicker | C::Spreader | C::SpriteProducer => PLAIN,
        C::OrientedFlicker => Defaults { is_oriented: true, ..PLAIN },
        C::Resource => Defaults { is_resource: true, ..PLAIN },
        C::ResourcePack => Defaults { is_resource: true, is_static: true, ..PLAIN },
        C::Missile | C::ErraticMissile => Defaults { speed: 1.0, is_oriented: true, ..PLAIN },
        C::RandomMissile => Defaults { speed: 1.0, is_oriented: true, orientation: NIL, ..PLAIN },
        C::RandomNPC
        | C::Chaser
        | C::Fleeing
        | C::LOSChaser
        | C::PathChaser
        | C::AlternateChaser
        | C::RandomAltChaser
        | C::PathAltChaser
        | C::RandomPathAltChaser => npc,
        C::RandomInertial => Defaults { physics: 1, is_oriented: true, ..npc },
        C::Walker => Defaults { speed: 5.0, max_speed: 5.0, is_oriented: true, ..PLAIN },
        C::WalkerJumper => {
            Defaults { speed: 5.0, max_speed: 5.0, is_oriented: true, jump_strength: 1.0, ..PLAIN }
        }
        C::SpawnPoint => Defaults { is_static: true, cooldown: 1, ..PLAIN },
        C::Bomber | C::BomberRandomMissile => bomber,
        C::RandomBomber => Defaults { speed: 1.0, ..bomber },
        C::SpawnPointMultiSprite => Defaults { is_static: true, ..bomber },
        C::MovingAvatar | C::HorizontalAvatar | C::VerticalAvatar | C::NullAvatar | C::FlakAvatar => avatar,
        C::OrientedAvatar
        | C::ShootAvatar
        | C::ShootOnlyAvatar
        | C::OngoingAvatar
        | C::OngoingShootAvatar
        | C::OngoingTurningAvatar
        | C::MissileAvatar => oriented,
        C::AimedAvatar => Defaults { speed: 0.0, stationary: true, ..oriented },
        C::SpaceshipAvatar | C::LanderAvatar => Defaults { speed: 5.0, orientation: NONE, ..oriented },
        C::CarAvatar => Defaults { speed: 0.0, ..oriented },
        C::BirdAvatar => Defaults { jump_strength: 10.0, ..oriented },
        C::PlatformerAvatar => Defaults { jump_strength: 10.0, max_speed: 30.0, ..avatar },
        C::WizardAvatar => Defaults { speed: 0.0, jump_strength: 10.0, max_speed: 30.0, ..avatar },
    }
}
