//! One tick of a game: updates, events, removal of the dead, the end.

use crate::action::{Action, Winner};
use crate::data::{Data, Scratch};
use crate::sprite::flag;
use crate::world::World;

/// A game is over after the cycle with this tick.
pub(crate) const LAST_TICK: i32 = 2000;

/// A game with more messages than this is broken off.
pub(crate) const MESSAGE_LIMIT: u32 = 25;

/// One tick's view of a state: the world, what changes, and buffers.
///
/// What runs in every tick takes it as a value and takes it apart, so that its parts stay in registers, and puts it together
/// again for calls of what runs more seldom.
pub(crate) struct Tick<'a> {
    pub w: &'a World,
    pub d: &'a mut Data,
    pub s: &'a mut Scratch,
}

/// Plays one tick, after which the game is left or not.
// Whoever calls it, it is the same code, with registers of its own.
#[inline(never)]
pub(crate) fn advance(w: &World, d: &mut Data, s: &mut Scratch, actions: &[Action], leaves: bool) {
    if d.ended {
        return;
    }
    if actions.len() < w.players {
        d.rest_avatars(w, actions.len());
    }
    if !d.hot.is_empty() {
        d.begin_hot();
    }
    d.turn = -1;
    let came_from = Tick { w, d, s }.act_for(0, actions);
    if w.players > 1 {
        Tick { w, d, s }.act_for(1, actions);
    }
    if d.busy != 0 {
        Tick { w, d, s }.update_sprites();
    }
    d.turn = i32::MAX;
    Tick { w, d, s }.handle_events(came_from);
    Tick { w, d, s }.clean_up();
    d.ended = leaves;
    if leaves || d.recount || d.tick >= w.first_timeout || d.messages > MESSAGE_LIMIT {
        Tick { w, d, s }.check_end();
    }
    d.tick += 1;
    d.advanced = true;
}

impl Tick<'_> {
    /// Plays a player's action, if it has one. A dead avatar is not asked, so its last action stays. If its avatar just walks
    /// from one cell to the next, says which cell it has left.
    #[inline(always)]
    fn act_for(self, player: usize, actions: &[Action]) -> Option<u32> {
        let Tick { w, d, s } = self;
        let (&action, slot) = (actions.get(player)?, usize::from(d.players[player].avatar?));
        let sprite = &mut d.sprites[slot];
        if sprite.is(flag::DISABLED) {
            return None;
        }
        sprite.last = sprite.rect;
        d.players[player].last_action = action;
        let came_from = d.stroll(w, slot, action);
        if came_from.is_none() {
            Tick { w, d, s }.update_avatar(slot, action);
        }
        came_from
    }

    /// Ends the game if a termination, the log or the clock says so.
    #[inline(never)]
    fn check_end(&mut self) {
        if !self.d.ended {
            self.check_terminations();
        }
        if self.d.messages > MESSAGE_LIMIT {
            self.d.messages = 0;
            self.d.ended = true;
        }
        if self.d.tick >= LAST_TICK {
            self.d.ended = true;
            for player in &mut self.d.players[..self.w.players] {
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
        let (sprites, standing) = (&mut self.sprites, &self.standing);
        self.hot.retain(|r| match r.resolve() {
            Ok(slot) => {
                let sprite = &mut sprites[slot];
                if !sprite.is(flag::FROZEN) {
                    sprite.last = sprite.rect;
                }
                let keep = sprite.is(flag::KEEP);
                sprite.flags &= if keep { !flag::KEEP } else { !(flag::KEEP | flag::HOT) };
                keep
            }
            Err(index) => standing[index >> 6] >> (index & 63) & 1 != 0,
        });
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
