//! What sprites are unless parameters say otherwise.

use crate::geometry::{NONE, RIGHT, Vector};

/// The parameters of all sprites in whose defaults classes differ.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Defaults {
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

impl Defaults {
    /// The defaults of all sprites.
    pub const SPRITE: Defaults = Defaults {
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

    /// Those of sprites that decide where they go.
    pub const NPC: Defaults = Defaults { is_npc: true, speed: 1.0, ..Defaults::SPRITE };

    /// Those of avatars.
    pub const AVATAR: Defaults = Defaults { is_avatar: true, speed: 1.0, ..Defaults::SPRITE };

    /// Those of avatars that face somewhere.
    pub const ORIENTED_AVATAR: Defaults =
        Defaults { orientation: RIGHT, is_oriented: true, rotate_in_place: true, ..Defaults::AVATAR };
}
