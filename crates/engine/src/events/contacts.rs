//! Who touches whom, and the effects of it.
//!
//! Nearly all of the reference's tests find what they found in the tick before. Here busy types are tested
//! against each other, and for all others the state keeps a *hot list*: sprites that have moved since the
//! last tick or were made in it, and sprites that touched a partner. The invariant is that of two sprites
//! that touch and have a rule, both are busy or at least one is hot. So it is enough to look around hot
//! sprites ([`encounters`](crate::encounters) says where). Each contact is noted for the entries it is due
//! for, and those are visited in order, each with exactly the pairs, in exactly the order, that the
//! reference would find. What an effect moves or makes is looked up again at once.

use ludex_vgdl::TypeId;

use crate::effects::Call;
use crate::encounters::Search;
use crate::rules::{Entry, LineId};
use crate::sprite::{NO_SLOT, SpriteRef, flag};
use crate::state::{Data, Scratch, Tick};
use crate::world::World;

/// Two lists of at least this many sprites are not tested one by one.
const CROWD: i32 = 16;

/// Two sprites that touch, with their places in the lists that the reference goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Contact {
    first_key: u64,
    second_key: u64,
    first: SpriteRef,
    second: SpriteRef,
}

impl Tick<'_> {
    pub(super) fn handle_contacts(&mut self) {
        self.s.size_for(self.w.rules.entries.len());
        self.d.touched.clear();
        self.s.notes = 0;
        for i in 0..self.d.hot.len() {
            if self.s.is_crowded() {
                break;
            }
            self.look_around(self.d.hot[i]);
        }
        for &(first, second) in &self.w.meets.pairs {
            if self.s.is_crowded() {
                break;
            }
            self.confront(first, second);
        }
        self.call_up_seekers();
        if self.s.is_crowded() {
            return self.run_all_plainly(0);
        }
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
        let meeting = &self.w.meets.of[usize::from(self.kind(r))];
        if let Ok(slot) = r.resolve()
            && !self.d.is_live(slot)
        {
            return;
        }
        self.call_up(r, &meeting.search, 0);
    }

    /// Tests all sprites of two busy types against each other.
    #[inline]
    fn confront(&mut self, first: TypeId, second: TypeId) {
        let (a, b) = (self.d.groups[usize::from(first)], self.d.groups[usize::from(second)]);
        if a.first == NO_SLOT || b.first == NO_SLOT {
            return;
        }
        // Go through the longer list for each of the shorter one, so that the outer loop is short.
        let (outer, inner) = if a.count <= b.count { (a, b) } else { (b, a) };
        if outer.count >= CROWD {
            return self.confront_crowds(outer.first, inner.first);
        }
        let mut slot = outer.first;
        while slot != NO_SLOT {
            let sprite = &self.d.sprites[usize::from(slot)];
            let next = sprite.next;
            let start = if first == second { next } else { inner.first };
            self.d.find_in_list(start, &sprite.rect, &mut self.s.near);
            if !self.s.near.is_empty() {
                self.note_contacts(SpriteRef::slot(usize::from(slot)), 0);
            }
            slot = next;
        }
    }

    /// Tests two long lists against each other: sorts one into the cells first.
    fn confront_crowds(&mut self, outer: u16, inner: u16) {
        let Tick { w, d, s } = self;
        s.crowd.gather(w, d, inner);
        let mut slot = outer;
        while slot != NO_SLOT {
            let Tick { w, d, s } = self;
            let sprite = &d.sprites[usize::from(slot)];
            let next = sprite.next;
            s.crowd.find_near(w, d, slot, &mut s.near);
            if !s.near.is_empty() {
                self.note_contacts(SpriteRef::slot(usize::from(slot)), 0);
            }
            slot = next;
        }
        self.s.crowd.disperse();
    }

    /// Notes a sprite's contacts for each entry, from `from` on, that they are due for.
    #[inline]
    fn call_up(&mut self, r: SpriteRef, search: &Search, from: u32) {
        let area = self.rect(r);
        let block = self.w.grid.block;
        if (area.w > block || area.h > block) && !self.can_afford(self.w.grid.cover(&area).cells()) {
            return;
        }
        let Tick { w, d, s } = self;
        d.find_near(w, search, &area, &mut s.near);
        if !s.near.is_empty() && s.near[..] != [r] {
            self.note_contacts(r, from);
        }
    }

    /// Notes which entries are due for a sprite and those near it.
    fn note_contacts(&mut self, r: SpriteRef, from: u32) {
        let Tick { w, d, s } = self;
        let meeting = &w.meets.of[usize::from(d.kind(w, r))];
        let mut touches = false;
        for i in 0..s.near.len() {
            let other = s.near[i];
            let other_kind = d.kind(w, other);
            if other == r || !meeting.partners.contains(other_kind) {
                continue;
            }
            touches = true;
            for role in &meeting.roles {
                if role.entry < from {
                    continue;
                }
                let entry = &w.rules.entries[role.entry as usize];
                if role.first && w.types[usize::from(entry.second)].family.contains(other_kind) {
                    s.note(role.entry, r, other);
                }
                if role.second && w.types[usize::from(entry.first)].family.contains(other_kind) {
                    s.note(role.entry, other, r);
                }
            }
        }
        if touches && let Ok(slot) = r.resolve() {
            d.sprites[slot].flags |= flag::KEEP;
        }
    }

    /// Sprites that look for ground do so in every entry in which they come first, touching or not.
    fn call_up_seekers(&mut self) {
        let Tick { w, d, s } = self;
        s.newborn = d.next_id;
        for &(kind, index) in &w.meets.ground {
            d.group(w, kind, |r| s.note(index, r, SpriteRef::NONE));
        }
    }

    /// One that was made in this tick, in place of another that came down, looks for ground from here on.
    fn call_up_seeker(&mut self, slot: usize, from: u32) {
        let Tick { w, d, s } = self;
        let own = d.sprites[slot].kind;
        let entries = w.meets.ground.iter().filter(|&&(kind, index)| kind == own && index > from);
        entries.for_each(|&(_, index)| s.note(index, SpriteRef::slot(slot), SpriteRef::NONE));
    }

    /// Runs one effect of one pair of types on all sprites that touch.
    fn run_entry(&mut self, index: usize) {
        let entry = self.w.rules.entries[index];
        let effect_id = self.w.rules.lines[usize::from(entry.line)].effect_id;
        if self.d.shields.contains(&(entry.first, entry.second, effect_id)) {
            self.s.noted[index].clear();
            self.s.due[index >> 6] &= !(1 << (index & 63));
            return;
        }
        // Sprites born from here on are not part of this effect's loop.
        let newborn = self.d.next_id;
        let mut after = None;
        if let [(first, second)] = self.s.noted[index][..] {
            // Mostly there is just one contact, and nothing to sort.
            self.s.noted[index].clear();
            if self.id(first) < newborn {
                self.run_on(&entry, first, &[second], newborn);
            }
            self.call_up_touched(index);
            if !self.s.noted[index].is_empty() {
                after = Some(order_key(self.w, self.d, entry.first, first));
            }
            if self.s.is_crowded() {
                return self.run_plainly(index, after, newborn);
            }
        }
        if !self.s.noted[index].is_empty() {
            self.run_in_order(index, &entry, after, newborn);
        }
        self.s.due[index >> 6] &= !(1 << (index & 63));
    }

    /// Runs an entry on its noted contacts in the order of the reference.
    fn run_in_order(&mut self, index: usize, entry: &Entry, mut after: Option<u64>, newborn: i32) {
        let mut contacts = std::mem::take(&mut self.s.contacts);
        let mut seconds = std::mem::take(&mut self.s.seconds);
        self.take_contacts(index, entry, after, &mut contacts);
        let mut at = 0;
        while at < contacts.len() {
            let Contact { first_key, first, .. } = contacts[at];
            let mates = contacts[at..].iter().take_while(|c| c.first_key == first_key);
            seconds.clear();
            seconds.extend(mates.map(|c| c.second));
            at += seconds.len();
            after = Some(first_key);
            if self.id(first) < newborn {
                self.run_on(entry, first, &seconds, newborn);
            }
            self.call_up_touched(index);
            if self.s.is_crowded() {
                self.run_plainly(index, after, newborn);
                break;
            }
            if !self.s.noted[index].is_empty() {
                contacts.drain(..at);
                at = 0;
                self.take_contacts(index, entry, after, &mut contacts);
            }
        }
        contacts.clear();
        self.s.contacts = contacts;
        self.s.seconds = seconds;
    }

    /// What an effect has moved may touch others now: in this entry's loop, or in later ones.
    fn call_up_touched(&mut self, index: usize) {
        for i in 0..self.d.touched.len() {
            let slot = usize::from(self.d.touched[i]);
            let kind = self.d.sprites[slot].kind;
            let search = &self.w.meets.of[usize::from(kind)].everywhere;
            self.call_up(SpriteRef::slot(slot), search, index as u32);
            if !self.w.meets.ground.is_empty() && self.d.sprites[slot].id >= self.s.newborn {
                self.call_up_seeker(slot, index as u32);
            }
        }
        self.d.touched.clear();
    }

    /// Adds the noted contacts of an entry to a list in the order of the reference: by the first sprite, then
    /// by the second. Of those noted while the entry runs, only what comes after the present first one counts.
    fn take_contacts(
        &mut self,
        index: usize,
        entry: &Entry,
        after: Option<u64>,
        contacts: &mut Vec<Contact>,
    ) {
        let Tick { w, d, s } = self;
        for (first, second) in s.noted[index].drain(..) {
            let first_key = order_key(w, d, entry.first, first);
            let second_key = if second.is_some() { order_key(w, d, entry.second, second) } else { 0 };
            if after.is_none_or(|after| first_key > after) {
                contacts.push(Contact { first_key, second_key, first, second });
            }
        }
        if contacts.len() > 1 {
            contacts.sort_unstable();
            contacts.dedup();
        }
    }

    /// Runs an entry on one first sprite and those it touches.
    fn run_on(&mut self, entry: &Entry, a: SpriteRef, seconds: &[SpriteRef], newborn: i32) {
        self.find_ground(a, entry);
        let line = &self.w.rules.lines[usize::from(entry.line)];
        let touches =
            |t: &Self, b: SpriteRef| b.is_some() && t.id(b) < newborn && t.rect(a).intersects(&t.rect(b));
        if let &[b] = seconds
            && !line.in_batch
        {
            if touches(self, b) && !self.is_killed(a) {
                self.execute(entry.line, a, b);
            }
            return;
        }
        let mut hit = std::mem::take(&mut self.s.hit);
        hit.clear();
        hit.extend(seconds.iter().copied().filter(|&b| touches(self, b)));
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
        self.settle(line, times, |t| hit.iter().for_each(|&b| t.record_event(a, b)));
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
        let q = &self.info(entry.second).family;
        let search = &self.w.meets.of[usize::from(self.kind(a))].everywhere;
        let mut near = std::mem::take(&mut self.s.near);
        self.d.find_near(self.w, search, &self.rect(a).shifted(0, 3), &mut near);
        for &b in &near {
            if b != a && q.contains(self.kind(b)) {
                self.look_for_ground(a, b);
            }
        }
        self.s.near = near;
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
        let on_ground = walker.rect.shifted(0, 3).intersects(&other.rect)
            && other.last.y > walker.last.y.wrapping_add(walker.rect.h / 2)
            && walker.rect.y > walker.last.y;
        walker.set(flag::ON_GROUND, on_ground);
    }
}

/// A sprite's place in the list of all sprites of a type and its relatives: by type, then by age.
pub(super) fn order_key(w: &World, d: &Data, kind: TypeId, r: SpriteRef) -> u64 {
    let own = d.kind(w, r);
    let rank = w.types[usize::from(kind)].subtypes.iter().position(|&u| u == own).unwrap_or(0);
    (rank as u64) << 32 | u64::from(d.id(w, r) as u32)
}

impl Scratch {
    fn size_for(&mut self, entries: usize) {
        if self.noted.len() < entries {
            self.noted.resize_with(entries, Vec::new);
            self.due.resize(entries.div_ceil(64), 0);
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
