//! Who plays which avatar.

use crate::sprite::flag;
use crate::tick::Tick;

impl Tick<'_> {
    /// Gives the level's avatars to the players. Surplus ones are removed.
    pub fn seat_players(&mut self, in_order_of_creation: &[usize]) {
        let players = self.w.players;
        if in_order_of_creation.len() > players {
            self.live.d.messages += 1;
            for &slot in &in_order_of_creation[players..] {
                self.remove(slot);
            }
        }
        // The first type of the drawing order is never looked at.
        let mut seats: Vec<usize> = Vec::new();
        for &kind in self.w.order.iter().skip(1).rev() {
            self.group(kind, |r| {
                if let Ok(slot) = r.resolve()
                    && self.info(kind).class.is_some_and(|c| c.is_avatar())
                {
                    seats.push(slot);
                }
            });
        }
        seats.reverse();
        if seats.is_empty() {
            self.live.d.messages += 1;
        }
        for (player, &slot) in seats.iter().enumerate().take(players) {
            self.register(player, slot);
        }
    }

    /// Makes a sprite the avatar of a player.
    pub fn register(&mut self, player: usize, slot: usize) {
        if let Some(former) = self.live.d.players[player].avatar
            && usize::from(former) != slot
            && !self.live.d.sprites[usize::from(former)].is(flag::FROZEN)
        {
            self.freeze(usize::from(former));
        }
        self.live.d.players[player].avatar = Some(slot as u16);
        let sprite = &mut self.live.d.sprites[slot];
        sprite.player = player as u8;
        if sprite.is(flag::FROZEN) && !sprite.is(flag::DISABLED) {
            sprite.set(flag::FROZEN, false);
            // Before the first tick the coming update is part of the count.
            let coming = i32::from(self.live.d.turn < 0);
            sprite.moved_at = self.live.d.tick.wrapping_sub(sprite.moved_at).wrapping_sub(coming);
        }
    }

    /// The player whose avatar this is.
    pub fn player_of(&self, slot: usize) -> Option<usize> {
        self.live.d.players.iter().position(|p| p.avatar == Some(slot as u16))
    }
}
