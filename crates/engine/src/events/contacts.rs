//! Who touches whom.
//!
//! Nearly all of the reference's tests find what they found in the tick before. Here the state keeps a *hot
//! list*: sprites that have moved, or were made, where a partner may be, and sprites that touched one in the tick before.
//! Avatars look around in every tick, and so do *watchers*, which are rare beside those they meet. The invariant is that of
//! two sprites that touch and have a rule at least one is hot, or one of these, and looks for the other
//! ([`encounters`](crate::encounters) says who looks where). A sprite that is alone right after its move need not be hot:
//! what comes to it later in the tick has moved later, and looks for itself. Each contact is noted for the entries it is
//! due for, and those are visited in order ([`entries`](super::entries)), each with exactly the pairs, in exactly the
//! order, that the reference would find. What an effect moves or makes is looked up again at once.

use ludex_vgdl::TypeId;

use super::bumps::Bump;
use crate::data::{Data, Scratch};
use crate::encounters::{Due, Listed, Meeting};
use crate::geometry::Rect;
use crate::sprite::{NO_SLOT, Pair, Sprite, SpriteRef, flag};
use crate::tick::{Live, Tick};
use crate::trusted::Trusted;
use crate::world::{Alone, World};

impl Tick<'_> {
    #[inline(always)]
    pub(super) fn handle_contacts(mut self, came_from: Option<u32>) {
        if !self.live.d.touched.is_empty() {
            self.heat_touched();
        }
        self.live.s.notes = self.live.s.notes_before;
        self.live.s.moved = false;
        let bump = match self.live.d.avatars[..] {
            [slot] => self.again().look_from_avatar(usize::from(slot), came_from),
            _ => {
                self.look_from_avatars();
                None
            }
        };
        let is_simple = self.w.meets.is_simple;
        // Mostly nobody else can touch anything then.
        if let Some(bump) = bump
            && self.live.d.hot.is_empty()
            && is_simple
            && self.live.d.shields.is_empty()
        {
            return self.bump(bump);
        }
        if !self.live.d.hot.is_empty() {
            self.again().look_from_hot();
        }
        if !is_simple && self.live.d.has_any(self.w.meets.watchers.bits) {
            self.look_from_watchers();
        }
        match bump {
            Some(bump)
                if self.live.s.notes == 0
                    && self.live.s.omitted.is_empty()
                    && self.live.d.shields.is_empty() =>
            {
                self.again().bump_after_all(bump);
            }
            Some(bump) => {
                let meeting = self.meeting(bump.slot);
                self.again().note_near(bump.slot, meeting);
            }
            None => {}
        }
        if !is_simple {
            self.see_to_steps();
        }
        if self.live.s.notes > 0 {
            self.again().run_entries();
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
        if !self.w.meets.ground.is_empty() {
            self.call_up_seekers();
        }
    }

    /// What was moved or made before contacts are handled looks around with all others.
    #[inline(never)]
    fn heat_touched(&mut self) {
        for i in 0..self.live.d.touched.len() {
            let slot = usize::from(self.live.d.touched[i]);
            self.live.d.keep_hot(slot);
        }
        self.live.d.touched.clear();
    }

    /// Looks for what hot sprites touch.
    #[inline(never)]
    fn look_from_hot(mut self) {
        for i in 0..self.live.d.hot.len() {
            if self.live.s.is_crowded() {
                break;
            }
            let hot = self.live.d.hot[i];
            match hot.resolve() {
                Ok(slot) if self.live.d.is_live(slot) => {
                    let meeting = self.meeting(slot);
                    // Of two that are hot, the one in the lower slot looks.
                    self.again().note_here(slot, meeting, 0, slot);
                }
                Ok(_) => {}
                Err(_) => self.note_near_fixture(hot),
            }
        }
    }

    /// Looks for what an avatar touches, unless it has only bumped into a wall. Nobody else looks for avatars.
    #[inline(always)]
    fn look_from_avatar(mut self, slot: usize, came_from: Option<u32>) -> Option<Bump> {
        let w = self.w;
        let meeting = self.meeting(slot);
        if !self.live.d.is_alone(w, slot, &meeting.sight) {
            if let Some(bump) = self.live.d.find_bump(w, slot, meeting, came_from)
                && !self.live.s.is_plain()
            {
                return Some(bump);
            }
            self.again().note_near(slot, meeting);
        }
        self.note_listed(slot, &meeting.lists, 0);
        None
    }

    /// The same where there are several, or none. Then none has only bumped into a wall.
    #[inline(never)]
    fn look_from_avatars(&mut self) {
        for i in 0..self.live.d.avatars.len() {
            let slot = usize::from(self.live.d.avatars[i]);
            let meeting = self.meeting(slot);
            if !self.live.d.is_alone(self.w, slot, &meeting.sight) {
                self.again().note_near(slot, meeting);
            }
            self.note_listed(slot, &meeting.lists, 0);
        }
    }

    /// Looks for what watchers touch.
    #[inline(never)]
    fn look_from_watchers(&mut self) {
        for &kind in &self.w.meets.watchers.types {
            let meeting = &self.w.meets.of[usize::from(kind)];
            let mut at = self.live.d.groups[usize::from(kind)].first;
            while at != NO_SLOT && !self.live.s.is_crowded() {
                let slot = usize::from(at);
                if !self.live.d.is_alone(self.w, slot, &meeting.sight) {
                    self.again().note_near(slot, meeting);
                }
                at = self.live.d.sprites[slot].next;
            }
        }
    }

    /// Looks for what a sprite touches that an effect has moved.
    #[inline(always)]
    pub(crate) fn look_again(&mut self, slot: usize, from: u32) {
        let Sprite { kind, cell, flags, .. } = self.live.d.sprites[slot];
        self.look_from(slot, (cell as usize, flags), from, &self.w.meets.of[usize::from(kind)]);
    }

    /// The same for one of which it is at hand where it lies.
    #[inline(always)]
    pub(crate) fn look_from(&mut self, slot: usize, at: (usize, u16), from: u32, meeting: &Meeting) {
        let lists = &meeting.listed;
        let is_away = || meeting.located && self.is_away_from_avatars(at);
        if self.live.d.has_any(lists.bits) && lists.last >= from && !is_away() {
            self.note_all_listed(slot, lists, from);
        }
        if !self.live.d.is_alone_at(self.w, slot, at, &meeting.sight) {
            self.again().note_here(slot, meeting, from, 0);
        }
    }

    /// Is there one avatar, in another cell than a sprite of which it is known where it lies? Other sprites than avatars
    /// have no lists to go through but those of avatars.
    #[inline(always)]
    fn is_away_from_avatars(&self, (cell, flags): (usize, u16)) -> bool {
        let [slot] = self.live.d.avatars[..] else { return false };
        let avatar = &self.live.d.sprites[usize::from(slot)];
        avatar.cell as usize != cell
            && (flags | avatar.flags) & flag::PLACE == 0
            && flags & flag::AVATAR == 0
            && self.w.meets.finds_avatars
    }

    /// Notes a sprite's contacts with fixtures and what is in the grid.
    #[inline(never)]
    fn note_near(self, slot: usize, meeting: &Meeting) {
        self.note_here(slot, meeting, 0, 0);
    }

    /// The same for each entry, from `from` on, that they are due for. Hot sprites in slots below `looking` are left out: they
    /// look for themselves.
    #[inline(always)]
    fn note_here(self, slot: usize, meeting: &Meeting, from: u32, looking: usize) {
        let Tick { w, live } = self;
        let Live { d, s } = &mut *live;
        let Sprite { cell, flags, .. } = d.sprites[slot];
        let sight = &meeting.sight;
        let Some(due) = w.meets.row(meeting) else {
            return Tick { w, live }.note_around(slot, from, looking);
        };
        if flags & flag::PLACE != 0 || d.unaligned.types & sight.grid != 0 {
            return Tick { w, live }.note_around(slot, from, looking);
        }
        // Mostly it lies exactly in a cell, and so do all others: then those in the same cell touch.
        let (cell, own) = (cell as usize, SpriteRef::slot(slot));
        // There is a bit that is later than all.
        let (later, notes) = (u64::MAX << (from & 63), &mut s.noted[0]);
        let mut touched = false;
        if w.fixtures.types_in[cell] & sight.fixtures != 0 {
            // Mostly it is one.
            touched = match w.fixtures.alone_in[cell] {
                Some(Alone { index, kind }) => {
                    notes.note_fixture(d, index, due[usize::from(kind)], later, own)
                }
                None => notes.note_fixtures(w, d, w.fixtures.in_cell(cell), due, later, own),
            };
        }
        if sight.grid != 0 && d.cells[cell].types & sight.grid != 0 {
            let mut at = d.cells[cell].first;
            while at != NO_SLOT {
                let (other, met) = (&d.sprites[usize::from(at)], usize::from(at));
                let due = due[usize::from(other.kind)];
                if !due.is_empty() && met != slot && !(met < looking && other.is(flag::HOT)) {
                    touched = true;
                    notes.note_both(due, later, own, SpriteRef::slot(met));
                }
                at = other.cell_next;
            }
        }
        if touched {
            s.notes |= notes.list.len();
            d.keep_hot(slot);
        }
    }

    /// The same for one that may lie in several cells, or be reached from others.
    #[inline(never)]
    fn note_around(mut self, slot: usize, from: u32, looking: usize) {
        let Sprite { rect: area, kind, flags, .. } = self.live.d.sprites[slot];
        if flags & flag::LARGE != 0 && !self.can_afford(self.w.grid.cover(&area).cells()) {
            return;
        }
        let Tick { w, live: Live { d, s } } = self;
        let row = w.meets.row(&w.meets.of[usize::from(kind)]);
        let mut touches = false;
        d.each_near_sprite(w, slot, &w.meets.of[usize::from(kind)].sight, |other, other_kind, rect| {
            if row.is_some_and(|row| row[usize::from(other_kind)].is_empty()) {
                return;
            }
            let looks = |other: usize| other < looking && d.sprites[other].is(flag::HOT) || other == slot;
            if rect.intersects(&area) && !other.resolve().is_ok_and(looks) {
                touches |= s.note_contact(w, (SpriteRef::slot(slot), kind), (other, other_kind), from);
            }
        });
        if touches {
            d.keep_hot(slot);
        }
    }

    /// Notes a fixture's contacts with others. What is not a fixture looks for itself, if it is hot.
    #[cold]
    fn note_near_fixture(&mut self, r: SpriteRef) {
        let Tick { w, live: Live { d, s } } = self;
        let (kind, area) = (d.kind(w, r), d.rect(w, r));
        d.each_near(w, &w.meets.of[usize::from(kind)].sight, &area, &mut |other, other_kind, rect: &Rect| {
            if other != r && rect.intersects(&area) {
                s.note_contact(w, (r, kind), (other, other_kind), 0);
            }
        });
    }

    /// The same for sprites of some lists.
    #[inline(always)]
    fn note_listed(&mut self, slot: usize, lists: &Listed, from: u32) {
        if self.live.d.has_any(lists.bits) && lists.last >= from {
            self.note_all_listed(slot, lists, from);
        }
    }

    #[inline(never)]
    fn note_all_listed(&mut self, slot: usize, lists: &Listed, from: u32) {
        let Sprite { kind, rect, .. } = self.live.d.sprites[slot];
        let own = (SpriteRef::slot(slot), kind);
        if self.w.types.len() > 64 {
            return self.note_each_listed(own, rect, &lists.types, from);
        }
        let mut present = self.live.d.present & lists.bits;
        while present != 0 {
            self.note_those_of(present.trailing_zeros() as TypeId, own, rect, from);
            present &= present - 1;
        }
    }

    /// The same where types share bits.
    #[cold]
    #[inline(never)]
    fn note_each_listed(&mut self, own: Known, area: Rect, lists: &[TypeId], from: u32) {
        for &kind in lists {
            self.note_those_of(kind, own, area, from);
        }
    }

    /// The same for sprites of a type.
    #[inline(always)]
    fn note_those_of(&mut self, kind: TypeId, own: Known, area: Rect, from: u32) {
        let Tick { w, live: Live { d, s } } = self;
        let mut at = d.groups[usize::from(kind)].first;
        while at != NO_SLOT {
            let sprite = &d.sprites[usize::from(at)];
            let other = SpriteRef::slot(usize::from(at));
            if sprite.rect.intersects(&area) && other != own.0 {
                s.note_contact(w, own, (other, kind), from);
            }
            at = sprite.next;
        }
    }
}

/// A sprite and its type.
type Known = (SpriteRef, TypeId);

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
    /// Those for which there is more than one contact, or that are to be handled [with care](crate::rules::Rules::careful).
    pub more: u64,
    pub list: Trusted<Noted>,
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
    fn note_fixture(&mut self, d: &Data, index: u32, due: Due, later: u64, own: SpriteRef) -> bool {
        let stands = d.stands(index as usize);
        if stands {
            self.note_both(due, later, own, SpriteRef::fixture(index as usize));
        }
        stands
    }

    /// The same with several.
    #[inline(never)]
    fn note_fixtures(
        &mut self,
        w: &World,
        d: &Data,
        all: &[u32],
        row: &Trusted<Due>,
        later: u64,
        own: SpriteRef,
    ) -> bool {
        let mut touched = false;
        for &index in all {
            let due = row[usize::from(w.fixtures.all[index as usize].kind)];
            touched |= !due.is_empty() && self.note_fixture(d, index, due, later, own);
        }
        touched
    }

    /// Where the next contact stands that was noted for an entry, from a place in the list on. There must be one.
    #[inline(always)]
    pub fn find(&self, entry: u64, from: usize) -> usize {
        let mut at = from;
        while self.list[at].entries & entry == 0 {
            at += 1;
        }
        at
    }

    /// Forgets all contacts.
    #[inline(always)]
    pub fn clear(&mut self, careful: u64) {
        self.more = careful;
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
    pub fn new(w: &World) -> Scratch {
        let notes = |&more: &u64| Notes { more, ..Notes::default() };
        Scratch { noted: w.rules.careful.iter().map(notes).collect(), ..Scratch::default() }
    }

    /// Notes a contact of two sprites of these types for each entry, from `from` on, that it is due for. False if
    /// the two have nothing to do with each other.
    #[inline(never)]
    fn note_contact(&mut self, w: &World, (r, kind): Known, (other, other_kind): Known, from: u32) -> bool {
        let Some(due) = w.meets.due(kind, other_kind) else {
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

    /// The same where there are too many types to know beforehand what is due.
    #[cold]
    fn note_untabled(&mut self, w: &World, (r, kind): Known, (other, other_kind): Known, from: u32) -> bool {
        let mut any = false;
        w.meets.of[usize::from(kind)].each_due(&w.rules, &w.types, other_kind, |entry, is_first| {
            any = true;
            if entry >= from {
                let (first, second) = if is_first { (r, other) } else { (other, r) };
                self.note(entry, first, second);
            }
        });
        any
    }

    /// Notes a contact for an entry.
    pub(super) fn note(&mut self, entry: u32, first: SpriteRef, second: SpriteRef) {
        let notes = &mut self.noted[entry as usize >> 6];
        notes.note(1 << (entry & 63), first, second);
        self.notes |= notes.list.len();
    }
}

/// Of 64 entries in a row, those from one on.
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

    /// Otherwise a heap of sprites with very many rules between them would need memory without end.
    #[test]
    fn there_is_an_end_to_noting() {
        let game = "BasicGame\n  SpriteSet\n    x > Immovable\n    avatar > MovingAvatar\n  \
            InteractionSet\n    x avatar > stepBack repeat=100\n    avatar x > stepBack repeat=30\n";
        let game = ludex_vgdl::parse(game, &crate::ONTOLOGY).expect("a game").game;
        let world = World::new(&game, &Level::parse("A")).expect("a world");
        let kind = |name| game.type_id(name).expect("a type");
        let (x, avatar) = (kind("x"), kind("avatar"));
        let mut scratch = Scratch::new(&world);
        let (one, other) = ((SpriteRef::slot(1), x), (SpriteRef::slot(0), avatar));
        assert!(!scratch.note_contact(&world, one, one, 0));
        assert_eq!(scratch.notes, 0);
        while !scratch.is_crowded() {
            let noted: usize = scratch.noted.iter().map(|notes| notes.list.len()).sum();
            assert!(noted < 3 * MOST_NOTES, "{noted} contacts are noted");
            assert!(scratch.note_contact(&world, one, other, 0));
            assert!(scratch.note_contact(&world, other, one, 70));
        }
    }
}
