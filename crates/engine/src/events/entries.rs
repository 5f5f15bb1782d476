//! What happens when sprites touch: the entries that contacts have called up, one after the other.

use std::ops::Range;

use ludex_vgdl::TypeId;

use super::EXECUTION;
use super::contacts::{Noted, Notes};
use crate::data::{Data, NO_ENTRY, Scratch};
use crate::effects::Call;
use crate::rules::{Deed, Entry, Line, LineId};
use crate::sprite::{Pair, SpriteRef, flag};
use crate::tick::{Live, Tick};
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
#[derive(Clone, Copy)]
struct Run<'a> {
    index: usize,
    entry: &'a Entry,
    /// Sprites with ids from here on were born since it began and take no part.
    newborn: i32,
}

impl Run<'_> {
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

impl<'a> Tick<'a> {
    /// Runs the entries that contacts have called up.
    #[inline(never)]
    pub(super) fn run_entries(mut self) {
        if self.live.s.is_crowded() {
            return self.run_all_plainly(0);
        }
        self.live.s.newborn = self.live.d.next_id;
        for word in 0..self.live.s.noted.len() {
            while self.live.s.noted[word].due != 0 {
                let index = word * 64 + self.live.s.noted[word].due.trailing_zeros() as usize;
                // Sprites born from here on are not part of this effect's loop: they look for what comes after it.
                self.live.s.next_entry = index as u32 + 1;
                let entry = &self.w.rules.entries[index];
                self.run_entry(Run { index, entry, newborn: self.live.d.next_id });
                if self.live.s.is_crowded() {
                    return self.run_all_plainly(index + 1);
                }
            }
            self.live.s.noted[word].clear(self.w.rules.careful[word]);
        }
        self.live.s.next_entry = NO_ENTRY;
    }

    #[cold]
    fn is_shielded(&self, entry: &Entry) -> bool {
        let is_shield =
            |line: &Line| self.live.d.shields.contains(&(entry.first, entry.second, line.effect_id));
        self.w.rules.lines_of(entry).any(is_shield)
    }

    /// Runs an entry on all sprites that touch.
    #[inline(always)]
    fn run_entry(&mut self, run: Run<'a>) {
        let notes = &mut self.live.s.noted[run.word()];
        notes.due &= !run.bit();
        // Mostly there is just one contact, and nothing to sort.
        if notes.more & run.bit() != 0 {
            return self.again().run_on_several(run.index, run.newborn);
        }
        let pair = notes.list[notes.find(run.bit(), 0)].pair;
        self.run_on_pair(run, pair);
        self.follow_up(run, pair.first(), None);
    }

    /// Runs an entry on several contacts.
    #[inline(never)]
    fn run_on_several(mut self, index: usize, newborn: i32) {
        let run = Run { index, entry: &self.w.rules.entries[index], newborn };
        if self.is_careful(run) {
            return self.run_carefully(run);
        }
        let notes = &self.live.s.noted[run.word()];
        let at = notes.find(run.bit(), 0);
        let then = notes.find(run.bit(), at + 1);
        let (one, other) = (notes.list[at].pair, notes.list[then].pair);
        let are_two = !notes.list[then + 1..].iter().any(|noted| noted.entries & run.bit() != 0);
        if run.entry.is_chain() {
            return if are_two && one != other && !self.live.s.moved {
                self.run_chain_on_two(run, [one, other])
            } else {
                self.run_chain_in_order(run)
            };
        }
        if !are_two {
            return self.run_in_order(run, 0, None);
        }
        let (one, other) = if self.comes_first(run.entry, one, other) { (one, other) } else { (other, one) };
        // The same contact may have been noted twice, and what a sprite touches is found out before anything acts on it.
        let same_first = one.first() == other.first();
        let acts_again =
            !same_first || one != other && (!self.live.s.moved || self.still_touch(other, run.newborn));
        self.run_on_pair(run, one);
        if !same_first && self.follow_up(run, one.first(), Some(other)) {
            return;
        }
        if acts_again {
            self.run_on_pair(run, other);
        }
        self.follow_up(run, other.first(), None);
    }

    /// Runs an entry with several effects on two contacts that still stand.
    #[inline(always)]
    fn run_chain_on_two(&mut self, run: Run<'a>, mut contacts: [Pair; 2]) {
        let mut swapped = false;
        self.put_in_order(run.entry, &mut contacts);
        let (mut deed, mut others) = (&run.entry.deed, run.entry.others);
        loop {
            if deed.swapped != swapped {
                swapped = deed.swapped;
                contacts = contacts.map(Pair::swapped);
                self.put_in_order(run.entry, &mut contacts);
            }
            for pair in contacts {
                self.act_on_pair(deed, pair);
            }
            let Some(next) = self.w.rules.next_deed(&mut others) else { break };
            deed = next;
        }
        if !self.live.d.touched.is_empty() {
            self.again().look_from_touched(run.index as u32, run.newborn);
        }
    }

    #[inline(always)]
    fn put_in_order(&self, entry: &Entry, contacts: &mut [Pair; 2]) {
        let [one, other] = *contacts;
        if !self.comes_first(entry, one, other) {
            *contacts = [other, one];
        }
    }

    /// Runs an entry with several effects on its contacts.
    #[inline(never)]
    fn run_chain_in_order(&mut self, run: Run<'a>) {
        self.take_contacts(run, &mut 0, None);
        let mut contacts = std::mem::take(&mut self.live.s.contacts);
        contacts
            .retain(|c| !self.live.s.moved || self.still_touch(Pair::new(c.first, c.second), run.newborn));
        for deed in self.w.rules.deeds(run.entry) {
            if !self.can_afford(contacts.len() * EXECUTION) {
                break;
            }
            let key = |c: &Contact| {
                if deed.swapped { (c.second_key, c.first_key) } else { (c.first_key, c.second_key) }
            };
            contacts.sort_unstable_by_key(key);
            for contact in contacts.iter() {
                let pair = Pair::new(contact.first, contact.second);
                self.act_on_pair(deed, pair.swapped_if(deed.swapped));
            }
        }
        contacts.clear();
        self.live.s.contacts = contacts;
        if !self.live.d.touched.is_empty() {
            self.again().look_from_touched(run.index as u32, run.newborn);
        }
    }

    /// Is this an entry that does not simply act on one contact after the other?
    #[inline]
    fn is_careful(&self, run: Run<'a>) -> bool {
        self.w.rules.careful[run.word()] & run.bit() != 0
    }

    #[inline(never)]
    fn run_carefully(&mut self, run: Run<'a>) {
        if self.live.d.shields.is_empty() || !self.is_shielded(run.entry) {
            self.run_in_order(run, 0, None);
        }
    }

    /// Looks for what an effect has moved or made touches. If the entry that is being run comes to some of it, runs that, and
    /// the next contact with it: then it is done.
    #[inline(always)]
    fn follow_up(&mut self, run: Run<'a>, first: SpriteRef, next: Option<Pair>) -> bool {
        if self.live.d.touched.is_empty() {
            return false;
        }
        let noted = self.live.s.noted[run.word()].list.len();
        self.again().look_from_touched(run.index as u32, run.newborn);
        let goes_on = self.live.s.is_crowded() || self.live.s.noted[run.word()].due & run.bit() != 0;
        if goes_on {
            let next = next.map(|pair| Noted { entries: run.bit(), pair });
            self.live.s.noted[run.word()].list.extend(next);
            self.go_on(run, noted, first);
        }
        goes_on
    }

    /// Does one of two contacts come before the other in the reference?
    #[inline]
    fn comes_first(&self, entry: &Entry, one: Pair, other: Pair) -> bool {
        let (kind, [one, other]) = if one.first() == other.first() {
            (entry.second, [one.second(), other.second()])
        } else {
            (entry.first, [one.first(), other.first()])
        };
        if !entry.ranked {
            return self.id(one) < self.id(other);
        }
        self.order_key(kind, one) < self.order_key(kind, other)
    }

    /// Runs an entry on what was noted for it meanwhile, from a place in the list on, and comes after a first sprite.
    #[cold]
    #[inline(never)]
    fn go_on(&mut self, run: Run<'a>, noted: usize, first: SpriteRef) {
        if run.entry.is_chain() {
            // It has come to all that there is.
            return;
        }
        let after = Some(self.order_key(run.entry.first, first));
        if self.live.s.is_crowded() {
            self.run_plainly(run.index, after, run.newborn);
        } else {
            self.run_in_order(run, noted, after);
        }
    }

    /// Runs an entry on its contacts, from a place in the list of those that are noted on, in the order of the reference.
    #[inline(never)]
    fn run_in_order(&mut self, run: Run<'a>, mut noted: usize, mut after: Option<u64>) {
        self.take_contacts(run, &mut noted, after);
        let one_by_one = !self.is_careful(run);
        let mut at = 0;
        while let Some(&Contact { first_key, first, second, .. }) = self.live.s.contacts.get(at) {
            let mates = self.live.s.contacts[at..].iter().take_while(|c| c.first_key == first_key).count();
            if !self.can_afford(mates * EXECUTION) {
                break;
            }
            if mates == 1 && one_by_one {
                self.run_on_pair(run, Pair::new(first, second));
            } else {
                self.run_on_mates(run, at..at + mates);
            }
            at += mates;
            after = Some(first_key);
            if !self.live.d.touched.is_empty() {
                self.again().look_from_touched(run.index as u32, run.newborn);
            }
            if self.live.s.is_crowded() {
                self.run_plainly(run.index, after, run.newborn);
                break;
            }
            if self.live.s.noted[run.word()].due & run.bit() != 0 {
                self.live.s.contacts.drain(..at);
                at = 0;
                self.take_contacts(run, &mut noted, after);
            }
        }
        self.live.s.contacts.clear();
    }

    /// Runs an entry on contacts of the same first sprite.
    fn run_on_mates(&mut self, run: Run<'a>, mates: Range<usize>) {
        let mut seconds = std::mem::take(&mut self.live.s.seconds);
        let first = self.live.s.contacts[mates.start].first;
        seconds.clear();
        seconds.extend(self.live.s.contacts[mates].iter().map(|c| c.second));
        self.run_on(run, first, &seconds);
        self.live.s.seconds = seconds;
    }

    /// What an effect has moved or made may touch others now: in this entry's loop, or in later ones.
    #[inline(never)]
    fn look_from_touched(mut self, entry: u32, newborn: i32) {
        for i in 0..self.live.d.touched.len() {
            let slot = usize::from(self.live.d.touched[i]);
            let id = self.live.d.sprites[slot].id;
            self.look_again(slot, entry + u32::from(id >= newborn));
            if !self.w.meets.ground.is_empty() && id >= self.live.s.newborn {
                self.call_up_seeker(slot, entry);
            }
        }
        self.live.d.touched.clear();
    }

    /// Adds the contacts of an entry, from a place in the list of those that are noted on, to those to come, in the order
    /// of the reference. Of those noted while the entry runs, only what comes after the present first one counts.
    fn take_contacts(&mut self, run: Run<'a>, from: &mut usize, after: Option<u64>) {
        let Tick { w, live: Live { d, s: Scratch { noted, contacts, .. } } } = self;
        let Notes { due, list, .. } = &mut noted[run.word()];
        for noted in list[*from..].iter().filter(|noted| noted.entries & run.bit() != 0) {
            let (first, second) = (noted.pair.first(), noted.pair.second());
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

    #[inline]
    fn order_key(&self, kind: TypeId, r: SpriteRef) -> u64 {
        order_key(self.w, &self.live.d, kind, r)
    }

    /// Runs an entry that acts on one contact after the other on two sprites, if they still touch.
    #[inline(always)]
    fn run_on_pair(&mut self, run: Run<'a>, pair: Pair) {
        if !self.live.s.moved || self.still_touch(pair, run.newborn) {
            let (mut deed, mut others) = (&run.entry.deed, run.entry.others);
            loop {
                self.act_on_pair(deed, pair.swapped_if(deed.swapped));
                let Some(next) = self.w.rules.next_deed(&mut others) else { break };
                deed = next;
            }
        }
    }

    /// Runs one effect on two sprites that touch, unless the first is dead.
    #[inline(always)]
    fn act_on_pair(&mut self, deed: &Deed, pair: Pair) {
        // What `is_killed` says, as branches: as a value it costs 1 % in games that live on contacts.
        match pair.first().resolve() {
            Ok(slot) if self.live.d.sprites[slot].is(flag::KILLED) => return,
            Err(index) if self.live.d.is_doomed(index) => return,
            _ => {}
        }
        self.execute(deed, pair);
    }

    /// Do two sprites that were noted still touch, and does neither come too late for the entry?
    #[inline]
    fn still_touch(&self, pair: Pair, newborn: i32) -> bool {
        let (first, first_id, _) = self.identity(pair.first());
        let (second, second_id, _) = self.identity(pair.second());
        first_id.max(second_id) < newborn && first.intersects(&second)
    }

    /// Runs an entry on one first sprite and those it touches. Sprites born since the entry began take no part.
    #[inline(never)]
    fn run_on(&mut self, run: Run<'a>, a: SpriteRef, seconds: &[SpriteRef]) {
        let Run { entry, newborn, .. } = run;
        let (rect, id, _) = self.identity(a);
        if id >= newborn {
            return;
        }
        if !self.w.meets.ground.is_empty() {
            self.find_ground(a, entry);
        }
        let deed = &entry.deed;
        let touched = |t: &Self, b: SpriteRef| {
            b.is_some() && {
                let (second, id, _) = t.identity(b);
                id < newborn && rect.intersects(&second)
            }
        };
        let mut hit = std::mem::take(&mut self.live.s.hit);
        hit.clear();
        hit.extend(seconds.iter().copied().filter(|&b| touched(self, b)));
        if self.w.rules.lines[usize::from(deed.line)].in_batch {
            if !hit.is_empty() {
                self.run_batch(deed.line, a, &mut hit);
            }
        } else {
            for &b in &hit {
                if !self.is_killed(a) && self.touches(a, b) {
                    self.execute(deed, Pair::new(a, b));
                }
            }
        }
        self.live.s.hit = hit;
    }

    /// Runs an effect on one sprite and all that it touches at once.
    pub(crate) fn run_batch(&mut self, line: LineId, a: SpriteRef, hit: &mut [SpriteRef]) {
        let call = Call::alone(line, a);
        let times = self.w.rules.lines[usize::from(line)].effect.run_batch(self, call, hit);
        hit.iter().for_each(|&b| self.record_event(a, b));
        self.settle(line, times);
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
