//! Effects that a timer executes.

use crate::index::{Kind, LineId, SpriteRef};
use crate::state::sprite::flag;
use crate::tick::Tick;
use crate::world::lines::{Timer, insert_timer, switch};

impl Tick<'_> {
    /// Executes the timed effects that are due.
    #[cold]
    pub(super) fn handle_timers(&mut self) {
        while let Some(&timer) = self.live.d.timers.first()
            && timer.next <= self.live.d.tick
        {
            self.live.d.timers.remove(0);
            match timer.kind {
                None => {
                    self.run_alone(timer.delegate, SpriteRef::NONE);
                    if self.live.d.switches[timer.wrapper] & switch::SCORE != 0 {
                        self.add_score(timer.wrapper, 1);
                    }
                }
                Some(kind) => {
                    for &relative in &self.info(kind).relatives {
                        self.run_timer_on(relative, timer.delegate, timer.wrapper);
                    }
                }
            }
            if timer.repeating {
                // With no positive period the reference would never leave this loop.
                let next = self.live.d.tick.wrapping_add(timer.period.max(1));
                insert_timer(&mut self.live.d.timers, Timer { next, ..timer });
            }
        }
    }

    /// Runs a timed effect on the living sprites of one type.
    fn run_timer_on(&mut self, kind: Kind, delegate: LineId, wrapper: LineId) {
        let last = self.live.d.groups[kind].last;
        let mut at = self.live.d.groups[kind].first;
        while let Some(slot) = at {
            if !self.live.d.sprites[slot].is(flag::KILLED | flag::DISABLED) {
                self.run_alone(delegate, SpriteRef::slot(slot));
                self.settle(wrapper, 1);
            }
            at = if at == last { None } else { self.live.d.sprites[slot].next };
        }
    }
}
