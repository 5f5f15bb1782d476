//! Who touches whom: the contacts of a tick, noted for the entries they are due for.
//!
//! [`active_set`](crate::tick::active_set) says who looks around. Each contact is noted for the entries it is due for, and those
//! are visited in order ([`entries`](super::entries)), each with exactly the pairs, in exactly the order, that the reference
//! would find. What an effect moves or makes is looked up again at once.

use ludex_vgdl::TypeId;

use super::crowd::NO_NOTES;
use crate::geometry::Rect;
use crate::index::shape::Place;
use crate::index::{CellId, EntryId, EntryWord, FixtureId, Kind, List, Pair, Slot, SpriteRef, Which};
use crate::state::data::{Data, Scratch};
use crate::state::sprite::{Sprite, flag};
use crate::tick::grid::Cell;
use crate::tick::shortcuts::Shortcuts;
use crate::tick::shortcuts::wall_bumps::WallBump;
use crate::tick::{Live, Tick};
use crate::world::Compiled;
use crate::world::broad_phase::{Profile, Scan};
use crate::world::due::Due;
use crate::world::fixtures::Alone;
use crate::world::type_set::folds_exactly;

impl Tick<'_> {
    #[inline(always)]
    pub(super) fn handle_contacts(mut self, came_from: Option<CellId>) {
        if !self.live.d.pending.is_empty() {
            self.activate_pending();
        }
        self.live.s.notes = self.live.s.notes_before;
        self.live.s.moved = false;
        let bump = match self.live.d.avatars[..] {
            [slot] => self.reborrow().look_from_avatar(slot, came_from),
            _ => {
                self.look_from_avatars();
                None
            }
        };
        let is_simple = self.w.broad.is_simple;
        // Mostly nobody else can touch anything then.
        if let Some(bump) = bump
            && self.live.d.active.is_empty()
            && is_simple
            && self.live.d.shields.is_empty()
        {
            return self.bump(bump);
        }
        if !self.live.d.active.is_empty() {
            self.reborrow().look_from_active();
        }
        if let Some(bump) = bump {
            self.finish_bump(bump);
        }
        if !is_simple {
            self.see_to_steps();
        }
        if self.live.s.notes > 0 {
            self.reborrow().run_entries();
        }
    }

    /// Puts an avatar back that has walked into a wall, if nobody else touches anything; if somebody does, its contact is one
    /// of many.
    #[inline(never)]
    fn finish_bump(&mut self, bump: WallBump) {
        if self.live.s.notes == 0 && self.live.s.omitted.is_empty() && self.live.d.shields.is_empty() {
            self.reborrow().bump(bump);
        } else {
            let profile = self.profile(bump.slot);
            self.reborrow().note_near(bump.slot, profile);
        }
    }

    /// Makes steps that were omitted and should not have been, and lets those look for ground who do.
    #[inline(always)]
    fn see_to_steps(&mut self) {
        if !self.live.s.omitted.is_empty() {
            self.make_noticed_steps();
        }
        if !self.live.s.departures.is_empty() {
            self.live.s.departures.clear();
        }
        if !self.w.entries.ground.is_empty() {
            self.call_up_seekers();
        }
    }

    /// What was moved or made before contacts are handled looks around with all others.
    #[inline(never)]
    fn activate_pending(&mut self) {
        for i in 0..self.live.d.pending.len() {
            let slot = self.live.d.pending[i];
            self.live.d.keep_active(slot);
        }
        self.live.d.pending.clear();
    }

    /// Looks for what active sprites touch.
    #[inline(never)]
    fn look_from_active(mut self) {
        for i in 0..self.live.d.active.len() {
            if self.live.s.is_crowded() {
                break;
            }
            let active = self.live.d.active[i];
            match active.which() {
                Which::Slot(slot) if self.live.d.is_live(slot) => {
                    let profile = self.profile(slot);
                    // Of two that are active, the one in the lower slot looks.
                    self.reborrow().note_here(slot, profile, 0, Some(slot));
                }
                Which::Slot(_) => {}
                Which::Fixture(_) => self.note_near_fixture(active),
            }
        }
    }

    /// Looks for what an avatar touches, unless it has only bumped into a wall. Nobody else looks for avatars.
    #[inline(always)]
    fn look_from_avatar(mut self, slot: Slot, came_from: Option<CellId>) -> Option<WallBump> {
        let profile = self.profile(slot);
        if !self.live.d.is_alone(self.w, slot, &profile.query) {
            let bump = self.live.d.find_wall_bump(self.w, slot, profile, came_from);
            if bump.is_some() {
                return bump;
            }
            self.reborrow().note_near(slot, profile);
        }
        self.note_scanned(slot, &profile.scans, 0);
        None
    }

    /// Looks for what each of several avatars touches. A wall bump is a short cut for games with one avatar.
    #[inline(never)]
    fn look_from_avatars(&mut self) {
        for i in 0..self.live.d.avatars.len() {
            let slot = self.live.d.avatars[i];
            let profile = self.profile(slot);
            if !self.live.d.is_alone(self.w, slot, &profile.query) {
                self.reborrow().note_near(slot, profile);
            }
            self.note_scanned(slot, &profile.scans, 0);
        }
    }

    /// Looks for what a sprite touches that an effect has moved, for entries from a number on.
    #[inline(always)]
    pub(crate) fn look_again(&mut self, slot: Slot, from: u32) {
        let Sprite { place, flags, .. } = self.live.d.sprites[slot];
        self.look_from(slot, place, flags & flag::AVATAR != 0, from, self.profile(slot));
    }

    /// [`look_again`](Tick::look_again) for a sprite whose place is already known.
    #[inline(always)]
    pub(crate) fn look_from(&mut self, slot: Slot, at: Place, is_avatar: bool, from: u32, profile: &Profile) {
        let scan = &profile.scans_when_moved;
        let is_away = || profile.located && !is_avatar && self.is_away_from_avatars(at);
        if self.live.d.has_any(scan.bits) && scan.last >= from && !is_away() {
            self.note_all_scanned(slot, scan, from);
        }
        if !self.live.d.is_alone_at(self.w, slot, at, &profile.query) {
            self.reborrow().note_here(slot, profile, from, None);
        }
    }

    /// Is there one avatar, in another cell than a sprite that lies like this? Other sprites than avatars
    /// scan no lists but those of avatars.
    #[inline(always)]
    fn is_away_from_avatars(&self, at: Place) -> bool {
        let [slot] = self.live.d.avatars[..] else { return false };
        let avatar = self.live.d.sprites[slot].place;
        avatar.cell() != at.cell()
            && !avatar.is(Place::ANY)
            && !at.is(Place::ANY)
            && self.w.broad.finds_avatars
    }

    /// Notes a sprite's contacts with fixtures and what is in the grid.
    #[inline(never)]
    fn note_near(self, slot: Slot, profile: &Profile) {
        self.note_here(slot, profile, 0, None);
    }

    /// Notes a sprite's contacts with fixtures and what is in the grid, for each entry, from a number on, that they are due
    /// for. Active sprites in slots below `looking` are left out: they look for themselves.
    #[inline(always)]
    fn note_here(self, slot: Slot, profile: &Profile, from: u32, looking: Option<Slot>) {
        let Tick { w, live } = self;
        let Live { d, s } = &mut *live;
        let (place, query) = (d.sprites[slot].place, &profile.query);
        let Some(due) = profile.due.one_word() else {
            return Tick { w, live }.note_around(slot, from, looking);
        };
        if place.is(Place::ANY) || d.unaligned.types & query.grid != 0 {
            return Tick { w, live }.note_around(slot, from, looking);
        }
        // Mostly it lies exactly in a cell, and so do all others: then those in the same cell touch.
        let (cell, own) = (place.cell(), SpriteRef::slot(slot));
        // There is a bit that is later than all.
        let (later, notes) = (u64::MAX << (from & 63), &mut s.noted[EntryWord::FIRST]);
        let mut touched = false;
        if w.fixtures.types_in[cell] & query.fixtures != 0 {
            // Mostly it is one.
            touched = match w.fixtures.alone_in[cell] {
                Some(Alone { fixture, kind }) => notes.note_fixture(d, fixture, due[kind], later, own),
                None => notes.note_fixtures(w, d, w.fixtures.in_cell(cell), due, later, own),
            };
        }
        if query.grid != 0
            && let Cell { first, types } = d.cells[cell]
            && types & query.grid != 0
        {
            let mut at = first;
            while let Some(met) = at {
                let other = &d.sprites[met];
                let due = due[other.kind];
                let looks_itself = Slot::rank(at) < Slot::rank(looking) && other.is(flag::ACTIVE);
                if !due.is_empty() && met != slot && !looks_itself {
                    touched = true;
                    notes.note_both(due, later, own, SpriteRef::slot(met));
                }
                at = other.cell_next;
            }
        }
        if touched {
            s.notes |= notes.list.len();
            d.keep_active(slot);
        }
    }

    /// [`note_here`](Tick::note_here) for a sprite that may lie in several cells, or be reached from others.
    #[inline(never)]
    fn note_around(mut self, slot: Slot, from: u32, looking: Option<Slot>) {
        let Sprite { rect: area, kind, place, .. } = self.live.d.sprites[slot];
        if place.is(Place::LARGE) && !self.can_afford(self.w.grid.cover(&area).cells()) {
            return;
        }
        let Tick { w, live: Live { d, s } } = self;
        let profile = &w.broad.of[kind];
        let due = profile.due.one_word();
        let mut touches = false;
        d.each_near_sprite(w, slot, &profile.query, |other, other_kind, rect| {
            if due.is_some_and(|due| due[other_kind].is_empty()) {
                return;
            }
            let is_before = |other: Slot| Slot::rank(Some(other)) < Slot::rank(looking);
            let looks_itself = |other: Slot| is_before(other) && d.sprites[other].is(flag::ACTIVE);
            let is_left_out = |other: Slot| other == slot || looks_itself(other);
            if rect.intersects(&area) && !other.as_slot().is_some_and(is_left_out) {
                touches |= s.note_contact(w, (SpriteRef::slot(slot), kind), (other, other_kind), from);
            }
        });
        if touches {
            d.keep_active(slot);
        }
    }

    /// Notes a fixture's contacts with others. What is not a fixture looks for itself, if it is active.
    #[cold]
    fn note_near_fixture(&mut self, r: SpriteRef) {
        let Tick { w, live: Live { d, s } } = self;
        let (kind, area) = (d.kind(w, r), d.rect(w, r));
        d.each_near(w, &w.broad.of[kind].query, &area, &mut |other, other_kind, rect: &Rect| {
            if other != r && rect.intersects(&area) {
                s.note_contact(w, (r, kind), (other, other_kind), 0);
            }
        });
    }

    /// Notes a sprite's contacts with sprites of the types whose lists it scans.
    #[inline(always)]
    fn note_scanned(&mut self, slot: Slot, scan: &Scan, from: u32) {
        if self.live.d.has_any(scan.bits) && scan.last >= from {
            self.note_all_scanned(slot, scan, from);
        }
    }

    #[inline(never)]
    fn note_all_scanned(&mut self, slot: Slot, scan: &Scan, from: u32) {
        let Sprite { kind, rect, .. } = self.live.d.sprites[slot];
        let own = (SpriteRef::slot(slot), kind);
        if !folds_exactly(self.w.kinds.count()) {
            return self.note_each_scanned(own, rect, &scan.types, from);
        }
        let mut present = self.live.d.present & scan.bits;
        while let Some(kind) = self.w.kinds.get(present.trailing_zeros() as TypeId) {
            self.note_those_of(kind, own, rect, from);
            present &= present - 1;
            if present == 0 {
                break;
            }
        }
    }

    /// Notes contacts with sprites of these types, in games with so many types that some share bits.
    #[cold]
    #[inline(never)]
    fn note_each_scanned(&mut self, own: Known, area: Rect, types: &[Kind], from: u32) {
        for &kind in types {
            self.note_those_of(kind, own, area, from);
        }
    }

    /// Notes a sprite's contacts with those of a type.
    #[inline(always)]
    fn note_those_of(&mut self, kind: Kind, own: Known, area: Rect, from: u32) {
        let Tick { w, live: Live { d, s } } = self;
        let mut at = d.groups[kind].first;
        while let Some(slot) = at {
            let sprite = &d.sprites[slot];
            let other = SpriteRef::slot(slot);
            if sprite.rect.intersects(&area) && other != own.0 {
                s.note_contact(w, own, (other, kind), from);
            }
            at = sprite.next;
        }
    }
}

/// A sprite and its type.
type Known = (SpriteRef, Kind);

/// A contact that was noted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Noted {
    /// The entries it is due for, of 64 in a row, one bit each.
    pub entries: u64,
    /// The two sprites. Sprites that look for ground do so without a second.
    pub pair: Pair,
}

/// The contacts that were noted for 64 entries in a row.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// The entries that are due, one bit each.
    pub due: u64,
    /// Those for which there is more than one contact, or that are run [in groups](crate::world::entries::Entry::is_grouped).
    pub more: u64,
    pub list: Vec<Noted>,
}

impl Notes {
    /// Notes a contact for some entries.
    #[inline(always)]
    fn note(&mut self, entries: u64, first: SpriteRef, second: SpriteRef) {
        if entries != 0 {
            self.more |= self.due & entries;
            self.due |= entries;
            self.list.push(Noted { entries, pair: Pair::new(first, second) });
        }
    }

    /// Notes a contact with a fixture with which something is due, now or before, if it still stands: does it?
    #[inline(always)]
    fn note_fixture(&mut self, d: &Data, fixture: FixtureId, due: Due, later: u64, own: SpriteRef) -> bool {
        let stands = d.stands(fixture);
        if stands {
            self.note_both(due, later, own, SpriteRef::fixture(fixture));
        }
        stands
    }

    /// Notes contacts with the fixtures of a cell.
    #[inline(never)]
    fn note_fixtures(
        &mut self,
        w: &Compiled,
        d: &Data,
        all: &[FixtureId],
        due: &List<Kind, Due>,
        later: u64,
        own: SpriteRef,
    ) -> bool {
        let mut touched = false;
        for &fixture in all {
            let due = due[w.fixtures.all[fixture].kind];
            touched |= !due.is_empty() && self.note_fixture(d, fixture, due, later, own);
        }
        touched
    }

    /// The contacts that were noted for an entry, from a place in the list on.
    #[inline(always)]
    pub fn of_entry(&self, entry: u64, from: usize) -> impl Iterator<Item = Pair> {
        let noted = self.list.get(from..).unwrap_or_default().iter();
        noted.filter(move |noted| noted.entries & entry != 0).map(|noted| noted.pair)
    }

    /// Forgets all contacts.
    #[inline(always)]
    pub fn clear(&mut self, grouped: u64) {
        self.more = grouped;
        self.list.clear();
    }

    /// Notes what is due for a sprite that looks and one that it touches, in later entries.
    #[inline(always)]
    fn note_both(&mut self, due: Due, later: u64, own: SpriteRef, other: SpriteRef) {
        self.note(due.first & later, own, other);
        self.note(due.second & later, other, own);
    }
}

impl Scratch {
    /// Buffers for the ticks of a world.
    pub fn new(w: &Compiled) -> Scratch {
        let notes = |&more: &u64| Notes { more, ..Notes::default() };
        Scratch {
            noted: w.entries.grouped.map(notes),
            notes_before: if w.shortcuts.has(Shortcuts::ActiveSet) { 0 } else { NO_NOTES },
            ..Scratch::default()
        }
    }

    /// Notes a contact of two sprites of these types for each entry, from a number on, that it is due for. False if
    /// the two have nothing to do with each other.
    #[inline(never)]
    fn note_contact(
        &mut self,
        w: &Compiled,
        (r, kind): Known,
        (other, other_kind): Known,
        from: u32,
    ) -> bool {
        let Some(due) = w.broad.of[kind].due.with(other_kind) else {
            return self.note_untabled(w, (r, kind), (other, other_kind), from);
        };
        let mut touches = false;
        for ((word, due), notes) in due.iter().enumerate().zip(self.noted.iter_mut()) {
            notes.note_both(*due, entries_from(word, from), r, other);
            self.notes |= notes.list.len();
            touches |= !due.is_empty();
        }
        touches
    }

    /// Notes a contact in a game that is too large for a table of what is due.
    #[cold]
    fn note_untabled(
        &mut self,
        w: &Compiled,
        (r, kind): Known,
        (other, other_kind): Known,
        from: u32,
    ) -> bool {
        let mut any = false;
        w.broad.relations[kind].each_due(&w.entries, &w.types, other_kind, |entry, is_first| {
            any = true;
            if entry.number() >= from {
                let (first, second) = if is_first { (r, other) } else { (other, r) };
                self.note(entry, first, second);
            }
        });
        any
    }

    /// Notes a contact for an entry.
    pub(super) fn note(&mut self, entry: EntryId, first: SpriteRef, second: SpriteRef) {
        let notes = &mut self.noted[entry.word()];
        notes.note(entry.bit(), first, second);
        self.notes |= notes.list.len();
    }
}

/// Of 64 entries in a row, those from a number on.
#[inline]
fn entries_from(word: usize, from: u32) -> u64 {
    let passed = (from as usize).saturating_sub(word * 64);
    if passed < 64 { u64::MAX << passed } else { 0 }
}

#[cfg(test)]
mod tests {
    use ludex_vgdl::Level;

    use super::super::crowd::MOST_NOTES;
    use super::*;
    use crate::World;

    /// Otherwise a heap of sprites with very many rules between them would need memory without end.
    #[test]
    fn there_is_an_end_to_noting() {
        let game = "BasicGame\n  SpriteSet\n    x > Immovable\n    avatar > MovingAvatar\n  \
            InteractionSet\n    x avatar > stepBack repeat=100\n    avatar x > stepBack repeat=30\n";
        let game = ludex_vgdl::parse(game, &crate::ONTOLOGY).expect("a game").game;
        let world = World::new(&game, &Level::parse("A")).expect("a world");
        let world = &world.compiled;
        let kind = |name| game.type_id(name).and_then(|id| world.kinds.get(id)).expect("a type");
        let (x, avatar) = (kind("x"), kind("avatar"));
        let mut scratch = Scratch::new(world);
        let fixture = |number| SpriteRef::fixture(FixtureId::new(number));
        let (one, other) = ((fixture(1), x), (fixture(0), avatar));
        assert!(!scratch.note_contact(world, one, one, 0));
        assert_eq!(scratch.notes, 0);
        while !scratch.is_crowded() {
            let noted: usize = scratch.noted.iter().map(|notes| notes.list.len()).sum();
            assert!(noted < 3 * MOST_NOTES, "{noted} contacts are noted");
            assert!(scratch.note_contact(world, one, other, 0));
            assert!(scratch.note_contact(world, other, one, 70));
        }
    }
}
