//! Short cut: all sprites of a type that walk from cell to cell in one loop.
//!
//! Invariant: a walking sprite moves passively, chooses a heading and takes one step there, on the grid and without turning
//! first. What the type fixes is looked up once, and a step in one of four directions is known beforehand. The step is the last
//! thing in the sprite's turn, so it need not become active if it is alone where it arrives. The plain way is
//! [`NpcClass::update`](crate::classes::NpcClass::update) for each.

use crate::geometry::BASE;
use crate::index::Slot;
use crate::state::sprite::flag;
use crate::tick::Tick;
use crate::world::broad_phase::Profile;
use crate::world::types::{Physics, TypeInfo};

/// Can the sprites of a type take their turns like this?
pub(crate) fn applies(info: &TypeInfo) -> bool {
    info.facts.walks && info.physics != Physics::Continuous && !info.rotate_in_place && !info.stationary
}

impl Tick<'_> {
    /// The turns of all sprites of a type. The choice of a heading is told whether the sprite rests.
    #[inline(always)]
    pub(crate) fn walk_all(&mut self, info: &TypeInfo, heading: impl Fn(&mut Self, Slot, bool) -> u8) {
        let profile = &self.w.broad.of[info.template.kind];
        self.update_each(info, |t, slot| {
            if t.live.d.sprites[slot].is(flag::FIRST_TICK | flag::ORIENTED) {
                t.coast(slot, info);
            }
            let rests = t.live.d.tick.wrapping_sub(t.live.d.sprites[slot].moved_at) < info.cooldown;
            let heading = usize::from(heading(t, slot, rests));
            if !rests && heading < BASE.len() {
                t.walk(slot, heading, info, profile);
            }
        });
    }

    /// One step in one of the base directions.
    #[inline(always)]
    fn walk(&mut self, slot: Slot, heading: usize, info: &TypeInfo, profile: &Profile) {
        let sprite = &mut self.live.d.sprites[slot];
        if let Some(step) = info.stride.step(sprite.speed, heading, self.w.grid.block) {
            sprite.moved_at = self.live.d.tick;
            self.step_by(slot, step, profile);
        }
    }
}
