//! What sprites are unless parameters say otherwise.

use crate::geometry::{DOWN, LEFT, NONE, RIGHT, UP, Vector};

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

    /// Those that differ from the defaults of all sprites, with the names of their parameters.
    pub fn own(&self) -> Vec<(&'static str, String)> {
        let flag = |on: bool| if on { "True" } else { "False" }.to_owned();
        let number = |number: f64| number.to_string();
        let physics = |kind: i32| if kind == 1 { "CONT" } else { "GRID" }.to_owned();
        let listed = |d: &Defaults| {
            [
                ("is_static", flag(d.is_static)),
                ("is_npc", flag(d.is_npc)),
                ("portal", flag(d.portal)),
                ("is_resource", flag(d.is_resource)),
                ("is_avatar", flag(d.is_avatar)),
                ("is_oriented", flag(d.is_oriented)),
                ("stationary", flag(d.stationary)),
                ("rotateInPlace", flag(d.rotate_in_place)),
                ("physicstype", physics(d.physics)),
                ("speed", number(d.speed)),
                ("cooldown", d.cooldown.to_string()),
                ("max_speed", number(d.max_speed)),
                ("jump_strength", number(d.jump_strength)),
                ("orientation", direction(d.orientation).to_owned()),
            ]
        };
        let pairs = listed(self).into_iter().zip(listed(&Defaults::SPRITE));
        pairs.filter(|(own, common)| own != common).map(|(own, _)| own).collect()
    }
}

/// A direction as it is written.
fn direction(direction: Vector) -> &'static str {
    let names = [(UP, "UP"), (DOWN, "DOWN"), (LEFT, "LEFT"), (RIGHT, "RIGHT")];
    names.iter().find(|(known, _)| *known == direction).map_or("NONE", |(_, name)| name)
}
