//! An avatar that walks into a wall, and nothing else happens.
//!
//! In many games that is how most ticks are: the avatar steps, touches a wall, is put back, and touches nothing where it
//! was. If nobody else touches anything in the same tick, it is known that only the rule that puts it back acts, and what it
//! does. There is no need to note the contact, to call the rule up and to look around once more, and the processor has
//! fewer turns to foresee: a game in a maze is half as fast again.

use crate::encounters::Meeting;
use crate::rules::LineId;
use crate::sprite::{NO_SLOT, Sprite, SpriteRef, flag};
use crate::tick::Tick;

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
    line: LineId,
}

impl Tick<'_> {
    /// Has an avatar walked into a wall that puts it back, before anything else, to where it touches nothing?
    #[inline(always)]
    pub(super) fn find_bump(&self, slot: usize, meeting: &Meeting) -> Option<Bump> {
        let Sprite { cell, flags, kind, .. } = self.d.sprites[slot];
        let met = self.w.fixtures.types_in[cell as usize] & meeting.sight.fixtures;
        if met & meeting.bumps == 0
            || !met.is_power_of_two()
            || flags & (flag::BEYOND | flag::KILLED) != 0
            || !self.d.is_grid_clear(cell as usize, &meeting.sight)
            || self.s.is_plain()
        {
            return None;
        }
        let from = self.w.grid.locate(&self.d.sprites[slot].last);
        let comes_from_afar = from.0 != cell && from.1 & flag::BEYOND == 0;
        if !comes_from_afar
            || !self.d.is_alone_at(self.w, slot, (from.0 as usize, from.1), &meeting.sight)
            || self.d.has_any(meeting.listed.bits) && self.touches_listed(slot, meeting)
        {
            return None;
        }
        let stops = |&&index: &&u32| {
            let kind = self.w.fixtures.all[index as usize].kind;
            met >> (kind & 63) & 1 != 0 && self.d.stands(index as usize)
        };
        let wall = *self.w.fixtures.in_cell(cell as usize).iter().find(stops)? as usize;
        let entry =
            self.w.meets.row(kind)?[usize::from(self.w.fixtures.all[wall].kind)].first.trailing_zeros();
        Some(Bump { slot, wall, from, line: self.w.rules.entries[entry as usize].line })
    }

    /// Does an avatar touch anyone of the lists that it goes through, where it is or where it was?
    #[inline(never)]
    fn touches_listed(&self, slot: usize, meeting: &Meeting) -> bool {
        let Sprite { rect, last, .. } = self.d.sprites[slot];
        meeting.listed.types.iter().any(|&kind| {
            let mut at = self.d.groups[usize::from(kind)].first;
            while at != NO_SLOT {
                let other = &self.d.sprites[usize::from(at)];
                if other.rect.intersects(&rect) || other.rect.intersects(&last) {
                    return true;
                }
                at = other.next;
            }
            false
        })
    }

    /// Puts the avatar back.
    #[inline(always)]
    pub(super) fn bump(&mut self, Bump { slot, wall, from, line }: Bump) {
        let sprite = &mut self.d.sprites[slot];
        sprite.rect = sprite.last;
        let meeting = &self.w.meets.of[usize::from(sprite.kind)];
        self.d.change_cell(slot, meeting, from.0, from.1);
        self.record_event(SpriteRef::slot(slot), SpriteRef::fixture(wall));
        self.settle(line, 1);
    }
}
