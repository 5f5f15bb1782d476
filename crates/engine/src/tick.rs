//! One tick of a game: updates, events, removal of the dead, the end.

use crate::action::{Action, Winner};
use crate::data::{Data, Scratch};
use crate::sprite::flag;
use crate::world::World;

/// A game is over after the cycle with this tick.
const LAST_TICK: i32 = 2000;

/// A game with more messages than this is broken off.
pub(crate) const MESSAGE_LIMIT: u32 = 25;

/// One tick's view of a state: the world, what changes, and buffers.
pub(crate) struct Tick<'a> {
    pub w: &'a World,
    pub d: &'a mut Data,
    pub s: &'a mut Scratch,
}

impl Tick<'_> {
    /// Plays one tick, after which the game is left or not.
    pub fn advance(&mut self, actions: &[Action], leaves: bool) {
        if self.d.ended {
            return;
        }
        self.begin(actions.len());
        self.d.turn = -1;
        self.act_for(0, actions);
        if self.w.players > 1 {
            self.act_for(1, actions);
        }
        if self.d.busy != 0 {
            self.update_sprites();
        }
        self.d.turn = i32::MAX;
        self.handle_events();
        self.clean_up();
        self.d.ended = leaves;
        self.check_end();
        self.d.tick += 1;
        self.d.advanced = true;
    }

    /// Plays a player's action, if it has one. A dead avatar is not asked, so its last action stays.
    #[inline(always)]
    fn act_for(&mut self, player: usize, actions: &[Action]) {
        if let (Some(&action), Some(slot)) = (actions.get(player), self.d.players[player].avatar) {
            let sprite = &mut self.d.sprites[usize::from(slot)];
            if !sprite.is(flag::DISABLED) {
                sprite.last = sprite.rect;
                self.d.players[player].last_action = action;
                if !self.strolls(usize::from(slot), action) {
                    self.update_avatar(usize::from(slot), action);
                }
            }
        }
    }

    /// Notes where sprites are before they move, and keeps of the hot list what still may touch. Sprites that
    /// move by themselves note it at their turn.
    fn begin(&mut self, acting: usize) {
        if acting < self.w.players {
            self.rest_avatars(acting);
        }
        let (sprites, standing) = (&mut self.d.sprites, &self.d.standing);
        self.d.hot.retain(|r| match r.resolve() {
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
    fn rest_avatars(&mut self, acting: usize) {
        let resting = self.d.players.iter().take(self.w.players).skip(acting);
        for slot in resting.filter_map(|player| player.avatar) {
            let sprite = &mut self.d.sprites[usize::from(slot)];
            if !sprite.is(flag::FROZEN) {
                sprite.moved_at = sprite.moved_at.wrapping_add(1);
            }
        }
    }

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
