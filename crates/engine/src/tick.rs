//! One tick of a game: updates, events, removal of the dead, the end.

use crate::action::{Action, Winner};
use crate::data::{Data, Scratch};
use crate::sprite::flag;
use crate::world::World;

/// A game is over after the cycle with this tick.
pub(crate) const LAST_TICK: i32 = 2000;

/// A game with more messages than this is broken off.
pub(crate) const MESSAGE_LIMIT: u32 = 25;

/// One tick's view of a state: the world, and what changes.
///
/// It is two pointers, so that it travels in two registers where it is handed over as a value: what runs in every tick takes
/// it so, and hands it [on](Tick::again) so.
pub(crate) struct Tick<'a> {
    pub w: &'a World,
    pub live: &'a mut Live,
}

/// What of a state changes, with the buffers of its ticks.
#[derive(Debug)]
pub(crate) struct Live {
    pub d: Data,
    pub s: Scratch,
}

impl<'a> Tick<'a> {
    /// The same, as a value to hand over.
    #[inline(always)]
    pub fn again(&mut self) -> Tick<'_> {
        Tick { w: self.w, live: self.live }
    }

    /// Plays one tick, after which the game is left or not.
    // Whoever calls it, it is the same code, with registers of its own.
    #[inline(never)]
    pub fn advance(mut self, actions: &[Action], leaves: bool) {
        if self.live.d.ended {
            return;
        }
        if actions.len() < self.w.players {
            self.live.d.rest_avatars(self.w, actions.len());
        }
        if !self.live.d.hot.is_empty() {
            self.live.d.begin_hot();
        }
        self.live.d.turn = -1;
        let came_from = self.again().act_for(0, actions);
        if self.w.players > 1 {
            self.again().act_for(1, actions);
        }
        if self.live.d.busy != 0 {
            self.again().update_sprites();
        }
        self.live.d.turn = i32::MAX;
        self.again().handle_events(came_from);
        self.again().clean_up();
        self.live.d.ended = leaves;
        let is_due = self.live.d.tick >= self.w.first_timeout;
        if leaves || self.live.d.recount || is_due || self.live.d.messages > MESSAGE_LIMIT {
            self.again().check_end();
        }
        self.live.d.tick += 1;
        self.live.d.advanced = true;
    }

    /// Plays a player's action, if it has one. A dead avatar is not asked, so its last action stays. If its avatar just walks
    /// from one cell to the next, says which cell it has left.
    #[inline(always)]
    fn act_for(mut self, player: usize, actions: &[Action]) -> Option<u32> {
        let (&action, slot) = (actions.get(player)?, usize::from(self.live.d.players[player].avatar?));
        let sprite = &mut self.live.d.sprites[slot];
        if sprite.is(flag::DISABLED) {
            return None;
        }
        sprite.last = sprite.rect;
        self.live.d.players[player].last_action = action;
        let came_from = self.live.d.stroll(self.w, slot, action);
        if came_from.is_none() {
            self.again().update_avatar(slot, action);
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

impl Data {
    /// Notes where sprites are before they move, and keeps of the hot list what still may touch. Sprites that
    /// move by themselves note it at their turn.
    #[inline(always)]
    fn begin_hot(&mut self) {
        let mut kept = 0;
        for i in 0..self.hot.len() {
            let hot = self.hot[i];
            let keep = match hot.resolve() {
                Ok(slot) => {
                    let sprite = &mut self.sprites[slot];
                    if !sprite.is(flag::FROZEN) {
                        sprite.last = sprite.rect;
                    }
                    let keep = sprite.is(flag::KEEP);
                    sprite.flags &= if keep { !flag::KEEP } else { !(flag::KEEP | flag::HOT) };
                    keep
                }
                Err(index) => self.stands(index),
            };
            // Whether it stays is hard to foresee: this way a processor need not.
            self.hot[kept] = hot;
            kept += usize::from(keep);
        }
        self.hot.truncate(kept);
    }

    /// Without an action an avatar is not updated at all: its clock stands still for this tick.
    #[cold]
    fn rest_avatars(&mut self, w: &World, acting: usize) {
        let resting = self.players.iter().take(w.players).skip(acting);
        for slot in resting.filter_map(|player| player.avatar) {
            let sprite = &mut self.sprites[usize::from(slot)];
            if !sprite.is(flag::FROZEN) {
                sprite.moved_at = sprite.moved_at.wrapping_add(1);
            }
        }
    }
}
