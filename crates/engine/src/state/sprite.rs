//! The record of one sprite.

use std::num::NonZeroU16;

use crate::geometry::{Rect, Vector};
use crate::index::shape::Place;
use crate::index::{Kind, Slot};

/// Flags of a sprite that change while it lives.
pub(crate) mod flag {
    /// A dead avatar: it stays where it is and still collides.
    pub const DISABLED: u16 = 1;
    /// Its next passive move is skipped.
    pub const FIRST_TICK: u16 = 1 << 1;
    /// It has an orientation that moves it.
    pub const ORIENTED: u16 = 1 << 2;
    /// It was made by the avatar.
    pub const FROM_AVATAR: u16 = 1 << 3;
    /// It stands on something solid.
    pub const ON_GROUND: u16 = 1 << 4;
    /// It is in the kill list of this tick.
    pub const KILLED: u16 = 1 << 5;
    /// It is never updated, so its clock stands still: see [`Sprite::moved_at`](super::Sprite::moved_at).
    pub const FROZEN: u16 = 1 << 6;
    /// It is in the active set: see [`active_set`](crate::tick::active_set).
    pub const ACTIVE: u16 = 1 << 7;
    /// It stays in the active set for the next tick.
    pub const KEEP: u16 = 1 << 8;
    /// It was displaced by an effect: where it was is refreshed at the start of the next tick.
    pub const DISPLACED: u16 = 1 << 9;
    /// It is of an avatar class: it looks around in every tick and is disabled, not removed, when it is killed.
    pub const AVATAR: u16 = 1 << 10;
    /// What it touches is remembered: observations show it as an avatar.
    pub const REMEMBERED: u16 = 1 << 11;
    /// It acts as in simulations of May 2014: see [`State::advance_as_in_2014`](crate::State::advance_as_in_2014).
    pub const AS_IN_2014: u16 = 1 << 12;
}

/// Everything about a sprite that can change. What its type fixes is in [`TypeInfo`](crate::world::types::TypeInfo).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sprite {
    /// Where it is.
    pub rect: Rect,
    /// Where it was at the start of its last update.
    pub last: Rect,
    pub orientation: Vector,
    pub speed: f64,
    pub gravity: f64,
    /// Angle of avatars that rotate.
    pub rotation: f64,
    /// Unique, in order of creation: sprites of one type are always handled in this order. Negative in free slots.
    pub id: i32,
    /// The tick of its last successful move, so that "ticks since the last move" needs no counting. For a
    /// frozen sprite it is that number itself.
    pub moved_at: i32,
    pub health: i32,
    pub max_health: i32,
    pub time_to_live: i32,
    /// Flicker: age. Spawner: the tick of its first update, or -1. WizardAvatar: tick of its last block.
    pub timer: i32,
    /// RandomNPC: how often the last move was repeated. Spawner: how many it has spawned. CarAvatar: 1 after
    /// driving forwards, 2 after driving backwards. WizardAvatar: where it faces.
    pub count: i32,
    /// PathAltChaser: the number of its pursuit, counted from 1.
    pub pursuit: Option<NonZeroU16>,
    /// Spawner: what it spawns. OngoingTurningAvatar: the trail it leaves.
    pub product: Option<Kind>,
    pub kind: Kind,
    pub flags: u16,
    /// The last random direction as an index into the base directions; 4 before the first.
    pub heading: u8,
    /// The player of an avatar.
    pub player: u8,
    /// Neighbours in the list of its type, in order of creation. In free slots, the next free one.
    pub previous: Option<Slot>,
    pub next: Option<Slot>,
    /// Neighbours in the list of its cell.
    pub cell_previous: Option<Slot>,
    pub cell_next: Option<Slot>,
    /// Where it lies in the grid, for types of which that is kept track.
    pub place: Place,
}

impl Sprite {
    /// Has it any of these flags?
    #[inline(always)]
    pub fn is(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    #[inline(always)]
    pub fn set(&mut self, flag: u16, on: bool) {
        if on {
            self.flags |= flag;
        } else {
            self.flags &= !flag;
        }
    }

    /// How it moved in this tick, in pixels.
    pub fn last_direction(&self) -> Vector {
        (f64::from(self.rect.x.wrapping_sub(self.last.x)), f64::from(self.rect.y.wrapping_sub(self.last.y)))
    }

    /// Orientation times speed.
    pub fn velocity(&self) -> Vector {
        if self.speed == 0.0 {
            crate::geometry::NONE
        } else {
            (self.orientation.0 * self.speed, self.orientation.1 * self.speed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sprite;

    /// Two lines of a processor's cache, and copies of states are copies of these.
    #[test]
    fn a_sprite_is_128_bytes() {
        assert_eq!(size_of::<Sprite>(), 128);
    }
}
