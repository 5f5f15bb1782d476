//! Who touches whom, and the effects of it.
//!
//! Nearly all of the reference's tests find what they found in the tick before. Here the state keeps a *hot
//! list*: sprites that have moved, or were made, where a partner may be, and sprites that touched one in the tick before.
//! Avatars look around in every tick. The invariant is that of two sprites that touch and have a rule at least one is
//! hot and looks for the other ([`encounters`](crate::encounters) says who looks where). A sprite that is alone right after its
//! move need not be hot: what comes to it later in the tick has moved later, and looks for itself. Each
//! contact is noted for the entries it is due for, and those are visited in order, each with exactly the pairs, in
//! exactly the order, that the reference would find. What an effect moves or makes is looked up again at once.

use std::ops::Range;

use ludex_vgdl::TypeId;

use super::bumps::Bump;
use crate::data::{Data, Scratch};
use crate::effects::Call;
use crate::encounters::{Due, Listed, Meeting};
use crate::geometry::Rect;
use crate::rules::{Entry, LineId};
use crate::sprite::{NO_SLOT, Sprite, SpriteRef, flag};
use crate::tick::Tick;
use crate::world::World;

/// Two sprites that touch, with their places in the lists that the reference goes through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contact {
    first_key: u64,
    second_key: u64,
    first: SpriteRef,
    second: SpriteRef,
}

impl Contact {
    /// The order of the reference: by the first sprite, then by the second.
    #[inline]
    fn key(&self) -> u128 {
        u128::from(self.first_key) << 64 | u128::from(self.second_key)
    }
}

impl Tick<'_> {
    pub(super) fn handle_contacts(&mut self) {
        self.s.size_for(self.w.rules.entries.len());
        self.d.touched.clear();
        self.s.notes = 0;
        self.s.disturbed = false;
        let mut bump = None;
        for i in 0..self.d.avatars.len() {
            bump = self.look_from_avatar(usize::from(self.d.avatars[i]));
        }
        for i in 0..self.d.hot.len() {
            if self.s.is_crowded() {
                break;
            }
            self.look_around(self.d.hot[i]);
        }
        if self.d.has_any(self.w.meets.watchers.bits) {
            self.look_from_watchers();
        }
        match bump {
            Some(bump) if self.s.notes == 0 && self.s.omitted.is_empty() && self.d.shields.is_empty() => {
                self.bump(bump);
            }
            Some(bump) => self.note_near(bump.slot, 0, 0),
            None => {}
        }
        if !self.s.omitted.is_empty() {
            self.make_noticed_steps();
        }
        if !self.s.departures.is_empty() {
            self.s.departures.clear();
        }
        if !self.w.meets.ground.is_empty() {
            self.call_up_seekers();
        }
        if self.s.notes > 0 || self.s.plain {
            self.run_entries();
        }
    }

    /// Runs the entries that contacts have called up.
    fn run_entries(&mut self) {
        if self.s.is_crowded() {
            return self.run_all_plainly(0);
        }
        self.s.newborn = self.d.next_id;
        let mut word = 0;
        while word < self.s.due.len() {
            let bits = self.s.due[word];
            if bits == 0 {
                word += 1;
                continue;
            }
            let index = word * 64 + bits.trailing_zeros() as usize;
            self.run_entry(index);
            if self.s.is_crowded() {
                return self.run_all_plainly(index + 1);
            }
        }
    }

    /// Looks for what a hot sprite touches.
    #[inline]
    fn look_around(&mut self, r: SpriteRef) {
        let Ok(slot) = r.resolve() else { return self.note_near_fixture(r) };
        if self.d.sprites[slot].id >= 0 {
            // Of two that are hot, the one in the lower slot looks.
            self.note_near(slot, 0, slot);
        }
    }

    /// Looks for what an avatar touches, unless it has only bumped into a wall. Nobody else looks for avatars.
    #[inline]
    fn look_from_avatar(&mut self, slot: usize) -> Option<Bump> {
        let meeting = &self.w.meets.of[usize::from(self.d.sprites[slot].kind)];
        if !self.d.is_alone(self.w, slot, &meeting.sight) {
            if let Some(bump) = self.find_bump(slot, meeting) {
                return Some(bump);
            }
            self.note_near(slot, 0, 0);
        }
        self.note_listed(slot, &meeting.lists, 0);
        None
    }

    /// Looks for what watchers touch.
    #[inline(never)]
    fn look_from_watchers(&mut self) {
        for &kind in &self.w.meets.watchers.types {
            let meeting = &self.w.meets.of[usize::from(kind)];
            let mut at = self.d.groups[usize::from(kind)].first;
            while at != NO_SLOT && !self.s.is_crowded() {
                let slot = usize::from(at);
                if !self.d.is_alone(self.w, slot, &meeting.sight) {
                    self.note_near(slot, 0, 0);
                }
                at = self.d.sprites[slot].next;
            }
        }
    }

    /// Looks for what a sprite touches that an effect has moved.
    #[inline]
    pub(crate) fn look_again(&mut self, slot: usize, from: u32) {
        let meeting = &self.w.meets.of[usize::from(self.d.sprites[slot].kind)];
        if meeting.last < from {
            return;
        }
        if !self.d.is_alone(self.w, slot, &meeting.sight) {
            self.note_near(slot, from, 0);
        }
        self.note_listed(slot, &meeting.listed, from);
    }

    /// Notes a sprite's contacts with fixtures and what is in the grid, for each entry, from `from` on, that they
    /// are due for. Hot sprites in slots below `looking` are left out: they look for themselves.
    #[inline]
    fn note_near(&mut self, slot: usize, from: u32, looking: usize) {
        let sprite = &self.d.sprites[slot];
        let meeting = &self.w.meets.of[usize::from(sprite.kind)];
        // Mostly it is in one cell, and so are all others.
        let touches = if sprite.is(flag::BEYOND) || self.d.unaligned.types & meeting.sight.grid != 0 {
            self.note_around(slot, from, looking)
        } else {
            self.note_in_cell(slot, meeting, from, looking)
        };
        if touches {
            self.d.sprites[slot].flags |= flag::KEEP;
        }
    }

    /// The same for one that lies in a single cell, where nothing reaches into it from others.
    #[inline(never)]
    fn note_in_cell(&mut self, slot: usize, meeting: &Meeting, from: u32, looking: usize) -> bool {
        let Tick { w, d, s } = self;
        let Sprite { rect: area, kind, cell, .. } = d.sprites[slot];
        let own = (SpriteRef::slot(slot), kind);
        let mut touches = false;
        // Fixtures fill their cells.
        if w.fixtures.types_in[cell as usize] & meeting.sight.fixtures != 0 && area.w.min(area.h) > 0 {
            for &index in w.fixtures.in_cell(cell as usize) {
                let index = index as usize;
                if d.stands(index) {
                    let other = (SpriteRef::fixture(index), w.fixtures.all[index].kind);
                    touches |= s.note_contact(w, own, other, from);
                }
            }
        }
        if meeting.sight.grid != 0 {
            let mut meet = |at: u16, other: &Sprite| {
                let looks = usize::from(at) < looking && other.is(flag::HOT);
                if usize::from(at) != slot && !looks && other.rect.intersects(&area) {
                    let other = (SpriteRef::slot(usize::from(at)), other.kind);
                    touches |= s.note_contact(w, own, other, from);
                }
            };
            let mut at = d.cells[cell as usize].first;
            while at != NO_SLOT {
                let other = &d.sprites[usize::from(at)];
                meet(at, other);
                at = other.cell_next;
            }
            for &at in &d.large {
                meet(at, &d.sprites[usize::from(at)]);
            }
        }
        touches
    }

    /// The same for one that may lie in several cells, or be reached from others.
    #[inline(never)]
    fn note_around(&mut self, slot: usize, from: u32, looking: usize) -> bool {
        let Sprite { rect: area, kind, flags, .. } = self.d.sprites[slot];
        if flags & flag::LARGE != 0 && !self.can_afford(self.w.grid.cover(&area).cells()) {
            return false;
        }
        let Tick { w, d, s } = self;
        let mut touches = false;
        d.each_near_sprite(w, slot, &w.meets.of[usize::from(kind)].sight, |other, other_kind, rect| {
            let looks = |other: usize| other < looking && d.sprites[other].is(flag::HOT) || other == slot;
            if rect.intersects(&area) && !other.resolve().is_ok_and(looks) {
                touches |= s.note_contact(w, (SpriteRef::slot(slot), kind), (other, other_kind), from);
            }
        });
        touches
    }

    /// Notes a fixture's contacts with others. What is not a fixture looks for itself, if it is hot.
    #[cold]
    fn note_near_fixture(&mut self, r: SpriteRef) {
        let Tick { w, d, s } = self;
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
        if self.d.has_any(lists.bits) && lists.last >= from {
            self.note_all_listed(slot, &lists.types, from);
        }
    }

    #[inline(never)]
    fn note_all_listed(&mut self, slot: usize, lists: &[TypeId], from: u32) {
        for &kind in lists {
            if self.d.groups[usize::from(kind)].first != NO_SLOT {
                self.note_those_of(kind, slot, from);
            }
        }
    }

    /// The same for sprites of a type.
    fn note_those_of(&mut self, other_kind: TypeId, slot: usize, from: u32) {
        let Tick { w, d, s } = self;
        let sprite = &d.sprites[slot];
        let (kind, area) = (sprite.kind, sprite.rect);
        let mut touches = false;
        let mut at = d.groups[usize::from(other_kind)].first;
        while at != NO_SLOT {
            let other = &d.sprites[usize::from(at)];
            if other.rect.intersects(&area) && usize::from(at) != slot {
                let other = SpriteRef::slot(usize::from(at));
                touches |= s.note_contact(w, (SpriteRef::slot(slot), kind), (other, other_kind), from);
            }
            at = other.next;
        }
        if touches {
            d.sprites[slot].flags |= flag::KEEP;
        }
    }

    /// Sprites that look for ground do so in every entry in which they come first, touching or not.
    #[cold]
    fn call_up_seekers(&mut self) {
        let Tick { w, d, s } = self;
        for &(kind, index) in &w.meets.ground {
            d.group(w, kind, |r| s.note(index, r, SpriteRef::NONE));
        }
    }

    #[cold]
    fn is_shielded(&self, entry: &Entry) -> bool {
        let effect_id = self.w.rules.lines[usize::from(entry.line)].effect_id;
        self.d.shields.contains(&(entry.first, entry.second, effect_id))
    }

    /// One that was made in this tick, in place of another that came down, looks for ground from here on.
    #[cold]
    fn call_up_seeker(&mut self, slot: usize, from: u32) {
        let Tick { w, d, s } = self;
        let own = d.sprites[slot].kind;
        let entries = w.meets.ground.iter().filter(|&&(kind, index)| kind == own && index > from);
        entries.for_each(|&(_, index)| s.note(index, SpriteRef::slot(slot), SpriteRef::NONE));
    }

    /// Runs one effect of one pair of types on all sprites that touch.
    fn run_entry(&mut self, index: usize) {
        let entry = self.w.rules.entries[index];
        // Sprites born from here on are not part of this effect's loop.
        let newborn = self.d.next_id;
        if !self.d.shields.is_empty() && self.is_shielded(&entry) {
            self.s.noted[index].clear();
        }
        let noted = &mut self.s.noted[index];
        // Mostly there is just one contact, and nothing to sort.
        if let [contact] = noted[..] {
            noted.clear();
            self.run_on_contact(index, &entry, contact, newborn);
        } else if let [one, other] = noted[..] {
            noted.clear();
            self.run_on_two(index, &entry, [one, other], newborn);
        } else if !noted.is_empty() {
            self.run_in_order(index, &entry, None, newborn);
        }
        self.s.due[index >> 6] &= !(1 << (index & 63));
    }

    /// Runs an entry on two contacts.
    #[inline(never)]
    fn run_on_two(
        &mut self,
        index: usize,
        entry: &Entry,
        contacts: [(SpriteRef, SpriteRef); 2],
        newborn: i32,
    ) {
        let keys = contacts.map(|(first, _)| order_key(self.w, self.d, entry.first, first));
        if keys[0] == keys[1] {
            self.s.noted[index].extend(contacts);
            return self.run_in_order(index, entry, None, newborn);
        }
        let [one, other] = if keys[0] < keys[1] { contacts } else { [contacts[1], contacts[0]] };
        self.run_on_one(entry, one.0, one.1, newborn);
        if !self.d.touched.is_empty() {
            self.look_from_touched(index);
            if self.s.is_crowded() || !self.s.noted[index].is_empty() {
                self.s.noted[index].push(other);
                return self.go_on(index, entry, one.0, newborn);
            }
        }
        self.run_on_contact(index, entry, other, newborn);
    }

    /// Runs an entry on two sprites that touch, and on what touches because of that.
    #[inline(always)]
    fn run_on_contact(
        &mut self,
        index: usize,
        entry: &Entry,
        (first, second): (SpriteRef, SpriteRef),
        newborn: i32,
    ) {
        self.run_on_one(entry, first, second, newborn);
        if !self.d.touched.is_empty() {
            self.look_from_touched(index);
            if self.s.is_crowded() || !self.s.noted[index].is_empty() {
                self.go_on(index, entry, first, newborn);
            }
        }
    }

    /// Runs an entry on what was noted for it meanwhile and comes after a first sprite.
    #[inline(never)]
    fn go_on(&mut self, index: usize, entry: &Entry, first: SpriteRef, newborn: i32) {
        let after = Some(order_key(self.w, self.d, entry.first, first));
        if self.s.is_crowded() {
            self.run_plainly(index, after, newborn);
        } else {
            self.run_in_order(index, entry, after, newborn);
        }
    }

    /// Runs an entry on its noted contacts in the order of the reference. Sprites born since it began take no part.
    fn run_in_order(&mut self, index: usize, entry: &Entry, mut after: Option<u64>, newborn: i32) {
        self.take_contacts(index, entry, after);
        let mut at = 0;
        while let Some(&Contact { first_key, first, second, .. }) = self.s.contacts.get(at) {
            let mates = self.s.contacts[at..].iter().take_while(|c| c.first_key == first_key).count();
            if mates == 1 {
                self.run_on_one(entry, first, second, newborn);
            } else {
                self.run_on_mates(entry, at..at + mates, newborn);
            }
            at += mates;
            after = Some(first_key);
            self.call_up_touched(index);
            if self.s.is_crowded() {
                self.run_plainly(index, after, newborn);
                break;
            }
            if !self.s.noted[index].is_empty() {
                self.s.contacts.drain(..at);
                at = 0;
                self.take_contacts(index, entry, after);
            }
        }
        self.s.contacts.clear();
    }

    /// Runs an entry on contacts of the same first sprite.
    fn run_on_mates(&mut self, entry: &Entry, mates: Range<usize>, newborn: i32) {
        let mut seconds = std::mem::take(&mut self.s.seconds);
        let first = self.s.contacts[mates.start].first;
        seconds.clear();
        seconds.extend(self.s.contacts[mates].iter().map(|c| c.second));
        self.run_on(entry, first, &seconds, newborn);
        self.s.seconds = seconds;
    }

    /// What an effect has moved may touch others now: in this entry's loop, or in later ones.
    #[inline]
    fn call_up_touched(&mut self, index: usize) {
        if !self.d.touched.is_empty() {
            self.look_from_touched(index);
        }
    }

    #[inline(never)]
    fn look_from_touched(&mut self, index: usize) {
        for i in 0..self.d.touched.len() {
            let slot = usize::from(self.d.touched[i]);
            self.look_again(slot, index as u32);
            if !self.w.meets.ground.is_empty() && self.d.sprites[slot].id >= self.s.newborn {
                self.call_up_seeker(slot, index as u32);
            }
        }
        self.d.touched.clear();
    }

    /// Adds the noted contacts of an entry to those to come, in the order of the reference. Of those noted while the
    /// entry runs, only what comes after the present first one counts.
    fn take_contacts(&mut self, index: usize, entry: &Entry, after: Option<u64>) {
        let Tick { w, d, s: Scratch { noted, contacts, .. } } = self;
        for &(first, second) in &noted[index] {
            let first_key = order_key(w, d, entry.first, first);
            let second_key = if second.is_some() { order_key(w, d, entry.second, second) } else { 0 };
            if after.is_none_or(|after| first_key > after) {
                contacts.push(Contact { first_key, second_key, first, second });
            }
        }
        noted[index].clear();
        if !contacts.is_sorted_by(|a, b| a.key() < b.key()) {
            contacts.sort_unstable_by_key(Contact::key);
            contacts.dedup_by_key(|contact| contact.key());
        }
    }

    /// Runs an entry on two sprites, if they still touch. Sprites born since the entry began take no part.
    #[inline(always)]
    fn run_on_one(&mut self, entry: &Entry, a: SpriteRef, b: SpriteRef, newborn: i32) {
        let line = &self.w.rules.lines[usize::from(entry.line)];
        if line.in_batch || !b.is_some() || !self.w.meets.ground.is_empty() {
            return self.run_on(entry, a, &[b], newborn);
        }
        let touches = !self.s.disturbed || {
            let (first, second) = (self.party(a), self.party(b));
            first.id.max(second.id) < newborn && first.rect.intersects(&second.rect)
        };
        if touches && !self.is_killed(a) {
            self.execute(entry.line, a, b);
        }
    }

    /// Runs an entry on one first sprite and those it touches. Sprites born since the entry began take no part.
    #[inline(never)]
    fn run_on(&mut self, entry: &Entry, a: SpriteRef, seconds: &[SpriteRef], newborn: i32) {
        let first = self.party(a);
        if first.id >= newborn {
            return;
        }
        if !self.w.meets.ground.is_empty() {
            self.find_ground(a, entry);
        }
        let line = &self.w.rules.lines[usize::from(entry.line)];
        let touched = |t: &Self, b: SpriteRef| {
            b.is_some() && {
                let second = t.party(b);
                second.id < newborn && first.rect.intersects(&second.rect)
            }
        };
        let mut hit = std::mem::take(&mut self.s.hit);
        hit.clear();
        hit.extend(seconds.iter().copied().filter(|&b| touched(self, b)));
        if line.in_batch {
            if !hit.is_empty() {
                self.run_batch(entry.line, a, &mut hit);
            }
        } else {
            for &b in &hit {
                if !self.is_killed(a) && self.touches(a, b) {
                    self.execute(entry.line, a, b);
                }
            }
        }
        self.s.hit = hit;
    }

    /// Runs an effect on one sprite and all that it touches at once.
    pub(crate) fn run_batch(&mut self, line: LineId, a: SpriteRef, hit: &mut [SpriteRef]) {
        let call = Call { line, a, b: SpriteRef::NONE };
        let times = self.w.rules.lines[usize::from(line)].effect.run_batch(self, call, hit);
        self.settle(line, times, |t| {
            hit.iter().for_each(|&b| t.record_event(a, b));
        });
    }

    pub(crate) fn touches(&mut self, a: SpriteRef, b: SpriteRef) -> bool {
        self.look_for_ground(a, b);
        self.rect(a).intersects(&self.rect(b))
    }

    /// Lets a sprite that walks or jumps look for ground among all sprites of the entry's second type.
    fn find_ground(&mut self, a: SpriteRef, entry: &Entry) {
        let info = self.info(self.kind(a));
        if !info.finds_ground() || self.get(a).is(flag::ON_GROUND) {
            return;
        }
        let Tick { w, d, s } = self;
        let (kind, below) = (d.kind(w, a), d.rect(w, a).shifted((0, 3)));
        let q = &w.types[usize::from(entry.second)].family;
        s.near.clear();
        d.each_near(w, &w.meets.of[usize::from(kind)].sight, &below, &mut |b, kind, rect: &Rect| {
            if b != a && q.contains(kind) && rect.intersects(&below) {
                s.near.push(b);
            }
        });
        for &kind in w.meets.of[usize::from(kind)].listed.types.iter().filter(|&&kind| q.contains(kind)) {
            d.group(w, kind, |b| {
                if b != a && d.rect(w, b).intersects(&below) {
                    s.near.push(b);
                }
            });
        }
        for i in 0..self.s.near.len() {
            self.look_for_ground(a, self.s.near[i]);
        }
    }

    /// Does the first sprite, coming down, stand on the second?
    fn look_for_ground(&mut self, a: SpriteRef, b: SpriteRef) {
        let Ok(slot) = a.resolve() else { return };
        let walker = &self.d.sprites[slot];
        if !self.info(walker.kind).finds_ground() || walker.is(flag::ON_GROUND) {
            return;
        }
        let other = self.get(b);
        if !self.info(other.kind).solid {
            return;
        }
        let walker = &mut self.d.sprites[slot];
        let on_ground = walker.rect.shifted((0, 3)).intersects(&other.rect)
            && other.last.y > walker.last.y.wrapping_add(walker.rect.h / 2)
            && walker.rect.y > walker.last.y;
        walker.set(flag::ON_GROUND, on_ground);
    }
}

/// A sprite's place in the list of all sprites of a type and its relatives: by type, then by age.
pub(super) fn order_key(w: &World, d: &Data, kind: TypeId, r: SpriteRef) -> u64 {
    let (own, id) = match r.resolve() {
        Ok(slot) => (d.sprites[slot].kind, d.sprites[slot].id),
        Err(index) => (w.fixtures.all[index].kind, w.fixtures.all[index].id),
    };
    let rank = w.types[usize::from(kind)].ranks.get(usize::from(own)).copied().unwrap_or(0);
    u64::from(rank) << 32 | u64::from(id as u32)
}

impl Scratch {
    fn size_for(&mut self, entries: usize) {
        if self.noted.len() < entries {
            self.noted.resize_with(entries, Vec::new);
            self.due.resize(entries.div_ceil(64), 0);
        }
    }

    /// Notes a contact of two sprites of these types for each entry, from `from` on, that it is due for. False if
    /// the two have nothing to do with each other.
    #[inline(never)]
    fn note_contact(
        &mut self,
        w: &World,
        (r, kind): (SpriteRef, TypeId),
        (other, other_kind): (SpriteRef, TypeId),
        from: u32,
    ) -> bool {
        let Some(due) = w.meets.due(kind, other_kind) else {
            return self.note_untabled(w, (r, kind), (other, other_kind), from);
        };
        for due in due {
            self.note_due(*due, r, other, from);
        }
        !due.is_empty()
    }

    /// The same where there are too many types to know beforehand what is due.
    #[cold]
    fn note_untabled(
        &mut self,
        w: &World,
        (r, kind): (SpriteRef, TypeId),
        (other, other_kind): (SpriteRef, TypeId),
        from: u32,
    ) -> bool {
        let mut any = false;
        w.meets.of[usize::from(kind)].each_due(&w.rules, &w.types, other_kind, |due| {
            any = true;
            self.note_due(due, r, other, from);
        });
        any
    }

    #[inline]
    fn note_due(&mut self, due: Due, r: SpriteRef, other: SpriteRef, from: u32) {
        if due.entry >= from {
            let (first, second) = if due.first { (r, other) } else { (other, r) };
            self.note(due.entry, first, second);
        }
    }

    /// Notes a contact for an entry.
    #[inline]
    fn note(&mut self, entry: u32, first: SpriteRef, second: SpriteRef) {
        if !self.has_room() {
            return;
        }
        self.due[entry as usize >> 6] |= 1 << (entry & 63);
        self.noted[entry as usize].push((first, second));
    }
}
