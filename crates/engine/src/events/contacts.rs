//! Who touches whom, and the effects of it.
//!
//! The reference tests every sprite of one type against every sprite of the other, for every effect. Nearly
//! all of these tests find what they found in the tick before. Here the state keeps a *hot list*: the sprites
//! that were born or moved since the last tick, those that touched a partner in it, and those outside the
//! screen. The invariant is that of two sprites that touch and have a rule, at least one is hot. So it is
//! enough to ask the grid for the neighbours of hot sprites: each contact calls up the entries it is due
//! for, and those are visited in order, each with exactly the pairs, in exactly the order, that the
//! reference would find.

use crate::effects::Call;
use crate::rules::Entry;
use crate::sprite::{SpriteRef, flag};
use crate::state::Tick;

impl Tick<'_> {
    pub(super) fn handle_contacts(&mut self) {
        let words = self.w.rules.entries.len().div_ceil(64);
        self.d.scratch.due.resize(words, 0);
        self.d.touched.clear();
        for i in 0..self.d.hot.len() {
            self.call_up(self.d.hot[i], 0);
        }
        for &(kind, entry) in &self.w.meets.ground {
            if self.d.groups[usize::from(kind)].count > 0 {
                self.d.scratch.due[entry as usize >> 6] |= 1 << (entry & 63);
            }
        }
        let mut word = 0;
        while word < words {
            let bits = self.d.scratch.due[word];
            if bits == 0 {
                word += 1;
                continue;
            }
            let entry = word * 64 + bits.trailing_zeros() as usize;
            self.d.scratch.due[word] &= bits - 1;
            self.run_entry(entry);
        }
    }

    /// Notes the entries, from `from` on, that a hot sprite's contacts are due for.
    fn call_up(&mut self, r: SpriteRef, from: usize) {
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
        let mut due = std::mem::take(&mut self.d.scratch.due);
        let mut touches = false;
        self.overlapping(&self.rect(r), |other| {
            let other_kind = self.kind(other);
            if other == r || !partners.contains(other_kind) {
                return;
            }
            touches = true;
            for &e in &self.w.meets.entries_of[usize::from(kind)] {
                let entry = &self.w.rules.entries[e as usize];
                let (p, q) = (&self.info(entry.first).family, &self.info(entry.second).family);
                let meets =
                    p.contains(kind) && q.contains(other_kind) || p.contains(other_kind) && q.contains(kind);
                if e as usize >= from && meets {
                    due[e as usize >> 6] |= 1 << (e & 63);
                }
            }
        });
        self.d.scratch.due = due;
        if touches && let Ok(slot) = r.resolve() {
            self.d.sprites[slot].flags |= flag::KEEP;
        }
    }

    /// Runs one effect of one pair of types on all sprites that touch.
    fn run_entry(&mut self, index: usize) {
        let entry = self.w.rules.entries[index];
        let line = &self.w.rules.lines[usize::from(entry.line)];
        if self.d.shields.contains(&(entry.first, entry.second, line.effect_id)) {
            return;
        }
        // Sprites born from here on are not part of this effect's loop.
        let newborn = self.d.next_id;
        let mut firsts = std::mem::take(&mut self.d.scratch.firsts);
        let mut seconds = std::mem::take(&mut self.d.scratch.seconds);
        self.find_firsts(&entry, None, &mut firsts);
        let mut at = 0;
        while at < firsts.len() {
            let (key, a) = firsts[at];
            at += 1;
            if self.id(a) >= newborn {
                continue;
            }
            let moves = self.d.moves;
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
            if self.d.moves != moves {
                // Something moved: later sprites of the loop may touch others than before.
                self.find_firsts(&entry, Some(key), &mut firsts);
                at = 0;
            }
        }
        self.d.scratch.firsts = firsts;
        self.d.scratch.seconds = seconds;
        for i in 0..self.d.touched.len() {
            let slot = usize::from(self.d.touched[i]);
            self.call_up(SpriteRef::slot(slot), index + 1);
        }
        self.d.touched.clear();
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

    /// The sprites of the first type that touch one of the second, in order, after a given place.
    fn find_firsts(&self, entry: &Entry, after: Option<u64>, firsts: &mut Vec<(u64, SpriteRef)>) {
        firsts.clear();
        let (p, q) = (&self.info(entry.first).family, &self.info(entry.second).family);
        let key = |r: SpriteRef| self.order_key(entry.first, r);
        for &r in &self.d.hot {
            if let Ok(slot) = r.resolve()
                && !self.d.is_live(slot)
            {
                continue;
            }
            let kind = self.kind(r);
            let (is_first, is_second) = (p.contains(kind), q.contains(kind));
            if !is_first && !is_second {
                continue;
            }
            self.overlapping(&self.rect(r), |other| {
                if other == r {
                    return;
                }
                let other_kind = self.kind(other);
                if is_first && q.contains(other_kind) {
                    firsts.push((key(r), r));
                }
                if is_second && p.contains(other_kind) {
                    firsts.push((key(other), other));
                }
            });
        }
        for &kind in &self.w.meets.seekers {
            if p.contains(kind) {
                self.group(kind, |r| firsts.push((key(r), r)));
            }
        }
        if let Some(after) = after {
            firsts.retain(|&(key, _)| key > after);
        }
        if firsts.len() > 1 {
            firsts.sort_unstable();
            firsts.dedup();
        }
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
