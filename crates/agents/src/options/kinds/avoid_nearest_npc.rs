//! Go a step away from the nearest NPC.

use ludex_engine::{Action, Category, Seen};

use super::super::instance::{Kind, Target};
use super::super::scene::{MOVES, Scene};
use super::move_towards;

pub const KIND: Kind = Kind {
    name: "avoid-nearest-npc",
    begin: |scene, targets| {
        if scene.types([Category::Npc]).next().is_some() {
            targets.push(Target::Only);
        }
    },
    act: |_, scene, tools| {
        let Some(npc) = nearest_npc(scene) else { return Action::Nil };
        let (x, y) = scene.cell;
        let away = match scene.cell_of(&npc) {
            there if there == scene.cell => {
                let (_, (dx, dy)) = MOVES[tools.rng.below(MOVES.len())];
                (x + dx, y + dy)
            }
            there if there.0 != x => (x + (x - there.0).signum(), y),
            there => (x, y + (y - there.1).signum()),
        };
        move_towards(scene, away)
    },
    is_over: |_, _| true,
};

fn nearest_npc(scene: &Scene<'_>) -> Option<Seen> {
    let distance = |npc: &Seen| npc.square_distance(scene.position);
    let npcs = scene.types([Category::Npc]).filter_map(|kind| scene.nearest(kind));
    npcs.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}
