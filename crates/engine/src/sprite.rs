//! The record of one sprite, and how sprites are referred to.

use ludex_vgdl::TypeId;

use crate::geometry::{Rect, Vector};

/// Marks the absence of a slot in links between sprites.
pub(crate) const NO_SLOT: u16 = u16::MAX;

/// The most sprites that can move at once. The reference's own limit of 10,000 sprites comes first.
pub(crate) const MAX_SLOTS: usize = 60_000;

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
    /// It is in the hot list: see [`contacts`](crate::events::contacts).
    pub const HOT: u16 = 1 << 7;
    /// It stays in the hot list for the next tick.
    pub const KEEP: u16 = 1 << 9;
    /// It is of an avatar class and looks around in every tick.
    pub const AVATAR: u16 = 1 << 8;
    /// What it touches is remembered: observations show it as an avatar.
    pub const REMEMBERED: u16 = 1 << 15;
    /// It is larger than a cell.
    pub const LARGE: u16 = 1 << 10;
    /// Its top left corner is not that of a cell, or it has no size.
    pub const UNALIGNED: u16 = 1 << 11;
    /// It reaches into the next cell to the right, below.
    pub const REACHES_RIGHT: u16 = 1 << 12;
    pub const REACHES_DOWN: u16 = 1 << 13;
    /// It is not entirely on the screen.
    pub const OUTSIDE: u16 = 1 << 14;
    /// It may be in more than one cell, or in none.
    pub const BEYOND: u16 = LARGE | REACHES_RIGHT | REACHES_DOWN | OUTSIDE;
    /// Where it lies.
    pub const PLACE: u16 = LARGE | UNALIGNED | REACHES_RIGHT | REACHES_DOWN | OUTSIDE;
}

/// Everything about a sprite that can change. What its type fixes is in [`TypeInfo`](crate::types::TypeInfo).
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
    /// Unique, in order of creation: sprites of one type are always handled in this order.
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
    /// Spawner: what it spawns, or -1. OngoingTurningAvatar: the trail it leaves. PathAltChaser: index of its
    /// pursuit, or -1.
    pub target: i32,
    pub kind: TypeId,
    pub flags: u16,
    /// The last random direction as an index into the base directions; 4 before the first.
    pub heading: u8,
    /// The player of an avatar.
    pub player: u8,
    /// Neighbours in the list of its type, in order of creation.
    pub previous: u16,
    pub next: u16,
    /// The cell of its top left corner, and its neighbours in the list of that cell.
    pub cell: u32,
    pub cell_previous: u16,
    pub cell_next: u16,
}

impl Sprite {
    pub fn is(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

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

/// Refers to a sprite: one that can change (a slot of the state) or one of the level's fixtures, which can
/// only disappear and are described once in the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SpriteRef(u32);

const FIXTURE: u32 = 1 << 31;

impl SpriteRef {
    /// No sprite.
    pub const NONE: SpriteRef = SpriteRef(u32::MAX);

    #[inline]
    pub fn slot(slot: usize) -> SpriteRef {
        SpriteRef(slot as u32)
    }

    #[inline]
    pub fn fixture(index: usize) -> SpriteRef {
        SpriteRef(index as u32 | FIXTURE)
    }

    #[inline]
    pub fn is_some(self) -> bool {
        self != SpriteRef::NONE
    }

    /// The slot, or else the index of the fixture.
    #[inline]
    pub fn resolve(self) -> Result<usize, usize> {
        if self.0 & FIXTURE == 0 { Ok(self.0 as usize) } else { Err((self.0 & !FIXTURE) as usize) }
    }
}

/// Two sprites, in one word: so they are kept and handed on at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair(u64);

impl Pair {
    #[inline(always)]
    pub fn new(first: SpriteRef, second: SpriteRef) -> Pair {
        Pair(u64::from(second.0) << 32 | u64::from(first.0))
    }

    /// The same two the other way round.
    #[inline(always)]
    pub fn swapped(self) -> Pair {
        self.swapped_if(true)
    }

    /// The same two, the other way round or not. This takes no turn that a processor has to foresee.
    #[inline(always)]
    pub fn swapped_if(self, swaps: bool) -> Pair {
        Pair(self.0.rotate_left(u32::from(swaps) * 32))
    }

    #[inline(always)]
    pub fn first(self) -> SpriteRef {
        SpriteRef(self.0 as u32)
    }

    #[inline(always)]
    pub fn second(self) -> SpriteRef {
        SpriteRef((self.0 >> 32) as u32)
    }
}
