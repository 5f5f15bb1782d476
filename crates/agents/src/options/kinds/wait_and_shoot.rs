//! Wait until an NPC is ahead, so far to the side, then shoot once.

use ludex_engine::{Action, Category, Seen};

use super::super::instance::{Kind, Target};
use super::super::scene::Scene;

/// How far to the side, in cells: what moves will have come nearer when the shot gets there.
const OFFSETS: [u8; 3] = [0, 2, 4];

pub const KIND: Kind = Kind {
    name: "wait-and-shoot",
    begin: |scene, targets| {
        if scene.avatar.can(Action::Use) && scene.facing().is_some() {
            let kinds = scene.types([Category::Npc]);
            targets.extend(kinds.flat_map(|kind| OFFSETS.map(|offset| Target::Offset(kind, offset))));
        }
    },
    act: |option, scene, _| {
        let Target::Offset(kind, offset) = option.target else { return Action::Nil };
        option.done = scene.seen.sprites_of(kind).any(|npc| is_ahead(scene, &npc, f64::from(offset)));
        if option.done { Action::Use } else { Action::Nil }
    },
    is_over: |option, scene| match option.target {
        Target::Offset(kind, _) => option.done || scene.seen.sprites_of(kind).next().is_none(),
        _ => true,
    },
};

/// Is a sprite in front of the avatar, and so many cells to the right of the line or, if the avatar looks to the side,
/// below it?
fn is_ahead(scene: &Scene<'_>, sprite: &Seen, wanted: f64) -> bool {
    let Some(facing) = scene.facing() else { return false };
    let (x, y) = scene.offset(sprite);
    let (ahead, aside) = if facing.0.abs() >= facing.1.abs() { (x * facing.0, y) } else { (y * facing.1, x) };
    ahead > 0.0 && aside.round() == wanted
}
