//! An avatar that walks into a wall, and nothing else happens.
//!
//! In many games that is how most ticks are: the avatar steps, touches a wall, is put back, and touches nothing where it
//! was. If nobody else touches anything in the same tick, it is known that only the rule that puts it back acts, and what it
//! does. There is no need to note the contact, to call the rule up and to look around once more, and the processor has
//! fewer turns to foresee: a game in a maze is half as fast again.

use crate::data::Data;
use crate::encounters::Meeting;
use crate::sprite::{NO_SLOT, Pair, Sprite, SpriteRef, flag};
use crate::tick::Tick;
use crate::world::World;

/// A step into a wall that comes to nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bump {
    /// The avatar.
    pub slot: usize,
    /// The wall, a fixture.
    wall: usize,
    /// Where the avatar came from, in the grid.
    from: (u32, u16),
    /// The rule that puts it back.
    entry: u32,
}

impl Data {
    /// Has an avatar walked into a wall that puts it back, before anything else, to where it touches nothing? If it has
    /// just walked from one cell to the next, the cell that it came from is at hand.
    #[inline(always)]
    pub(super) fn find_bump(
        &self,
        w: &World,
        slot: usize,
        meeting: &Meeting,
        came_from: Option<u32>,
    ) -> Option<Bump> {
        let Sprite { cell, flags, last, .. } = self.sprites[slot];
        let met = w.fixtures.types_in[cell as usize] & meeting.sight.fixtures;
        if met & meeting.bumps == 0
            || !met.is_power_of_two()
            || flags & (flag::BEYOND | flag::KILLED) != 0
            || !self.is_grid_clear(cell as usize, &meeting.sight)
        {
            return None;
        }
        let from = match came_from {
            Some(cell) => (cell, 0),
            None => w.grid.locate(&last),
        };
        let comes_from_afar = from.0 != cell && from.1 & flag::BEYOND == 0;
        if !comes_from_afar {
            return None;
        }
        debug_assert_eq!(from, w.grid.locate(&last), "it has come from elsewhere");
        if !self.is_alone_at(w, slot, (from.0 as usize, from.1), &meeting.sight)
            || self.has_any(meeting.listed.bits) && self.touches_listed(slot, meeting)
        {
            return None;
        }
        for &index in w.fixtures.in_cell(cell as usize) {
            let (wall, stops) = (index as usize, w.fixtures.all[index as usize].kind);
            if met >> (stops & 63) & 1 != 0 && self.stands(wall) {
                let entry = w.meets.row(meeting)?[usize::from(stops)].first.trailing_zeros();
                return Some(Bump { slot, wall, from, entry });
            }
        }
        None
    }

    /// Does an avatar touch anyone of the lists that it goes through, where it is or where it was?
    #[inline(never)]
    fn touches_listed(&self, slot: usize, meeting: &Meeting) -> bool {
        let Sprite { rect, last, .. } = self.sprites[slot];
        meeting.listed.types.iter().any(|&kind| {
            let mut at = self.groups[usize::from(kind)].first;
            while at != NO_SLOT {
                let other = &self.sprites[usize::from(at)];
                if other.rect.intersects(&rect) || other.rect.intersects(&last) {
                    return true;
                }
                at = other.next;
            }
            false
        })
    }
}

impl Tick<'_> {
    /// Puts the avatar back, where it had to be found out first that nobody else touches anything.
    #[inline(never)]
    pub(super) fn bump_after_all(self, bump: Bump) {
        self.bump(bump);
    }

    /// Puts the avatar back.
    #[inline(always)]
    pub(super) fn bump(mut self, Bump { slot, wall, from, entry }: Bump) {
        let w = self.w;
        let sprite = &mut self.live.d.sprites[slot];
        sprite.rect = sprite.last;
        let meeting = &w.meets.of[usize::from(sprite.kind)];
        self.live.d.change_cell(slot, meeting, from.0, from.1);
        let pair = Pair::new(SpriteRef::slot(slot), SpriteRef::fixture(wall));
        self.conclude(&w.rules.entries[entry as usize].deed, pair);
    }
}
