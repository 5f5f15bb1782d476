//! The types of options.

mod act_once;
mod avoid_nearest_npc;
mod go_near_movable;
mod go_to_movable;
mod go_to_nearest;
mod go_to_position;
mod wait_and_shoot;

use std::cmp::Ordering;

use ludex_engine::{Action, Category, Seen};

use super::instance::{Instance, Kind, Target, Tools};
use super::scene::{Cell, MOVES, Scene, steps};

/// All types of options. To add one, write its module and put it here.
pub static KINDS: [Kind; 7] = [
    act_once::KIND,
    avoid_nearest_npc::KIND,
    go_to_movable::KIND,
    go_near_movable::KIND,
    go_to_position::KIND,
    go_to_nearest::KIND,
    wait_and_shoot::KIND,
];

/// Of each type of sprites, only so many get options of their own: those that are nearest.
const NEAREST: usize = 10;

/// Adds the nearest sprites of each type of some categories, apart from those that are already within so many steps.
fn nearest_sprites<const N: usize>(
    scene: &Scene<'_>,
    categories: [Category; N],
    near: i32,
    targets: &mut Vec<Target>,
) {
    for kind in scene.types(categories) {
        let mut best: [(f64, i32); NEAREST] = [(f64::INFINITY, 0); NEAREST];
        let mut found = 0;
        for sprite in scene.seen.sprites_of(kind).filter(|sprite| categories.contains(&sprite.category)) {
            let entry = (sprite.square_distance(scene.position), sprite.id);
            let nearer = |a: &(f64, i32), b: &(f64, i32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            if found == NEAREST && nearer(&entry, &best[NEAREST - 1]) != Ordering::Less {
                continue;
            }
            let cell = scene.cell_of(&sprite);
            if !scene.has(cell) || steps(cell, scene.cell) <= near {
                continue;
            }
            found = (found + 1).min(NEAREST);
            best[found - 1] = entry;
            let mut place = found - 1;
            while place > 0 && nearer(&best[place], &best[place - 1]) == Ordering::Less {
                best.swap(place, place - 1);
                place -= 1;
            }
        }
        targets.extend(best[..found].iter().map(|&(_, id)| Target::Sprite(kind, id)));
    }
}

/// The sprite that an option is about, while it is there.
fn sprite(option: &Instance, scene: &Scene<'_>) -> Option<Seen> {
    match option.target {
        Target::Sprite(kind, id) => scene.sprite(kind, id),
        _ => None,
    }
}

/// The next action on the way to a sprite; NIL if there is none.
///
/// An avatar that cannot go everywhere, such as one that moves sideways only, has no ways to choose from: it gets as near as it can.
fn step_to(option: &mut Instance, goal: Option<Seen>, scene: &Scene<'_>, tools: &mut Tools) -> Action {
    let Some(goal) = goal.map(|goal| scene.cell_of(&goal)) else { return Action::Nil };
    if !scene.avatar.walks() {
        return move_towards(scene, goal);
    }
    let next = tools.routes.next(&mut option.route, scene, goal, &tools.walls);
    next.map_or(Action::Nil, |next| move_towards(scene, next))
}

/// The action that brings the avatar nearer to a cell; NIL if none does.
fn move_towards(scene: &Scene<'_>, goal: Cell) -> Action {
    let after = |(dx, dy): Cell| (scene.cell.0 + dx, scene.cell.1 + dy);
    let nearer = |direction| steps(after(direction), goal) < steps(scene.cell, goal);
    let found = MOVES.iter().find(|(action, direction)| scene.avatar.can(*action) && nearer(*direction));
    found.map_or(Action::Nil, |(action, _)| *action)
}

#[cfg(test)]
mod tests;
