//! The turns of all sprites, and what of them is known before a game begins.

use ludex_vgdl::TypeId;

use crate::class::Class;
use crate::data::Group;
use crate::sprite::NO_SLOT;
use crate::tick::Tick;
use crate::types::{Physics, TypeInfo};

/// How the sprites of a type take their turns.
#[derive(Debug)]
pub(crate) struct Turn {
    pub kind: TypeId,
    /// Its place in the update order.
    place: i32,
    way: Way,
}

/// What the sprites of a type do in their turns. Most do one of a few things, and a type's sprites do it one after the
/// other.
#[derive(Debug, Clone, Copy)]
enum Way {
    Fly,
    SpawnInPlace,
    Fade,
    Bomb,
    Roam,
    Chase,
    Walk,
    Other,
}

/// So many types take their turns with a bit of their own each. All later ones share the last.
pub(crate) const SINGLE_TURNS: usize = u64::BITS as usize;

impl Turn {
    /// The bit of the turn at this place.
    pub fn bit(index: usize) -> u64 {
        1 << index.min(SINGLE_TURNS - 1)
    }

    pub fn new(info: &TypeInfo) -> Turn {
        let walks = info.physics != Physics::Continuous && !info.rotate_in_place && !info.stationary;
        let way = match info.class {
            _ if info.flies() => Way::Fly,
            _ if info.spawns_in_place() => Way::SpawnInPlace,
            Some(Class::Flicker | Class::OrientedFlicker) => Way::Fade,
            Some(Class::BomberRandomMissile) => Way::Bomb,
            Some(Class::RandomNPC | Class::RandomInertial) if walks => Way::Roam,
            Some(Class::Chaser | Class::Fleeing | Class::LOSChaser) if walks => Way::Chase,
            Some(
                Class::PathChaser
                | Class::AlternateChaser
                | Class::PathAltChaser
                | Class::RandomAltChaser
                | Class::RandomPathAltChaser,
            ) if walks => Way::Walk,
            _ => Way::Other,
        };
        Turn { kind: info.template.kind, place: info.turn as i32, way }
    }
}

impl Tick<'_> {
    /// The turns of all sprites that no player controls.
    pub fn update_sprites(&mut self) {
        // Types without sprites are passed over, and those that get some before their turn comes are not.
        let mut to_come = u64::MAX;
        while self.live.d.busy & to_come != 0 {
            let bit = (self.live.d.busy & to_come).trailing_zeros();
            to_come = u64::MAX << bit << 1;
            let mut index = bit as usize;
            loop {
                self.take_turn(&self.w.turns[index]);
                index += 1;
                if index < SINGLE_TURNS || index >= self.w.turns.len() {
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn take_turn(&mut self, turn: &Turn) {
        let group = self.live.d.groups[usize::from(turn.kind)];
        if group.first == NO_SLOT {
            return;
        }
        let info = self.info(turn.kind);
        self.live.d.turn = turn.place;
        match turn.way {
            Way::Fly => self.fly_all(info, group.first),
            Way::SpawnInPlace => self.spawn_in_place(info, group),
            Way::Fade => self.update_each(group, |tick, slot| tick.flicker(slot, info)),
            Way::Bomb => self.bomb_all(info, group),
            Way::Roam => self.walk_all(info, group, |tick, slot, _| tick.random_move(slot, info)),
            Way::Chase => self.walk_all(info, group, |tick, slot, _| tick.chase(slot, info)),
            Way::Walk => {
                self.walk_all(info, group, |tick, slot, rests| tick.choose_heading(slot, info, rests));
            }
            Way::Other => self.update_each(group, |tick, slot| tick.update_sprite(slot, info)),
        }
    }

    #[inline(always)]
    fn update_each(&mut self, group: Group, act: impl Fn(&mut Self, usize)) {
        let mut slot = group.first;
        loop {
            let sprite = &mut self.live.d.sprites[usize::from(slot)];
            sprite.last = sprite.rect;
            act(self, usize::from(slot));
            // What joins the list now waits for the next tick.
            if slot == group.last {
                break;
            }
            slot = self.live.d.sprites[usize::from(slot)].next;
        }
    }
}
