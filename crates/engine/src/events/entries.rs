//! What happens when sprites touch: the entries that contacts have called up, one after the other.

use std::ops::Range;

use ludex_vgdl::TypeId;

use crate::data::{Data, Scratch};
use crate::effects::Call;
use crate::rules::{Entry, LineId};
use crate::sprite::SpriteRef;
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
    /// Runs the entries that contacts have called up.
    pub(super) fn run_entries(&mut self) {
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

    #[cold]
    fn is_shielded(&self, entry: &Entry) -> bool {
        let effect_id = self.w.rules.lines[usize::from(entry.line)].effect_id;
        self.d.shields.contains(&(entry.first, entry.second, effect_id))
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
        if self.calls_up_more(index, entry, one, newborn) {
            self.s.noted[index].push(other);
            return self.go_on(index, entry, one.0, newborn);
        }
        self.run_on_contact(index, entry, other, newborn);
    }

    /// Runs an entry on two sprites that touch, and on what touches because of that.
    #[inline(always)]
    fn run_on_contact(&mut self, index: usize, entry: &Entry, contact: (SpriteRef, SpriteRef), newborn: i32) {
        if self.calls_up_more(index, entry, contact, newborn) {
            self.go_on(index, entry, contact.0, newborn);
        }
    }

    /// Runs an entry on two sprites that touch. Does anything touch because of that to which this entry comes yet?
    #[inline(always)]
    fn calls_up_more(
        &mut self,
        index: usize,
        entry: &Entry,
        (first, second): (SpriteRef, SpriteRef),
        newborn: i32,
    ) -> bool {
        self.run_on_one(entry, first, second, newborn);
        !self.d.touched.is_empty() && {
            self.look_from_touched(index);
            self.s.is_crowded() || !self.s.noted[index].is_empty()
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
