//! Who touches whom, and the effects of it.
//!
//! The reference tests every sprite of one type against every sprite of the other, for every effect. Nearly
//! all of these tests find what they found in the tick before. Here the state keeps a *hot list*: the sprites
//! that were born or moved since the last tick, those that touched a partner in it, and those outside the
//! screen. The invariant is that of two sprites that touch and have a rule, at least one is hot. So it is
//! enough to ask the grid for the neighbours of hot sprites: each contact calls up the entries it is due
//! for, and those are visited in order, each with exactly the pairs, in exactly the order, that the
//! reference would find. What an effect moves or makes is looked up again at once.

use crate::effects::Call;
use crate::rules::Entry;
use crate::sprite::{SpriteRef, flag};
use crate::state::{Scratch, Tick};

impl Tick<'_> {
    pub(super) fn handle_contacts(&mut self) {
        self.d.touched.clear();
        for i in 0..self.d.hot.len() {
            self.call_up(self.d.hot[i], 0);
        }
        self.call_up_seekers();
        let mut word = 0;
        while word < self.d.scratch.due.len() {
            let bits = self.d.scratch.due[word];
            if bits == 0 {
                word += 1;
                continue;
            }
            self.d.scratch.due[word] &= bits - 1;
            self.run_entry(word * 64 + bits.trailing_zeros() as usize);
        }
    }

    /// Notes for each entry, from `from` on, the first sprites of a hot sprite's contacts.
    fn call_up(&mut self, r: SpriteRef, from: u32) {
        let kind = self.kind(r);
        if !self.w.meets.collides[usize::from(kind)] {
            return;
        }
        if let Ok(slot) = r.resolve()
            && !self.d.is_live(slot)
        {
            return;
        }
        let partners = &self.w.meets.partners[usize::from(kind)];
        let mut scratch = std::mem::take(&mut self.d.scratch);
        scratch.size_for(self.w.rules.entries.len());
        let mut touches = false;
        self.overlapping(&self.rect(r), |other| {
            let other_kind = self.kind(other);
            if other == r || !partners.contains(other_kind) {
                return;
            }
            touches = true;
            for role in &self.w.meets.roles[usize::from(kind)] {
                if role.entry < from {
                    continue;
                }
                let entry = &self.w.rules.entries[role.entry as usize];
                if role.first && self.info(entry.second).family.contains(other_kind) {
                    scratch.note(role.entry, self.order_key(entry.first, r), r);
                }
                if role.second && self.info(entry.first).family.contains(other_kind) {
                    scratch.note(role.entry, self.order_key(entry.first, other), other);
                }
            }
        });
        self.d.scratch = scratch;
        if touches && let Ok(slot) = r.resolve() {
            self.d.sprites[slot].flags |= flag::KEEP;
        }
    }

    /// Sprites that look for ground do so in every entry in which they come first, touching or not.
    fn call_up_seekers(&mut self) {
        for &(kind, index) in &self.w.meets.ground {
            let entry = &self.w.rules.entries[index as usize];
            let mut scratch = std::mem::take(&mut self.d.scratch);
            scratch.size_for(self.w.rules.entries.len());
            self.group(kind, |r| scratch.note(index, self.order_key(entry.first, r), r));
            self.d.scratch = scratch;
        }
    }

    /// Runs one effect of one pair of types on all sprites that touch.
    fn run_entry(&mut self, index: usize) {
        let entry = self.w.rules.entries[index];
        let line = &self.w.rules.lines[usize::from(entry.line)];
        if self.d.shields.contains(&(entry.first, entry.second, line.effect_id)) {
            self.d.scratch.firsts[index].clear();
            return;
        }
        // Sprites born from here on are not part of this effect's loop.
        let newborn = self.d.next_id;
        let mut seconds = std::mem::take(&mut self.d.scratch.seconds);
        let mut last_key = None;
        while let Some((key, a)) = self.next_first(index, last_key) {
            last_key = Some(key);
            if self.id(a) >= newborn {
                continue;
            }
            self.find_ground(a, &entry);
            self.find_seconds(&entry, a, newborn, &mut seconds);
            if seconds.is_empty() {
                continue;
            }
            if line.in_batch {
                self.run_batch(&entry, a, &seconds);
            } else {
                for &(_, b) in &seconds {
                    if !self.is_killed(a) && self.still_touches(a, b) {
                        self.execute(entry.line, a, b);
                    }
                }
            }
            // What has moved may touch others now: in this loop, or in later entries.
            for i in 0..self.d.touched.len() {
                let slot = usize::from(self.d.touched[i]);
                self.call_up(SpriteRef::slot(slot), index as u32);
            }
            self.d.touched.clear();
        }
        self.d.scratch.firsts[index].clear();
        self.d.scratch.due[index >> 6] &= !(1 << (index & 63));
        self.d.scratch.seconds = seconds;
    }

    /// The next first sprite of an entry in order, after the last one.
    fn next_first(&self, index: usize, last: Option<u64>) -> Option<(u64, SpriteRef)> {
        let noted = self.d.scratch.firsts[index].iter().copied();
        noted.filter(|&(key, _)| last.is_none_or(|last| key > last)).min()
    }

    fn run_batch(&mut self, entry: &Entry, a: SpriteRef, seconds: &[(u64, SpriteRef)]) {
        let mut hit = std::mem::take(&mut self.d.scratch.near);
        hit.clear();
        hit.extend(seconds.iter().map(|&(_, b)| b));
        let call = Call { line: entry.line, a, b: SpriteRef::NONE };
        let effect = &self.w.rules.lines[usize::from(entry.line)].effect;
        let times = effect.run_batch(self, call, &mut hit);
        self.settle(entry.line, times, |t| hit.iter().for_each(|&b| t.record_event(a, b)));
        self.d.scratch.near = hit;
    }

    /// The sprites of the second type that the first touches now, in order.
    fn find_seconds(&self, entry: &Entry, a: SpriteRef, newborn: i32, seconds: &mut Vec<(u64, SpriteRef)>) {
        seconds.clear();
        let q = &self.info(entry.second).family;
        self.overlapping(&self.rect(a), |b| {
            if b != a && q.contains(self.kind(b)) && self.id(b) < newborn {
                seconds.push((self.order_key(entry.second, b), b));
            }
        });
        if seconds.len() > 1 {
            seconds.sort_unstable();
            seconds.dedup();
        }
    }

    /// A sprite's place in the list of all sprites of a type and its relatives: by type, then by age.
    fn order_key(&self, kind: ludex_vgdl::TypeId, r: SpriteRef) -> u64 {
        let own = self.kind(r);
        let rank = self.info(kind).subtypes.iter().position(|&u| u == own).unwrap_or(0);
        (rank as u64) << 32 | u64::from(self.id(r) as u32)
    }

    fn still_touches(&mut self, a: SpriteRef, b: SpriteRef) -> bool {
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
        let mut near = std::mem::take(&mut self.d.scratch.near);
        near.clear();
        self.overlapping(&self.rect(a).shifted(0, 3), |b| {
            if b != a && q.contains(self.kind(b)) {
                near.push(b);
            }
        });
        for &b in &near {
            self.look_for_ground(a, b);
        }
        self.d.scratch.near = near;
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

impl Scratch {
    fn size_for(&mut self, entries: usize) {
        if self.firsts.len() < entries {
            self.firsts.resize_with(entries, Vec::new);
            self.due.resize(entries.div_ceil(64), 0);
        }
    }

    /// Notes that a sprite comes first in a contact of an entry.
    fn note(&mut self, entry: u32, key: u64, first: SpriteRef) {
        self.due[entry as usize >> 6] |= 1 << (entry & 63);
        self.firsts[entry as usize].push((key, first));
    }
}
