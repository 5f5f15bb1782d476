//! What happens after everything has moved: timers first, then the edge of the screen, then contacts.

mod bumps;
pub(crate) mod contacts;
mod crowd;
pub(crate) mod entries;
mod ground;

use ludex_vgdl::TypeId;

use crate::data::Data;
use crate::effects::Call;
use crate::history::Key;
use crate::rules::{Change, Deed, LineId, insert_timer, switch};
use crate::sprite::{NO_SLOT, Pair, SpriteRef, flag};
use crate::tick::Tick;

/// The work of executing an effect, in tests of pairs.
const EXECUTION: usize = 32;

/// Marks an avatar, and what was made by one.
const REMEMBERED: u16 = flag::REMEMBERED | flag::FROM_AVATAR;

impl Tick<'_> {
    /// All of it. If there is one avatar, and it has just walked from one cell to the next, the cell that it came from is at
    /// hand.
    #[inline(always)]
    pub fn handle_events(mut self, mut came_from: Option<u32>) {
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
    pub(crate) fn execute(&mut self, deed: &Deed, pair: Pair) {
        (deed.act)(&deed.effect, self.again(), Call { pair, line: deed.line });
        self.conclude(deed, pair);
    }

    /// What is left to do after an effect has run: remembers, scores and counts.
    #[inline(always)]
    fn conclude(&mut self, deed: &Deed, pair: Pair) {
        if deed.remembers {
            self.record_event(pair.first(), pair.second());
        }
        if deed.matters != 0 && self.live.d.switches[usize::from(deed.line)] & deed.matters != 0 {
            self.settle(deed.line, 1);
        }
    }

    /// Score and counters after an execution that counts `times`.
    pub(crate) fn settle(&mut self, line: LineId, times: i32) {
        let rule = &self.w.rules.lines[usize::from(line)];
        let switches = self.live.d.switches[usize::from(line)] & rule.matters;
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
        let rule = &self.w.rules.lines[usize::from(line)];
        let killed = self.live.d.switches[usize::from(line)] & switch::KILLED != 0;
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
        let is_remembered = |slot: usize| self.live.d.sprites[slot].is(REMEMBERED);
        let (active, passive) = match (a.resolve(), b.resolve()) {
            (Ok(slot), _) if is_remembered(slot) => (slot, b),
            (_, Ok(slot)) if is_remembered(slot) => (slot, a),
            _ => return,
        };
        self.remember_event(active, passive);
    }

    #[inline(always)]
    fn remember_event(&mut self, active: usize, passive: SpriteRef) {
        let (_, passive_id, passive_type) = self.identity(passive);
        let Data { sprites, history, tick, .. } = &mut self.live.d;
        let (sprite, tick) = (&sprites[active], *tick);
        let key = Key::new(tick, !sprite.is(flag::REMEMBERED), sprite.kind, passive_type);
        history.record(key, (sprite.id, passive_id), (sprite.rect.x, sprite.rect.y));
    }

    #[cold]
    fn handle_timers(&mut self) {
        while let Some(&timer) = self.live.d.timers.first()
            && timer.next <= self.live.d.tick
        {
            self.live.d.timers.remove(0);
            match TypeId::try_from(timer.kind) {
                Err(_) => {
                    self.run_delegate(timer.delegate, SpriteRef::NONE);
                    if self.live.d.switches[usize::from(timer.wrapper)] & switch::SCORE != 0 {
                        self.add_score(timer.wrapper, 1);
                    }
                }
                Ok(kind) => {
                    for &u in &self.info(kind).subtypes {
                        self.run_timer_on(u, timer.delegate, timer.wrapper);
                    }
                }
            }
            if timer.repeating {
                // With no positive period the reference would never leave this loop.
                let next = self.live.d.tick.wrapping_add(timer.period.max(1));
                insert_timer(&mut self.live.d.timers, crate::rules::Timer { next, ..timer });
            }
        }
    }

    fn run_delegate(&mut self, line: LineId, a: SpriteRef) {
        let rule = &self.w.rules.lines[usize::from(line)];
        rule.effect.run(rule.needs, self, Call::alone(line, a));
    }

    /// Runs a timed effect on the living sprites of one type.
    fn run_timer_on(&mut self, kind: TypeId, delegate: LineId, wrapper: LineId) {
        let last = self.live.d.groups[usize::from(kind)].last;
        let mut slot = self.live.d.groups[usize::from(kind)].first;
        while slot != NO_SLOT {
            if !self.live.d.sprites[usize::from(slot)].is(flag::KILLED | flag::DISABLED) {
                self.run_delegate(delegate, SpriteRef::slot(usize::from(slot)));
                self.settle(wrapper, 1);
            }
            if slot == last {
                break;
            }
            slot = self.live.d.sprites[usize::from(slot)].next;
        }
    }

    fn handle_edges(&mut self) {
        self.live.s.moved = false;
        for &(kind, line) in &self.w.rules.edges {
            for &u in &self.info(kind).subtypes {
                let group = self.live.d.groups[usize::from(u)];
                if group.outside == 0 {
                    continue;
                }
                if !self.can_afford(1 + group.count as usize) {
                    return;
                }
                self.handle_edge(line, u);
            }
        }
    }

    /// Runs an effect on the sprites of a type that are outside the screen.
    fn handle_edge(&mut self, line: LineId, kind: TypeId) {
        let group = self.live.d.groups[usize::from(kind)];
        let (mut slot, mut left) = (group.first, group.outside);
        // With the last of them the search ends, unless something has moved meanwhile.
        while slot != NO_SLOT && (left > 0 || self.live.s.moved) {
            let sprite = &self.live.d.sprites[usize::from(slot)];
            if sprite.is(flag::OUTSIDE) {
                left -= 1;
                let counted = self.live.d.groups[usize::from(kind)].count;
                let acts = !sprite.is(flag::KILLED | flag::DISABLED);
                let finished = !acts || self.execute_at_edge(line, SpriteRef::slot(usize::from(slot)));
                // The reference stops here when the list it walks through has grown.
                if !finished || self.live.d.groups[usize::from(kind)].count > counted {
                    self.live.d.messages += 1;
                    break;
                }
            }
            slot = self.live.d.sprites[usize::from(slot)].next;
        }
    }

    /// Runs an effect on a sprite at the edge. False if the effect broke off because a list that it goes through
    /// has grown: then it does not score.
    fn execute_at_edge(&mut self, line: LineId, a: SpriteRef) -> bool {
        let Some(kind) = self.w.rules.lines[usize::from(line)].effect.outgrows() else {
            if self.can_afford(EXECUTION) {
                self.run_delegate(line, a);
                self.settle(line, 1);
            }
            return true;
        };
        let counted = self.live.d.groups[usize::from(kind)].count;
        self.run_delegate(line, a);
        let finished = self.live.d.groups[usize::from(kind)].count == counted;
        if finished {
            self.settle(line, 1);
        }
        finished
    }
}
