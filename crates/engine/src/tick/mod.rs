//! One tick of a game: updates, events, removal of the dead, the end.

pub(crate) mod active_set;
pub(crate) mod events;
pub(crate) mod grid;
pub(crate) mod motion;
mod of_2014;
pub(crate) mod phase;
mod players;
pub(crate) mod population;
mod removal;
pub(crate) mod shortcuts;
pub(crate) mod turns;

use self::phase::Phase;
use crate::action::{Action, Winner};
use crate::index::CellId;
use crate::state::data::{Data, Scratch};
use crate::state::sprite::flag;
use crate::world::Compiled;

/// A game is over after the cycle with this tick.
pub(crate) const LAST_TICK: i32 = ludex_vgdl::limits::LAST_TICK;

/// A game with more messages than this is broken off.
pub(crate) const MESSAGE_LIMIT: u32 = ludex_vgdl::limits::MESSAGE_LIMIT;

/// One tick's view of a state: the world, and what changes.
///
/// It is two pointers, so that it travels in two registers where it is handed over as a value: what runs in every tick takes
/// it so, and hands it on by [`reborrow`](Tick::reborrow).
pub(crate) struct Tick<'a> {
    pub w: &'a Compiled,
    pub live: &'a mut Live,
}

/// What of a state changes (`d`), with the buffers of its ticks (`s`).
#[derive(Debug)]
pub(crate) struct Live {
    pub d: Data,
    pub s: Scratch,
}

impl<'a> Tick<'a> {
    /// The same tick as a new value, to hand over.
    #[inline(always)]
    pub fn reborrow(&mut self) -> Tick<'_> {
        Tick { w: self.w, live: self.live }
    }

    /// Plays one tick, after which the game is left or not.
    // Whoever calls it, it is the same code, with registers of its own.
    #[inline(never)]
    pub fn advance(mut self, actions: &[Action], leaves: bool) {
        if self.live.d.ended {
            return;
        }
        if self.live.d.phase != Phase::Between {
            self.live.recover(self.w);
        }
        if actions.len() < self.w.players {
            self.live.d.rest_avatars(self.w, actions.len());
        }
        self.live.d.phase = Phase::Avatars;
        self.live.d.begin_tick();
        let came_from = self.reborrow().act_for(0, actions);
        if self.w.players > 1 {
            self.reborrow().act_for(1, actions);
        }
        self.update_sprites();
        self.live.d.phase = Phase::Events;
        self.reborrow().handle_events(came_from);
        self.reborrow().clean_up();
        self.live.d.ended = leaves;
        let is_due = self.live.d.tick >= self.w.terminations.first_check;
        if leaves || self.live.d.recount || is_due || self.live.d.messages > MESSAGE_LIMIT {
            self.reborrow().check_end();
        }
        self.live.d.tick += 1;
        self.live.d.advanced = true;
        self.live.d.phase = Phase::Between;
    }

    /// Plays a player's action, if it has one. A dead avatar is not asked, so its last action stays. If its avatar just walks
    /// from one cell to the next, says which cell it has left.
    #[inline(always)]
    fn act_for(mut self, player: usize, actions: &[Action]) -> Option<CellId> {
        let (&action, slot) = (actions.get(player)?, self.live.d.players[player].avatar?);
        let sprite = &mut self.live.d.sprites[slot];
        if sprite.is(flag::DISABLED | flag::AS_IN_2014) {
            if !sprite.is(flag::DISABLED) {
                self.act_as_in_2014(slot, action);
            }
            return None;
        }
        sprite.last = sprite.rect;
        self.live.d.players[player].last_action = action;
        let came_from = self.live.d.take_cell_step(self.w, slot, action);
        if came_from.is_none() {
            let info = self.info(self.live.d.sprites[slot].kind);
            if let Some(class) = &info.class {
                class.act(&mut self, slot, info, action);
            }
        }
        came_from
    }

    /// Ends the game if a termination, the log or the clock says so.
    #[inline(never)]
    fn check_end(mut self) {
        if !self.live.d.ended {
            self.check_terminations();
        }
        if self.live.d.messages > MESSAGE_LIMIT {
            self.live.d.messages = 0;
            self.live.d.ended = true;
        }
        if self.live.d.tick >= LAST_TICK {
            self.live.d.ended = true;
            for player in &mut self.live.d.players[..self.w.players] {
                if player.winner != Winner::Wins {
                    player.winner = Winner::Loses;
                }
            }
        }
    }
}

impl Live {
    /// Throws away the buffers of a tick that was broken off by a panic: they may refer to sprites that are no longer there.
    #[cold]
    pub fn recover(&mut self, w: &Compiled) {
        self.s = Scratch::new(w);
        self.d.phase = Phase::Between;
    }
}

impl Data {
    /// Without an action an avatar is not updated at all: its clock stands still for this tick.
    #[cold]
    fn rest_avatars(&mut self, w: &Compiled, acting: usize) {
        let resting = self.players.iter().take(w.players).skip(acting);
        for slot in resting.filter_map(|player| player.avatar) {
            let sprite = &mut self.sprites[slot];
            if !sprite.is(flag::FROZEN) {
                sprite.moved_at = sprite.moved_at.wrapping_add(1);
            }
        }
    }
}
