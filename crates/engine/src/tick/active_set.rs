//! The active set: sprites that may touch others.
//!
//! Nearly all of the reference's overlap tests find what they found in the tick before. Here the state keeps a set of *active*
//! sprites: those that have moved, or were made, where a partner may be, and those that touched one in the tick before. Avatars
//! look around in every tick.
//!
//! Invariant: of two sprites that touch and have a rule, at least one is active or an avatar, and looks for the other
//! ([`broad_phase`](crate::world::broad_phase) says who looks where). Everything that moves or makes a sprite goes through
//! [`Tick::place`], [`Tick::shift`], [`Tick::step_by`] and their kin, or [`Tick::add_sprite`], which keep it. A sprite that is
//! alone right after its own move need not become active: what comes to it later in the tick has moved later, and looks for
//! itself. The plain way is `tick/events/crowd.rs`, which tests every pair.

use crate::index::{Slot, SpriteRef, Which};
use crate::state::data::Data;
use crate::state::sprite::flag;
use crate::tick::Tick;
use crate::tick::phase::Phase;
use crate::world::broad_phase::Profile;

impl Data {
    /// Adds a sprite to the active set. Avatars look around anyway.
    #[inline(always)]
    pub fn activate(&mut self, slot: Slot) {
        let sprite = &mut self.sprites[slot];
        if !sprite.is(flag::ACTIVE | flag::AVATAR) {
            sprite.flags |= flag::ACTIVE;
            self.active.push(SpriteRef::slot(slot));
        }
    }

    /// Adds a sprite to the active set, for the next tick as well.
    #[inline(always)]
    pub fn keep_active(&mut self, slot: Slot) {
        self.sprites[slot].flags |= flag::KEEP;
        self.activate(slot);
    }

    /// Notes that an effect has displaced a sprite. One that takes turns would note where it is at its next turn, but others
    /// find out only here that a tick has passed. Avatars do so when they act.
    #[inline(always)]
    pub fn note_displaced(&mut self, slot: Slot) {
        let sprite = &mut self.sprites[slot];
        if !sprite.is(flag::DISPLACED | flag::AVATAR) && sprite.last != sprite.rect {
            sprite.flags |= flag::DISPLACED;
            self.displaced.push(slot);
        }
    }

    /// Begins a tick: refreshes where displaced sprites were, and keeps of the active set what still may touch.
    #[inline(always)]
    pub(super) fn begin_tick(&mut self) {
        if !self.displaced.is_empty() {
            self.refresh_displaced();
        }
        if !self.active.is_empty() {
            self.retain_active();
        }
    }

    #[inline(never)]
    fn refresh_displaced(&mut self) {
        for i in 0..self.displaced.len() {
            let sprite = &mut self.sprites[self.displaced[i]];
            if !sprite.is(flag::FROZEN) {
                sprite.last = sprite.rect;
            }
            sprite.flags &= !flag::DISPLACED;
        }
        self.displaced.clear();
    }

    #[inline(always)]
    fn retain_active(&mut self) {
        let mut kept = 0;
        for i in 0..self.active.len() {
            let active = self.active[i];
            let keep = match active.which() {
                Which::Slot(slot) => {
                    let sprite = &mut self.sprites[slot];
                    let keep = sprite.is(flag::KEEP);
                    sprite.flags &= if keep { !flag::KEEP } else { !(flag::KEEP | flag::ACTIVE) };
                    keep
                }
                Which::Fixture(fixture) => self.stands(fixture),
            };
            // Whether it stays is hard to predict: this way there is no branch.
            self.active[kept] = active;
            kept += usize::from(keep);
        }
        self.active.truncate(kept);
    }
}

impl Tick<'_> {
    /// Notes that a sprite was moved or made: it may touch others now.
    #[inline(always)]
    pub fn note_moved(&mut self, slot: Slot, profile: &Profile) {
        let is_avatar = self.live.d.sprites[slot].is(flag::AVATAR);
        if matches!(self.live.d.phase, Phase::Events | Phase::Entry { .. }) {
            if !is_avatar || !self.is_left_alone(slot, profile) {
                self.live.d.pending.push(slot);
            }
            return;
        }
        // Whatever comes here later in this tick looks for itself. While a level is built nobody looks.
        let is_alone =
            self.live.d.phase.is_update() && !is_avatar && self.live.d.is_alone(self.w, slot, &profile.query);
        if profile.looks && !is_alone {
            self.live.d.activate(slot);
        }
    }

    /// Is there clearly nothing that an avatar touches where an effect has put it? Whatever comes there later looks
    /// for itself.
    #[inline]
    fn is_left_alone(&self, slot: Slot, profile: &Profile) -> bool {
        self.live.d.is_alone(self.w, slot, &profile.query)
            && !self.live.d.has_any(profile.scans_when_moved.bits)
            && self.w.entries.ground.is_empty()
    }
}
