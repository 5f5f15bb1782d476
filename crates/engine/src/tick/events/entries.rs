//! What happens when sprites touch: the entries that contacts have called up, one after the other.
//!
//! Whether an entry acts on one contact after the other or in groups was decided when the world was compiled. Both visit the
//! same contacts in the same order as [`crowd`](super::crowd), which is the definition.

use std::ops::Range;

use super::EXECUTION;
use super::contacts::{Noted, Notes};
use crate::effects::Call;
use crate::index::{EntryId, Index, Kind, LineId, Pair, SpriteRef, Which};
use crate::state::data::{Data, Scratch};
use crate::state::sprite::flag;
use crate::tick::phase::Phase;
use crate::tick::{Live, Tick};
use crate::world::Compiled;
use crate::world::entries::Entry;

/// Two sprites that touch, with their places in the lists that the reference goes through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contact {
    first_key: u64,
    second_key: u64,
    pair: Pair,
}

impl Contact {
    /// The order of the reference: by the first sprite, then by the second.
    #[inline(always)]
    fn key(&self) -> (u64, u64) {
        (self.first_key, self.second_key)
    }
}

/// Puts contacts in order. Mostly there are two or three.
#[inline(always)]
fn sort(contacts: &mut [Contact]) {
    if contacts.len() > 8 {
        return contacts.sort_unstable_by_key(Contact::key);
    }
    for end in 1..contacts.len() {
        let mut at = end;
        while at > 0 && contacts[at].key() < contacts[at - 1].key() {
            contacts.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// An entry that is being run.
#[derive(Clone, Copy)]
struct Run<'a> {
    id: EntryId,
    entry: &'a Entry,
    /// Sprites with ids from here on were born since it began and take no part.
    newborn: i32,
}

impl<'a> Tick<'a> {
    /// Runs the entries that contacts have called up.
    #[inline(never)]
    pub(super) fn run_entries(mut self) {
        if self.live.s.is_crowded() {
            return self.run_all_plainly(0);
        }
        self.live.s.newborn = self.live.d.next_id;
        for word in self.w.entries.grouped.indices() {
            while self.live.s.noted[word].due != 0 {
                let number = word.position() * 64 + self.live.s.noted[word].due.trailing_zeros() as usize;
                let Some(id) = self.w.entries.list.index_at(number) else { break };
                // Sprites born from here on are not part of this effect's loop: they look for what comes after it.
                self.live.d.phase = Phase::Entry { next: id.number() + 1 };
                let entry = &self.w.entries.list[id];
                self.run_entry(Run { id, entry, newborn: self.live.d.next_id });
                if self.live.s.is_crowded() {
                    return self.run_all_plainly(id.number() + 1);
                }
            }
            self.live.s.noted[word].clear(self.w.entries.grouped[word]);
        }
        self.live.d.phase = Phase::Events;
    }

    /// Runs an entry on all sprites that touch.
    #[inline(always)]
    fn run_entry(&mut self, run: Run<'a>) {
        let notes = &mut self.live.s.noted[run.id.word()];
        notes.due &= !run.id.bit();
        // Mostly there is just one contact, and nothing to sort.
        if notes.more & run.id.bit() != 0 {
            return self.reborrow().run_on_several(run);
        }
        let only = notes.of_entry(run.id.bit(), 0).next();
        if let Some(pair) = only {
            self.run_on_one(run, pair);
        }
    }

    /// Runs an entry on its only contact.
    #[inline(always)]
    fn run_on_one(&mut self, run: Run<'_>, pair: Pair) {
        self.run_on_pair(run, pair);
        self.follow_up(run, pair.first(), None);
    }

    /// Runs an entry on several contacts, or one that is run in groups.
    #[inline(never)]
    fn run_on_several(mut self, run: Run<'_>) {
        if run.entry.is_grouped {
            if !self.is_shielded(run.entry) {
                self.run_in_order(run, 0, None);
            }
            return;
        }
        match self.two_contacts(run) {
            // Each of the two sprites has noted it.
            Some([one, other]) if one == other => self.run_on_one(run, one),
            Some(two) => self.run_on_two(run, two),
            None => self.run_in_order(run, 0, None),
        }
    }

    fn is_shielded(&self, entry: &Entry) -> bool {
        let effect_id = self.w.lines.list[entry.effect.line].effect_id;
        self.live.d.shields.contains(&(entry.first, entry.second, effect_id))
    }

    /// The contacts of an entry, if there are just two: mostly that is so.
    #[inline(always)]
    fn two_contacts(&self, run: Run<'_>) -> Option<[Pair; 2]> {
        let mut contacts = self.live.s.noted[run.id.word()].of_entry(run.id.bit(), 0);
        let two = [contacts.next()?, contacts.next()?];
        contacts.next().is_none().then_some(two)
    }

    /// Runs an entry on two contacts.
    #[inline(always)]
    fn run_on_two(&mut self, run: Run<'_>, mut contacts: [Pair; 2]) {
        self.put_in_order(run.entry, &mut contacts);
        let [one, other] = contacts;
        let same_first = one.first() == other.first();
        // What a first sprite touches is found out before anything acts on it; later ones come to what there is then.
        let touches_other = !same_first || !self.live.s.moved || self.still_overlap(other, run.newborn);
        self.run_on_pair(run, one);
        let next = Noted { entries: run.id.bit(), pair: other };
        if !same_first && self.follow_up(run, one.first(), Some(next)) {
            return;
        }
        if touches_other {
            self.run_on_pair(run, other);
        }
        self.follow_up(run, other.first(), None);
    }

    /// Puts two contacts in the order of the reference.
    #[inline(always)]
    fn put_in_order(&self, entry: &Entry, contacts: &mut [Pair; 2]) {
        let [one, other] = *contacts;
        let same_first = one.first() == other.first();
        let kind = if same_first { entry.second } else { entry.first };
        let key = |pair: Pair| {
            let sprite = if same_first { pair.second() } else { pair.first() };
            order_key(self.w, &self.live.d, entry, kind, sprite)
        };
        if key(other) < key(one) {
            *contacts = [other, one];
        }
    }

    /// Looks for what an effect has moved or made touches. If the entry that is being run comes to some of it, runs it on that
    /// and on the next contact: then it is done.
    #[inline(always)]
    fn follow_up(&mut self, run: Run<'_>, first: SpriteRef, next: Option<Noted>) -> bool {
        if self.live.d.pending.is_empty() {
            return false;
        }
        let noted = self.live.s.noted[run.id.word()].list.len();
        self.look_from_pending(run);
        let goes_on = self.live.s.is_crowded() || self.live.s.noted[run.id.word()].due & run.id.bit() != 0;
        if goes_on {
            self.live.s.noted[run.id.word()].list.extend(next);
            self.go_on(run, noted, first);
        }
        goes_on
    }

    /// Runs an entry on what was noted for it meanwhile, from a place in the list on, and comes after a first sprite.
    #[cold]
    #[inline(never)]
    fn go_on(&mut self, run: Run<'_>, noted: usize, first: SpriteRef) {
        let after = Some(order_key(self.w, &self.live.d, run.entry, run.entry.first, first));
        if self.live.s.is_crowded() {
            self.run_plainly(run.id, after, run.newborn);
        } else {
            self.run_in_order(run, noted, after);
        }
    }

    /// Runs an entry on its contacts, from a place in the list of those that are noted on, in the order of the reference.
    #[inline(never)]
    fn run_in_order(&mut self, run: Run<'_>, mut noted: usize, mut after: Option<u64>) {
        self.take_contacts(run, &mut noted, after);
        let mut at = 0;
        while let Some(&Contact { first_key, pair, .. }) = self.live.s.contacts.get(at) {
            let mates = self.live.s.contacts[at..].iter().take_while(|c| c.first_key == first_key).count();
            if !self.can_afford(mates * EXECUTION) {
                break;
            }
            if mates == 1 && !run.entry.is_grouped {
                self.run_on_pair(run, pair);
            } else {
                self.run_on_mates(run, at..at + mates);
            }
            at += mates;
            after = Some(first_key);
            self.look_from_pending(run);
            if self.live.s.is_crowded() {
                self.run_plainly(run.id, after, run.newborn);
                break;
            }
            if self.live.s.noted[run.id.word()].due & run.id.bit() != 0 {
                self.live.s.contacts.drain(..at);
                at = 0;
                self.take_contacts(run, &mut noted, after);
            }
        }
        self.live.s.contacts.clear();
    }

    /// Runs an entry on contacts of the same first sprite.
    fn run_on_mates(&mut self, run: Run<'_>, mates: Range<usize>) {
        let mut seconds = std::mem::take(&mut self.live.s.seconds);
        let first = self.live.s.contacts[mates.start].pair.first();
        seconds.clear();
        seconds.extend(self.live.s.contacts[mates].iter().map(|c| c.pair.second()));
        self.run_on(run, first, &seconds);
        self.live.s.seconds = seconds;
    }

    /// What an effect has moved or made may touch others now: in this entry's loop, or in later ones.
    #[inline(always)]
    fn look_from_pending(&mut self, run: Run<'_>) {
        if !self.live.d.pending.is_empty() {
            self.reborrow().look_from_all_pending(run.id.number(), run.newborn);
        }
    }

    #[inline(never)]
    fn look_from_all_pending(mut self, entry: u32, newborn: i32) {
        for i in 0..self.live.d.pending.len() {
            let slot = self.live.d.pending[i];
            let id = self.live.d.sprites[slot].id;
            self.look_again(slot, entry + u32::from(id >= newborn));
            if !self.w.entries.ground.is_empty() && id >= self.live.s.newborn {
                self.call_up_seeker(slot, entry);
            }
        }
        self.live.d.pending.clear();
    }

    /// Adds the contacts of an entry, from a place in the list of those that are noted on, to those to come, in the order
    /// of the reference. Of those noted while the entry runs, only what comes after the present first one counts.
    fn take_contacts(&mut self, run: Run<'_>, from: &mut usize, after: Option<u64>) {
        let Tick { w, live: Live { d, s: Scratch { noted, contacts, .. } } } = self;
        let notes: &mut Notes = &mut noted[run.id.word()];
        for pair in notes.of_entry(run.id.bit(), *from) {
            let (entry, has_second) = (run.entry, pair.second().is_some());
            let first_key = order_key(w, d, entry, entry.first, pair.first());
            let second_key = if has_second { order_key(w, d, entry, entry.second, pair.second()) } else { 0 };
            if after.is_none_or(|after| first_key > after) {
                contacts.push(Contact { first_key, second_key, pair });
            }
        }
        *from = notes.list.len();
        notes.due &= !run.id.bit();
        sort(contacts);
        // A contact may have been noted twice.
        contacts.dedup_by_key(|contact| contact.key());
    }

    /// Runs an entry that acts on one contact after the other on two sprites, if they still touch and the first is alive.
    #[inline(always)]
    fn run_on_pair(&mut self, run: Run<'_>, pair: Pair) {
        if self.live.s.moved && !self.still_overlap(pair, run.newborn) {
            return;
        }
        // What `is_killed` says, as branches: as a value it costs 1 % in games that live on contacts.
        match pair.first().which() {
            Which::Slot(slot) if self.live.d.sprites[slot].is(flag::KILLED) => return,
            Which::Fixture(fixture) if self.live.d.is_doomed(fixture) => return,
            _ => {}
        }
        self.execute(&run.entry.effect, pair);
    }

    /// Do two sprites that were noted still touch, and does neither come too late for the entry?
    #[inline(always)]
    fn still_overlap(&self, pair: Pair, newborn: i32) -> bool {
        let (first, first_id, _) = self.identity(pair.first());
        let (second, second_id, _) = self.identity(pair.second());
        first_id.max(second_id) < newborn && first.intersects(&second)
    }

    /// Runs an entry on one first sprite and those it touches. Sprites born since the entry began take no part.
    #[inline(never)]
    fn run_on(&mut self, run: Run<'_>, a: SpriteRef, seconds: &[SpriteRef]) {
        let Run { entry, newborn, .. } = run;
        let (rect, id, _) = self.identity(a);
        if id >= newborn {
            return;
        }
        if !self.w.entries.ground.is_empty() {
            self.find_ground(a, entry);
        }
        let overlaps = |t: &Self, b: SpriteRef| {
            b.is_some() && {
                let (second, id, _) = t.identity(b);
                id < newborn && rect.intersects(&second)
            }
        };
        let mut hit = std::mem::take(&mut self.live.s.hit);
        hit.clear();
        hit.extend(seconds.iter().copied().filter(|&b| overlaps(self, b)));
        if self.w.lines.list[entry.effect.line].in_batch {
            if !hit.is_empty() {
                self.run_batch(entry.effect.line, a, &mut hit);
            }
        } else {
            for &b in &hit {
                if !self.is_killed(a) && self.overlap(a, b) {
                    self.execute(&entry.effect, Pair::new(a, b));
                }
            }
        }
        self.live.s.hit = hit;
    }

    /// Runs an effect on one sprite and all that it touches at once.
    pub(super) fn run_batch(&mut self, line: LineId, a: SpriteRef, hit: &mut [SpriteRef]) {
        let call = Call::alone(line, a);
        let times = self.w.lines.list[line].effect.run_batch(self, call, hit);
        hit.iter().for_each(|&b| self.record_event(a, b));
        self.settle(line, times);
    }

    /// Do two sprites overlap? One that looks for ground does so meanwhile.
    pub(super) fn overlap(&mut self, a: SpriteRef, b: SpriteRef) -> bool {
        self.look_for_ground(a, b);
        self.rect(a).intersects(&self.rect(b))
    }
}

/// A sprite's place in the list of all sprites of one of an entry's types and its relatives: by type, then by age.
#[inline(always)]
pub(super) fn order_key(w: &Compiled, d: &Data, entry: &Entry, kind: Kind, r: SpriteRef) -> u64 {
    let id = d.id(w, r) as u32;
    if entry.ranked { rank(w, d, kind, r) << 32 | u64::from(id) } else { u64::from(id) }
}

/// The place of a sprite's type among a type's relatives.
#[inline(always)]
fn rank(w: &Compiled, d: &Data, kind: Kind, r: SpriteRef) -> u64 {
    u64::from(w.types[kind].ranks.of(d.kind(w, r)))
}
