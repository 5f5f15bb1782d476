//! Short cut: an avatar that walks into a wall, and nothing else happens.
//!
//! In many games that is how most ticks are: the avatar steps, touches a wall, is put back, and touches nothing where it was.
//!
//! Invariant: the wall is the only fixture of its cell, its first entry with the avatar puts that back, and the avatar touches nothing else, neither
//! where it is nor where it was. If nobody else touches anything in the same tick, only that entry acts, and what it does is
//! known. So the contact need not be noted, nor the avatar look around once more. The plain way is to note the contact and run
//! the entry.

use crate::facts::Moves;
use crate::index::shape::Place;
use crate::index::{CellId, EntryId, FixtureId, Pair, Slot, SpriteRef};
use crate::state::data::Data;
use crate::state::sprite::{Sprite, flag};
use crate::tick::Tick;
use crate::tick::shortcuts::Shortcuts;
use crate::world::Compiled;
use crate::world::broad_phase::{Profile, Sources};
use crate::world::due::{Due, DueTable};
use crate::world::fixtures::Alone;
use crate::world::type_set::{fold, folds_exactly};

/// The fixtures, folded into one word, whose first entry with an avatar puts it back.
pub(crate) fn compile(s: &Sources<'_>, fixtures: u64, due: &DueTable) -> u64 {
    let Some(due) = due.one_word() else { return 0 };
    let is_possible = s.shortcuts.has(Shortcuts::WallBumps)
        && folds_exactly(s.kinds.count())
        && s.entries.ground.is_empty();
    let puts_back = |due: Due| {
        let Some(entry) = first_entry(s, due) else { return false };
        let line = &s.lines.list[s.entries.list[entry].effect.line];
        line.facts.moves == Moves::FirstBack && !line.in_batch
    };
    let bumps = s.kinds.iter().filter(|kind| fixtures & kind.bit() != 0 && puts_back(due[*kind]));
    if is_possible { fold(bumps) } else { 0 }
}

/// The first entry that is due, if the one that looks comes first in it.
fn first_entry(s: &Sources<'_>, due: Due) -> Option<EntryId> {
    let first = due.first.trailing_zeros();
    s.entries.list.index_at(first as usize).filter(|_| first < due.second.trailing_zeros())
}

/// A step into a wall that comes to nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WallBump {
    /// The avatar.
    pub slot: Slot,
    wall: FixtureId,
    /// Where the avatar came from, in the grid.
    from: Place,
    /// The entry that puts it back.
    entry: EntryId,
}

impl Data {
    /// Has an avatar walked into a wall that puts it back, before anything else, to where it touches nothing? If it has
    /// just walked from one cell to the next, the cell that it came from is at hand.
    #[inline(always)]
    pub(crate) fn find_wall_bump(
        &self,
        w: &Compiled,
        slot: Slot,
        profile: &Profile,
        came_from: Option<CellId>,
    ) -> Option<WallBump> {
        let Sprite { place, flags, last, .. } = self.sprites[slot];
        let Alone { fixture: wall, kind } = w.fixtures.alone_in[place.cell()]?;
        if kind.bit() & profile.bumps == 0
            || !self.stands(wall)
            || flags & flag::KILLED != 0
            || place.is(Place::BEYOND)
            || !self.is_grid_clear(place.cell(), &profile.query)
        {
            return None;
        }
        let from = match came_from {
            Some(cell) => Place::in_cell(cell),
            None => w.grid.locate(&last),
        };
        if from.cell() == place.cell() || from.is(Place::BEYOND) {
            return None;
        }
        debug_assert_eq!(from, w.grid.locate(&last), "it has come from elsewhere");
        if !self.is_alone_at(w, slot, from, &profile.query)
            || self.has_any(profile.scans_when_moved.bits) && self.overlaps_scanned(slot, profile)
        {
            return None;
        }
        let number = profile.due.one_word()?[kind].first.trailing_zeros();
        let entry = w.entries.list.index_at(number as usize)?;
        Some(WallBump { slot, wall, from, entry })
    }

    /// Does an avatar touch anyone of the types whose lists it scans, where it is or where it was?
    #[inline(never)]
    fn overlaps_scanned(&self, slot: Slot, profile: &Profile) -> bool {
        let Sprite { rect, last, .. } = self.sprites[slot];
        profile.scans_when_moved.types.iter().any(|&kind| {
            let mut at = self.groups[kind].first;
            while let Some(slot) = at {
                let other = &self.sprites[slot];
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
    /// Puts the avatar back.
    #[inline(always)]
    pub(crate) fn bump(mut self, WallBump { slot, wall, from, entry }: WallBump) {
        let w = self.w;
        let sprite = &mut self.live.d.sprites[slot];
        sprite.rect = sprite.last;
        let profile = &w.broad.of[sprite.kind];
        self.live.d.change_place(slot, profile, from);
        let pair = Pair::new(SpriteRef::slot(slot), SpriteRef::fixture(wall));
        self.conclude(&w.entries.list[entry].effect, pair);
    }
}
