//! What happens after everything has moved: timers first, then the edge of the screen, then contacts.

pub(crate) mod contacts;
mod crowd;
mod edges;
pub(crate) mod entries;
mod ground;
mod timers;

use crate::effects::Call;
use crate::index::{CellId, LineId, Pair, SpriteRef};
use crate::state::data::Data;
use crate::state::history::Key;
use crate::state::sprite::flag;
use crate::tick::Tick;
use crate::world::entries::BoundEffect;
use crate::world::lines::{Change, switch};

/// The work of executing an effect, in tests of pairs.
const EXECUTION: usize = 32;

/// Marks an avatar, and what was made by one.
const REMEMBERED: u16 = flag::REMEMBERED | flag::FROM_AVATAR;

impl Tick<'_> {
    /// All of it. If there is one avatar, and it has just walked from one cell to the next, the cell that it came from is at
    /// hand.
    #[inline(always)]
    pub fn handle_events(mut self, mut came_from: Option<CellId>) {
        self.live.s.work = 0;
        // Either may bring it elsewhere.
        if self.live.d.timers.first().is_some_and(|timer| timer.next <= self.live.d.tick) {
            self.handle_timers();
            came_from = None;
        }
        if self.live.d.outside > 0 {
            self.handle_edges();
            came_from = None;
        }
        self.handle_contacts(came_from);
    }

    /// Runs an effect on two sprites, then scores, remembers and counts.
    // As a call of its own it would be 4 % of a tick in games that live on contacts.
    #[inline(always)]
    pub(crate) fn execute(&mut self, effect: &BoundEffect, pair: Pair) {
        (effect.act)(&effect.effect, self.reborrow(), Call { pair, line: effect.line });
        self.conclude(effect, pair);
    }

    /// What is left to do after an effect has run: remembers, scores and counts.
    #[inline(always)]
    pub(crate) fn conclude(&mut self, effect: &BoundEffect, pair: Pair) {
        if effect.remembers {
            self.record_event(pair.first(), pair.second());
        }
        if effect.matters != 0 && self.live.d.switches[effect.line] & effect.matters != 0 {
            self.settle(effect.line, 1);
        }
    }

    /// Runs the effect of a line on one sprite, or on none, if it needs no more.
    fn run_alone(&mut self, line: LineId, a: SpriteRef) {
        let rule = &self.w.lines.list[line];
        rule.effect.run(rule.needs, self, Call::alone(line, a));
    }

    /// Score and counters after an execution that counts `times`.
    pub(crate) fn settle(&mut self, line: LineId, times: i32) {
        let rule = &self.w.lines.list[line];
        let switches = self.live.d.switches[line] & rule.matters;
        if switches & switch::SCORE != 0 {
            self.add_score(line, times);
        }
        if switches & switch::COUNT != 0 {
            self.add_counters(&rule.counters, times);
        }
        if switches & switch::COUNT_ELSE != 0 {
            self.add_counters(&rule.counters_else, times);
        }
    }

    fn add_score(&mut self, line: LineId, times: i32) {
        let rule = &self.w.lines.list[line];
        let killed = self.live.d.switches[line] & switch::KILLED != 0;
        let changes = if killed { &rule.scores_if_killed } else { &rule.scores };
        for (player, change) in self.live.d.players.iter_mut().zip(changes) {
            match change {
                Ok(0) => {}
                Ok(n) if player.avatar.is_some() => player.score += f64::from(n.wrapping_mul(times)),
                Ok(_) => {}
                Err(()) => self.live.d.messages += 1,
            }
        }
    }

    #[cold]
    fn add_counters(&mut self, changes: &[Change], times: i32) {
        for (counter, change) in self.live.d.counters.iter_mut().zip(changes) {
            match change {
                Ok(n) => *counter = counter.wrapping_add(n.wrapping_mul(times)),
                Err(()) => self.live.d.messages += 1,
            }
        }
    }

    /// Remembers that two sprites met, if one of them is an avatar or was made by one. The first of the two counts before
    /// the second, an avatar before what it made.
    #[inline(always)]
    pub(crate) fn record_event(&mut self, a: SpriteRef, b: SpriteRef) {
        // Fixtures are never remembered themselves.
        let is_remembered =
            |r: SpriteRef| r.as_slot().filter(|&slot| self.live.d.sprites[slot].is(REMEMBERED));
        let (active, passive) = match is_remembered(a) {
            Some(slot) => (slot, b),
            None => match is_remembered(b) {
                Some(slot) => (slot, a),
                None => return,
            },
        };
        let (_, passive_id, passive_kind) = self.identity(passive);
        let Data { sprites, history, tick, .. } = &mut self.live.d;
        let (sprite, tick) = (&sprites[active], *tick);
        let key = Key::new(tick, !sprite.is(flag::REMEMBERED), sprite.kind.id(), passive_kind.id());
        history.record(key, (sprite.id, passive_id), (sprite.rect.x, sprite.rect.y));
    }
}
