//! Sprites that walk and jump look for ground under them whenever they are tested for an overlap.

use crate::geometry::Rect;
use crate::index::{Slot, SpriteRef};
use crate::state::sprite::flag;
use crate::tick::{Live, Tick};
use crate::world::entries::Entry;

impl Tick<'_> {
    /// Sprites that look for ground do so in every entry in which they come first, touching or not.
    #[cold]
    pub(super) fn call_up_seekers(&mut self) {
        let Tick { w, live: Live { d, s } } = self;
        for &(kind, entry) in &w.entries.ground {
            d.group(w, kind, |r| s.note(entry, r, SpriteRef::NONE));
        }
    }

    /// One that was made in this tick, in place of another that came down, looks for ground from here on.
    #[cold]
    pub(super) fn call_up_seeker(&mut self, slot: Slot, from: u32) {
        let Tick { w, live: Live { d, s } } = self;
        let own = d.sprites[slot].kind;
        let entries = w.entries.ground.iter().filter(|&&(kind, entry)| kind == own && entry.number() > from);
        entries.for_each(|&(_, entry)| s.note(entry, SpriteRef::slot(slot), SpriteRef::NONE));
    }

    /// Lets a sprite that walks or jumps look for ground among all sprites of the entry's second type.
    pub(super) fn find_ground(&mut self, a: SpriteRef, entry: &Entry) {
        let info = self.info(self.kind(a));
        if !info.finds_ground || self.get(a).is(flag::ON_GROUND) {
            return;
        }
        let Tick { w, live: Live { d, s } } = self;
        let (kind, below) = (d.kind(w, a), d.rect(w, a).shifted((0, 3)));
        let profile = &w.broad.of[kind];
        let q = &w.types[entry.second].family;
        s.near.clear();
        d.each_near(w, &profile.query, &below, &mut |b, kind, rect: &Rect| {
            if b != a && q.contains(kind) && rect.intersects(&below) {
                s.near.push(b);
            }
        });
        for &kind in profile.scans_when_moved.types.iter().filter(|&&kind| q.contains(kind)) {
            d.group(w, kind, |b| {
                if b != a && d.rect(w, b).intersects(&below) {
                    s.near.push(b);
                }
            });
        }
        for i in 0..self.live.s.near.len() {
            self.look_for_ground(a, self.live.s.near[i]);
        }
    }

    /// Does the first sprite, coming down, stand on the second?
    pub(super) fn look_for_ground(&mut self, a: SpriteRef, b: SpriteRef) {
        let Some(slot) = a.as_slot() else { return };
        let walker = &self.live.d.sprites[slot];
        if !self.info(walker.kind).finds_ground || walker.is(flag::ON_GROUND) {
            return;
        }
        let other = self.get(b);
        if !self.info(other.kind).solid {
            return;
        }
        let walker = &mut self.live.d.sprites[slot];
        let on_ground = walker.rect.shifted((0, 3)).intersects(&other.rect)
            && other.last.y > walker.last.y.wrapping_add(walker.rect.h / 2)
            && walker.rect.y > walker.last.y;
        walker.set(flag::ON_GROUND, on_ground);
    }
}
