//! The turns of all sprites, and what of them is known before a game begins.

use ludex_vgdl::TypeId;

use super::physics::{Gait, Step};
use crate::class::Class;
use crate::data::Group;
use crate::sprite::NO_SLOT;
use crate::tick::Tick;
use crate::types::{Physics, TypeInfo};

/// How the sprites of a type take their turns.
#[derive(Debug)]
pub(crate) struct Turn {
    kind: TypeId,
    /// Its place in the update order.
    place: i32,
    way: Way,
}

/// What the sprites of a type do in their turns, with what can be worked out beforehand. Most do one of a few
/// things, and a type's sprites do it one after the other.
#[derive(Debug)]
enum Way {
    Fly(Step),
    SpawnInPlace,
    Roam(Gait),
    Chase(Gait),
    Walk(Gait),
    Other,
}

impl Turn {
    /// The turn of a type in a level with cells of this many pixels.
    pub fn new(info: &TypeInfo, block: i32) -> Turn {
        let gait = || Gait::new(info.template.speed, block);
        let walks = info.physics != Physics::Continuous && !info.rotate_in_place && !info.stationary;
        let way = match info.class {
            _ if info.flies() => Way::Fly(Step::new(&info.template, block)),
            _ if info.spawns_in_place() => Way::SpawnInPlace,
            Some(Class::RandomNPC | Class::RandomInertial) if walks => Way::Roam(gait()),
            Some(Class::Chaser | Class::Fleeing | Class::LOSChaser) if walks => Way::Chase(gait()),
            Some(
                Class::PathChaser
                | Class::AlternateChaser
                | Class::PathAltChaser
                | Class::RandomAltChaser
                | Class::RandomPathAltChaser,
            ) if walks => Way::Walk(gait()),
            _ => Way::Other,
        };
        Turn { kind: info.template.kind, place: info.turn as i32, way }
    }
}

impl Tick<'_> {
    /// The turns of all sprites that no player controls.
    pub fn update_sprites(&mut self) {
        for turn in &self.w.turns {
            let group = self.d.groups[usize::from(turn.kind)];
            if group.first == NO_SLOT {
                continue;
            }
            let info = self.info(turn.kind);
            self.d.turn = turn.place;
            match &turn.way {
                Way::Fly(step) => self.fly_all(info, step, group.first),
                Way::SpawnInPlace => self.spawn_in_place(info, group.first, group.last),
                Way::Roam(gait) => {
                    self.walk_all(info, gait, group, |tick, slot, _| tick.random_move(slot, info))
                }
                Way::Chase(gait) => self.walk_all(info, gait, group, |tick, slot, _| tick.chase(slot, info)),
                Way::Walk(gait) => {
                    self.walk_all(info, gait, group, |tick, slot, rests| {
                        tick.choose_heading(slot, info, rests)
                    });
                }
                Way::Other => self.update_each(group),
            }
        }
    }

    fn update_each(&mut self, group: Group) {
        let mut slot = group.first;
        loop {
            let sprite = &mut self.d.sprites[usize::from(slot)];
            sprite.last = sprite.rect;
            self.update_sprite(usize::from(slot));
            // What joins the list now waits for the next tick.
            if slot == group.last {
                break;
            }
            slot = self.d.sprites[usize::from(slot)].next;
        }
    }
}
