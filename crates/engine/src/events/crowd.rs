//! Contacts by definition: every sprite of one type against every sprite of the other, for every effect.
//!
//! This is what the reference does, and what [`contacts`](super::contacts) does faster. Where thousands of
//! sprites lie on one heap there are too many contacts to note, and this takes over. Tests compare the two.

use ludex_vgdl::TypeId;

use super::EXECUTION;
use super::entries::order_key;
use crate::data::{NO_ENTRY, Scratch};
use crate::rules::{Deed, Rules};
use crate::sprite::{Pair, SpriteRef};
use crate::tick::MESSAGE_LIMIT;
use crate::tick::Tick;

/// The most tests of pairs in a tick: a few seconds' worth. The execution of an effect counts as many tests.
const MOST_WORK: u64 = 1 << 30;

/// With more contacts than this for 64 entries in a row, noting them goes on no longer.
pub(super) const MOST_NOTES: usize = 1 << 18;

impl Scratch {
    /// From now on every tick begins as if there were too many contacts to note.
    pub fn be_plain(&mut self) {
        self.notes_before = usize::MAX / 2;
    }

    /// Does it?
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.notes_before != 0
    }

    /// Are there too many contacts to note?
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.notes > MOST_NOTES
    }

    /// Was the work of the last tick too much?
    pub(crate) fn is_exhausted(&self) -> bool {
        self.work > MOST_WORK
    }

    fn forget_notes(&mut self, rules: &Rules) {
        for (notes, &careful) in self.noted.iter_mut().zip(&rules.careful) {
            notes.due = 0;
            notes.clear(careful);
        }
    }
}

impl Tick<'_> {
    /// Counts the work of a tick, in tests of pairs; false if it is too much. Then the game is broken off, as
    /// the reference breaks off one with too many messages: a tick must end, whatever the game.
    #[inline]
    pub fn can_afford(&mut self, work: usize) -> bool {
        self.live.s.work += work as u64;
        if !self.live.s.is_exhausted() {
            return true;
        }
        self.live.d.messages = self.live.d.messages.max(MESSAGE_LIMIT + 1);
        false
    }

    /// Runs all entries from one on.
    #[cold]
    pub(super) fn run_all_plainly(&mut self, from: usize) {
        self.live.s.forget_notes(&self.w.rules);
        self.live.s.next_entry = NO_ENTRY;
        for index in from..self.w.rules.entries.len() {
            self.run_plainly(index, None, self.live.d.next_id);
        }
        // Nobody has noted who touches whom, so all must look around in the next tick.
        for slot in 0..self.live.d.sprites.len() {
            if self.live.d.is_live(slot) {
                self.live.d.keep_hot(slot);
            }
        }
    }

    /// Runs an entry on all sprites that come after a place in the list of its first type. Sprites with ids
    /// from `newborn` on take no part.
    #[cold]
    pub(super) fn run_plainly(&mut self, index: usize, after: Option<u64>, newborn: i32) {
        let entry = &self.w.rules.entries[index];
        for deed in self.w.rules.deeds(entry) {
            self.do_plainly(deed, deed.types(entry), after, newborn);
        }
    }

    /// The same for one of its effects.
    fn do_plainly(
        &mut self,
        deed: &Deed,
        (first, second): (TypeId, TypeId),
        after: Option<u64>,
        newborn: i32,
    ) {
        let line = &self.w.rules.lines[usize::from(deed.line)];
        if self.live.d.shields.contains(&(first, second, line.effect_id)) {
            return;
        }
        let all_of = |t: &Tick<'_>, kind: TypeId| {
            let mut all = Vec::new();
            let subtypes = t.info(kind).subtypes.iter();
            subtypes.for_each(|&u| t.group(u, |r| all.extend((t.id(r) < newborn).then_some(r))));
            all
        };
        let mut firsts = all_of(self, first);
        let seconds = all_of(self, second);
        firsts.retain(|&a| after.is_none_or(|key| order_key(self.w, &self.live.d, first, a) > key));
        let mut hit: Vec<SpriteRef> = Vec::new();
        for a in firsts {
            if !self.can_afford(seconds.len()) {
                return;
            }
            hit.clear();
            hit.extend(seconds.iter().copied().filter(|&b| b != a && self.touches(a, b)));
            if line.in_batch && !hit.is_empty() {
                self.run_batch(deed.line, a, &mut hit);
            } else if !line.in_batch {
                for &b in &hit {
                    if !self.is_killed(a) && self.touches(a, b) && self.can_afford(EXECUTION) {
                        self.execute(deed, Pair::new(a, b));
                    }
                }
            }
            self.live.d.touched.clear();
        }
    }
}
