//! Short cut: all flying sprites of a type in one loop.
//!
//! Invariant: the sprites do nothing in their turn but move passively on the grid (their class
//! [only drifts](crate::facts::ClassFacts::only_drifts), and nothing makes them stand or grow old), so what the type fixes is
//! looked up once, and the step of the sprite before mostly serves for the next. The plain way is
//! [`Tick::drift_and_age`] for each.

use crate::index::Slot;
use crate::state::sprite::flag;
use crate::tick::Tick;
use crate::tick::motion::Step;
use crate::world::types::{Physics, TypeInfo};

/// Can the sprites of a type take their turns like this?
pub(crate) fn applies(info: &TypeInfo) -> bool {
    info.facts.only_drifts
        && info.physics != Physics::Continuous
        && !info.is_static
        && !info.only_active
        && info.template.time_to_live < 0
}

impl Tick<'_> {
    /// The turns of all sprites of a type.
    pub(crate) fn fly_all(&mut self, info: &TypeInfo) {
        let first = self.live.d.groups[info.template.kind].first;
        let profile = &self.w.broad.of[info.template.kind];
        // A loop for each case keeps the simple ones short.
        if profile.noop.walls != 0 {
            self.fly_each(info, first, |tick, slot, by| tick.step_by(slot, by, profile));
        } else if profile.located && !profile.query.is_empty() {
            self.fly_each(info, first, |tick, slot, by| tick.step_in_grid(slot, by, profile));
        } else {
            self.fly_each(info, first, |tick, slot, by| tick.shift(slot, by, profile));
        }
    }

    #[inline(always)]
    fn fly_each(&mut self, info: &TypeInfo, first: Option<Slot>, go: impl Fn(&mut Self, Slot, (i32, i32))) {
        let tick = self.live.d.tick;
        // Sprites of one type mostly fly alike, as the type says or as the one before.
        let (mut step, mut other) = (&info.flight, None);
        let mut at = first;
        while let Some(slot) = at {
            let sprite = &mut self.live.d.sprites[slot];
            at = sprite.next;
            sprite.last = sprite.rect;
            if sprite.flags & (flag::FIRST_TICK | flag::ORIENTED) != flag::ORIENTED {
                sprite.flags &= !flag::FIRST_TICK;
                continue;
            }
            if tick.wrapping_sub(sprite.moved_at) < info.cooldown {
                continue;
            }
            if !step.is_of(sprite) {
                step = Step::of_other(sprite, info, self.w.grid.block, &mut other);
            }
            if step.by != (0, 0) {
                sprite.moved_at = tick;
                go(self, slot, step.by);
            } else if step.moves {
                sprite.moved_at = tick;
            }
        }
    }
}
