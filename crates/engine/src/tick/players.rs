//! Who plays which avatar.

use crate::index::Slot;
use crate::state::sprite::flag;
use crate::tick::Tick;
use crate::tick::phase::Phase;

impl Tick<'_> {
    /// Makes a sprite the avatar of a player.
    pub fn register(&mut self, player: usize, slot: Slot) {
        if let Some(former) = self.live.d.players[player].avatar
            && former != slot
            && !self.live.d.sprites[former].is(flag::FROZEN)
        {
            self.freeze(former);
        }
        self.live.d.players[player].avatar = Some(slot);
        let sprite = &mut self.live.d.sprites[slot];
        sprite.player = player as u8;
        if sprite.is(flag::FROZEN) && !sprite.is(flag::DISABLED) {
            sprite.set(flag::FROZEN, false);
            // Before the first tick the coming update is part of the count.
            let coming = i32::from(matches!(self.live.d.phase, Phase::Building | Phase::Avatars));
            sprite.moved_at = self.live.d.tick.wrapping_sub(sprite.moved_at).wrapping_sub(coming);
        }
    }

    /// The player whose avatar this is.
    pub fn player_of(&self, slot: Slot) -> Option<usize> {
        self.live.d.players.iter().position(|p| p.avatar == Some(slot))
    }
}
