//! Contacts by definition: every sprite of one type against every sprite of the other, for every effect.
//!
//! This is what the reference does, and what [`contacts`](super::contacts) does faster. Where thousands of
//! sprites lie on one heap there are too many contacts to note, and this takes over. Tests compare the two.

use super::EXECUTION;
use super::entries::order_key;
use crate::index::{EntryId, Kind, Pair, SpriteRef};
use crate::state::data::Scratch;
use crate::tick::phase::Phase;
use crate::tick::{MESSAGE_LIMIT, Tick};
use crate::world::entries::{Entries, Entry};

/// The most tests of pairs in a tick: a few seconds' worth. The execution of an effect counts as many tests.
const MOST_WORK: u64 = 1 << 30;

/// With more contacts than this for 64 entries in a row, noting them goes on no longer.
pub(super) const MOST_NOTES: usize = 1 << 18;

/// More notes than that, for worlds in which none are ever to be made.
pub(super) const NO_NOTES: usize = usize::MAX / 2;

impl Scratch {
    /// Are there too many contacts to note?
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.notes > MOST_NOTES
    }

    /// Was the work of the last tick too much?
    pub(crate) fn is_exhausted(&self) -> bool {
        self.work > MOST_WORK
    }

    fn forget_notes(&mut self, entries: &Entries) {
        for (notes, &grouped) in self.noted.iter_mut().zip(&entries.grouped) {
            notes.due = 0;
            notes.clear(grouped);
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
    pub(super) fn run_all_plainly(&mut self, from: u32) {
        self.live.s.forget_notes(&self.w.entries);
        self.live.d.phase = Phase::Events;
        for id in self.w.entries.list.indices().skip(from as usize) {
            self.run_plainly(id, None, self.live.d.next_id);
        }
        // Nobody has noted who touches whom, so all must look around in the next tick.
        for slot in self.live.d.sprites.indices() {
            if self.live.d.is_live(slot) {
                self.live.d.keep_active(slot);
            }
        }
    }

    /// Runs an entry on all sprites that come after a place in the list of its first type. Sprites with ids
    /// from `newborn` on take no part.
    #[cold]
    pub(super) fn run_plainly(&mut self, id: EntryId, after: Option<u64>, newborn: i32) {
        let Entry { first, second, ref effect, .. } = self.w.entries.list[id];
        let line = &self.w.lines.list[effect.line];
        if self.live.d.shields.contains(&(first, second, line.effect_id)) {
            return;
        }
        let all_of = |t: &Tick<'_>, kind: Kind| {
            let mut all = Vec::new();
            let relatives = t.info(kind).relatives.iter();
            relatives.for_each(|&u| t.group(u, |r| all.extend((t.id(r) < newborn).then_some(r))));
            all
        };
        let mut firsts = all_of(self, first);
        let seconds = all_of(self, second);
        firsts.retain(|&a| {
            after.is_none_or(|key| order_key(self.w, &self.live.d, &self.w.entries.list[id], first, a) > key)
        });
        let mut hit: Vec<SpriteRef> = Vec::new();
        for a in firsts {
            if !self.can_afford(seconds.len()) {
                return;
            }
            hit.clear();
            hit.extend(seconds.iter().copied().filter(|&b| b != a && self.overlap(a, b)));
            if line.in_batch && !hit.is_empty() {
                self.run_batch(effect.line, a, &mut hit);
            } else if !line.in_batch {
                for &b in &hit {
                    if !self.is_killed(a) && self.overlap(a, b) && self.can_afford(EXECUTION) {
                        self.execute(effect, Pair::new(a, b));
                    }
                }
            }
            self.live.d.pending.clear();
        }
    }
}
