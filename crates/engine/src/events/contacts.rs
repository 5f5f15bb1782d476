//! Who touches whom, and the effects of it.
//!
//! The reference tests every sprite of one type against every sprite of the other, for every effect. Nearly
//! all of these tests find what they found in the tick before. Here the state keeps a *hot list*: the sprites
//! that were born or moved since the last tick, those that touched a partner in it, and those outside the
//! screen. The invariant is that of two sprites that touch and have a rule, at least one is hot. So it is
//! enough to ask the grid for the neighbours of hot sprites: each contact calls up the entries it is due
//! for, and those are visited in order, each with exactly the pairs, in exactly the order, that the
//! reference would find. What an effect moves or makes is looked up again at once.

use ludex_vgdl::TypeId;

use crate::effects::Call;
use crate::encounters::Search;
use crate::rules::Entry;
use crate::sprite::{SpriteRef, flag};
use crate::state::{Data, Scratch, Tick};
use crate::world::World;

impl Tick<'_> {
    pub(super) fn handle_contacts(&mut self) {
        self.s.size_for(self.w.rules.entries.len());
        self.d.touched.clear();
        for i in 0..self.d.hot.len() {
            self.look_around(self.d.hot[i]);
        }
        self.call_up_seekers();
        let mut word = 0;
        while word < self.s.due.len() {
            let bits = self.s.due[word];
            if bits == 0 {
                word += 1;
                continue;
            }
            self.run_entry(word * 64 + bits.trailing_zeros() as usize);
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

    /// Notes for each entry, from `from` on, the first sprites of a sprite's contacts.
    #[inline]
    fn call_up(&mut self, r: SpriteRef, search: &Search, from: u32) {
        let Tick { w, d, s } = self;
        let kind = d.kind(w, r);
        let meeting = &w.meets.of[usize::from(kind)];
        let mut touches = false;
        d.overlapping(w, search, &d.rect(w, r), |other| {
            let other_kind = d.kind(w, other);
            if other == r || !meeting.partners.contains(other_kind) {
                return;
            }
            touches = true;
            for role in &meeting.roles {
                if role.entry < from {
                    continue;
                }
                let entry = &w.rules.entries[role.entry as usize];
                if role.first && w.types[usize::from(entry.second)].family.contains(other_kind) {
                    s.note(role.entry, order_key(w, d, entry.first, r), r);
                }
                if role.second && w.types[usize::from(entry.first)].family.contains(other_kind) {
                    s.note(role.entry, order_key(w, d, entry.first, other), other);
                }
            }
        });
        if touches && let Ok(slot) = r.resolve() {
            d.sprites[slot].flags |= flag::KEEP;
        }
    }

    /// Sprites that look for ground do so in every entry in which they come first, touching or not.
    fn call_up_seekers(&mut self) {
        let Tick { w, d, s } = self;
        for &(kind, index) in &w.meets.ground {
            let entry = &w.rules.entries[index as usize];
            d.group(w, kind, |r| s.note(index, order_key(w, d, entry.first, r), r));
        }
    }

    /// Runs one effect of one pair of types on all sprites that touch.
    fn run_entry(&mut self, index: usize) {
        let entry = self.w.rules.entries[index];
        let line = &self.w.rules.lines[usize::from(entry.line)];
        if self.d.shields.contains(&(entry.first, entry.second, line.effect_id)) {
            self.s.firsts[index].clear();
            self.s.due[index >> 6] &= !(1 << (index & 63));
            return;
        }
        // Sprites born from here on are not part of this effect's loop.
        let newborn = self.d.next_id;
        let mut firsts = std::mem::take(&mut self.s.current);
        let mut seconds = std::mem::take(&mut self.s.seconds);
        std::mem::swap(&mut firsts, &mut self.s.firsts[index]);
        in_order(&mut firsts);
        let mut at = 0;
        while at < firsts.len() {
            let (key, a) = firsts[at];
            at += 1;
            if self.d.id(self.w, a) >= newborn {
                continue;
            }
            self.find_ground(a, &entry);
            self.find_seconds(index, a, newborn, &mut seconds);
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
                let search = &self.w.meets.of[usize::from(self.d.sprites[slot].kind)].everywhere;
                self.call_up(SpriteRef::slot(slot), search, index as u32);
            }
            self.d.touched.clear();
            if !self.s.firsts[index].is_empty() {
                firsts.drain(..at);
                at = 0;
                let later = self.s.firsts[index].drain(..).filter(|&(k, _)| k > key);
                firsts.extend(later);
                in_order(&mut firsts);
            }
        }
        firsts.clear();
        self.s.due[index >> 6] &= !(1 << (index & 63));
        self.s.current = firsts;
        self.s.seconds = seconds;
    }

    pub(crate) fn run_batch(&mut self, entry: &Entry, a: SpriteRef, seconds: &[(u64, SpriteRef)]) {
        let mut hit = std::mem::take(&mut self.s.near);
        hit.clear();
        hit.extend(seconds.iter().map(|&(_, b)| b));
        let call = Call { line: entry.line, a, b: SpriteRef::NONE };
        let effect = &self.w.rules.lines[usize::from(entry.line)].effect;
        let times = effect.run_batch(self, call, &mut hit);
        self.settle(entry.line, times, |t| hit.iter().for_each(|&b| t.record_event(a, b)));
        self.s.near = hit;
    }

    /// The sprites of the second type that the first touches now, in order.
    fn find_seconds(&self, index: usize, a: SpriteRef, newborn: i32, seconds: &mut Vec<(u64, SpriteRef)>) {
        let Tick { w, d, .. } = self;
        seconds.clear();
        let second = w.rules.entries[index].second;
        let family = &w.types[usize::from(second)].family;
        d.overlapping(w, &w.meets.seconds[index], &d.rect(w, a), |b| {
            if b != a && family.contains(d.kind(w, b)) && d.id(w, b) < newborn {
                seconds.push((order_key(w, d, second, b), b));
            }
        });
        in_order(seconds);
    }

    pub(crate) fn still_touches(&mut self, a: SpriteRef, b: SpriteRef) -> bool {
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
        let mut near = std::mem::take(&mut self.s.near);
        near.clear();
        let search = &self.w.meets.of[usize::from(self.kind(a))].everywhere;
        self.d.overlapping(self.w, search, &self.rect(a).shifted(0, 3), |b| {
            if b != a && q.contains(self.kind(b)) {
                near.push(b);
            }
        });
        for &b in &near {
            self.look_for_ground(a, b);
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
fn order_key(w: &World, d: &Data, kind: TypeId, r: SpriteRef) -> u64 {
    let own = d.kind(w, r);
    let rank = w.types[usize::from(kind)].subtypes.iter().position(|&u| u == own).unwrap_or(0);
    (rank as u64) << 32 | u64::from(d.id(w, r) as u32)
}

/// Sorts, and drops what was noted twice.
fn in_order(list: &mut Vec<(u64, SpriteRef)>) {
    if list.len() > 1 {
        list.sort_unstable();
        list.dedup();
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
