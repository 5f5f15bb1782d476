//! What happens when sprites touch: the entries that contacts have called up, one after the other.

use std::ops::Range;

use ludex_vgdl::TypeId;

use super::contacts::{Noted, Notes};
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

/// An entry that is being run.
struct Run {
    index: usize,
    entry: Entry,
    /// Sprites with ids from here on were born since it began and take no part.
    newborn: i32,
}

impl Run {
    /// Where its bit is in lists of bits.
    #[inline(always)]
    fn word(&self) -> usize {
        self.index >> 6
    }

    #[inline(always)]
    fn bit(&self) -> u64 {
        1 << (self.index & 63)
    }
}

impl Tick<'_> {
    /// Runs the entries that contacts have called up.
    pub(super) fn run_entries(&mut self) {
        if self.s.is_crowded() {
            return self.run_all_plainly(0);
        }
        self.s.newborn = self.d.next_id;
        for word in 0..self.s.noted.len() {
            while self.s.noted[word].due != 0 {
                let index = word * 64 + self.s.noted[word].due.trailing_zeros() as usize;
                self.run_entry(index);
                if self.s.is_crowded() {
                    return self.run_all_plainly(index + 1);
                }
            }
            self.s.noted[word].list.clear();
        }
    }

    #[cold]
    fn is_shielded(&self, entry: &Entry) -> bool {
        let effect_id = self.w.rules.lines[usize::from(entry.line)].effect_id;
        self.d.shields.contains(&(entry.first, entry.second, effect_id))
    }

    /// Runs one effect of one pair of types on all sprites that touch.
    #[inline(always)]
    fn run_entry(&mut self, index: usize) {
        // Sprites born from here on are not part of this effect's loop.
        let run = Run { index, entry: self.w.rules.entries[index], newborn: self.d.next_id };
        self.s.noted[run.word()].due &= !run.bit();
        if !self.d.shields.is_empty() && self.is_shielded(&run.entry) {
            return;
        }
        let list = &self.s.noted[run.word()].list;
        let mut found = list.iter().filter(|noted| noted.entries & run.bit() != 0);
        // Mostly there is just one contact, and nothing to sort.
        match (found.next(), found.next()) {
            (Some(&one), None) => self.run_on_contact(&run, one),
            (Some(&one), Some(&other)) if found.next().is_none() => self.run_on_two(&run, one, other),
            _ => self.run_in_order(&run, 0, None),
        }
    }

    /// Runs an entry on two contacts.
    #[inline(never)]
    fn run_on_two(&mut self, run: &Run, one: Noted, other: Noted) {
        if one.first == other.first {
            return self.run_in_order(run, 0, None);
        }
        let is_first = self.order_key(run, one.first) < self.order_key(run, other.first);
        let (one, other) = if is_first { (one, other) } else { (other, one) };
        let noted = self.s.noted[run.word()].list.len();
        if self.calls_up_more(run, one) {
            self.s.noted[run.word()].list.push(Noted { entries: run.bit(), ..other });
            return self.go_on(run, noted, one.first);
        }
        self.run_on_contact(run, other);
    }

    /// Runs an entry on two sprites that touch, and on what touches because of that.
    #[inline(always)]
    fn run_on_contact(&mut self, run: &Run, contact: Noted) {
        let noted = self.s.noted[run.word()].list.len();
        if self.calls_up_more(run, contact) {
            self.go_on(run, noted, contact.first);
        }
    }

    /// Runs an entry on two sprites that touch. Does anything touch because of that to which this entry comes yet?
    #[inline(always)]
    fn calls_up_more(&mut self, run: &Run, Noted { first, second, .. }: Noted) -> bool {
        self.run_on_one(run, first, second);
        !self.d.touched.is_empty() && {
            self.look_from_touched(run);
            self.s.is_crowded() || self.s.noted[run.word()].due & run.bit() != 0
        }
    }

    /// Runs an entry on what was noted for it meanwhile, from a place in the list on, and comes after a first sprite.
    #[inline(never)]
    fn go_on(&mut self, run: &Run, noted: usize, first: SpriteRef) {
        let after = Some(self.order_key(run, first));
        if self.s.is_crowded() {
            self.run_plainly(run.index, after, run.newborn);
        } else {
            self.run_in_order(run, noted, after);
        }
    }

    /// Runs an entry on its contacts, from a place in the list of those that are noted on, in the order of the reference.
    #[inline(never)]
    fn run_in_order(&mut self, run: &Run, mut noted: usize, mut after: Option<u64>) {
        self.take_contacts(run, &mut noted, after);
        let mut at = 0;
        while let Some(&Contact { first_key, first, second, .. }) = self.s.contacts.get(at) {
            let mates = self.s.contacts[at..].iter().take_while(|c| c.first_key == first_key).count();
            if mates == 1 {
                self.run_on_one(run, first, second);
            } else {
                self.run_on_mates(run, at..at + mates);
            }
            at += mates;
            after = Some(first_key);
            if !self.d.touched.is_empty() {
                self.look_from_touched(run);
            }
            if self.s.is_crowded() {
                self.run_plainly(run.index, after, run.newborn);
                break;
            }
            if self.s.noted[run.word()].due & run.bit() != 0 {
                self.s.contacts.drain(..at);
                at = 0;
                self.take_contacts(run, &mut noted, after);
            }
        }
        self.s.contacts.clear();
    }

    /// Runs an entry on contacts of the same first sprite.
    fn run_on_mates(&mut self, run: &Run, mates: Range<usize>) {
        let mut seconds = std::mem::take(&mut self.s.seconds);
        let first = self.s.contacts[mates.start].first;
        seconds.clear();
        seconds.extend(self.s.contacts[mates].iter().map(|c| c.second));
        self.run_on(run, first, &seconds);
        self.s.seconds = seconds;
    }

    /// What an effect has moved or made may touch others now: in this entry's loop, or in later ones.
    #[inline(never)]
    fn look_from_touched(&mut self, run: &Run) {
        for i in 0..self.d.touched.len() {
            let slot = usize::from(self.d.touched[i]);
            let id = self.d.sprites[slot].id;
            self.look_again(slot, run.index as u32 + u32::from(id >= run.newborn));
            if !self.w.meets.ground.is_empty() && id >= self.s.newborn {
                self.call_up_seeker(slot, run.index as u32);
            }
        }
        self.d.touched.clear();
    }

    /// Adds the contacts of an entry, from a place in the list of those that are noted on, to those to come, in the order
    /// of the reference. Of those noted while the entry runs, only what comes after the present first one counts.
    fn take_contacts(&mut self, run: &Run, from: &mut usize, after: Option<u64>) {
        let Tick { w, d, s: Scratch { noted, contacts, .. } } = self;
        let Notes { due, list } = &mut noted[run.word()];
        for &Noted { first, second, .. } in list[*from..].iter().filter(|n| n.entries & run.bit() != 0) {
            let first_key = order_key(w, d, run.entry.first, first);
            let second_key = if second.is_some() { order_key(w, d, run.entry.second, second) } else { 0 };
            if after.is_none_or(|after| first_key > after) {
                contacts.push(Contact { first_key, second_key, first, second });
            }
        }
        *from = list.len();
        *due &= !run.bit();
        if !contacts.is_sorted_by(|a, b| a.key() < b.key()) {
            contacts.sort_unstable_by_key(Contact::key);
            contacts.dedup_by_key(|contact| contact.key());
        }
    }

    fn order_key(&self, run: &Run, first: SpriteRef) -> u64 {
        order_key(self.w, self.d, run.entry.first, first)
    }

    /// Runs an entry on two sprites, if they still touch. Sprites born since the entry began take no part.
    #[inline(always)]
    fn run_on_one(&mut self, run: &Run, a: SpriteRef, b: SpriteRef) {
        let line = &self.w.rules.lines[usize::from(run.entry.line)];
        if line.in_batch || !b.is_some() || !self.w.meets.ground.is_empty() {
            return self.run_on(run, a, &[b]);
        }
        if (!self.s.moved || self.still_touch(run, a, b)) && !self.is_killed(a) {
            self.execute(run.entry.line, a, b);
        }
    }

    /// Do two sprites that were noted still touch, and does neither come too late for the entry?
    #[inline]
    fn still_touch(&self, run: &Run, a: SpriteRef, b: SpriteRef) -> bool {
        let (first, second) = (self.party(a), self.party(b));
        first.id.max(second.id) < run.newborn && first.rect.intersects(&second.rect)
    }

    /// Runs an entry on one first sprite and those it touches. Sprites born since the entry began take no part.
    #[inline(never)]
    fn run_on(&mut self, run: &Run, a: SpriteRef, seconds: &[SpriteRef]) {
        let Run { ref entry, newborn, .. } = *run;
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
