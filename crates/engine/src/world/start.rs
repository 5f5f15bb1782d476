//! The state before the first tick.

use super::Compiled;
use super::broad_phase::Sources;
use super::level::{Seating, Sprites};
use crate::index::{Kind, List, Slot};
use crate::state::data::{Data, Scratch};
use crate::state::sprite::flag;
use crate::tick::shortcuts::Shortcuts;
use crate::tick::{Live, Tick};

/// Makes the sprites of the level and gives the avatars to the players.
pub(crate) fn build(w: &Compiled, messages: u32, sprites: &Sprites, seating: &Seating) -> Data {
    let mut live = Live { d: Data::new(w), s: Scratch::new(w) };
    live.d.messages = messages.saturating_add(sprites.messages + seating.messages);
    live.d.next_id = sprites.placed.len() as i32;
    live.d.num_sprites = sprites.placed.len() as i32;
    let mut tick = Tick { w, live: &mut live };
    let slots: Vec<Option<Slot>> = sprites
        .placed
        .iter()
        .map(|placed| {
            let info = &w.types[placed.kind];
            if w.cast[placed.kind].is_fixed {
                tick.live.d.groups[placed.kind].count += 1;
                tick.live.d.note_presence(placed.kind);
                return None;
            }
            Some(tick.settle_newborn(info, placed.id, (placed.x, placed.y), placed.is_first))
        })
        .collect();
    for slot in seating.surplus.iter().filter_map(|&number| slots[number]) {
        tick.remove(slot);
    }
    for (player, slot) in seating.seats.iter().filter_map(|&number| slots[number]).enumerate() {
        tick.register(player, slot);
    }
    tick.live.d.recount = tick.may_end_at_once();
    live.d.end_building(w);
    live.d
}

/// Short cut: types of which another sprite can be born without questions, see [`Tick::add_sprite`].
///
/// Invariant: they have a class and no singletons above them, no parameters that the reference complains about, their sprites are
/// as large as a cell and neither avatars nor made by one. The plain way is [`Tick::make`].
pub(crate) fn multiplying(s: &Sources<'_>, block: i32) -> List<Kind, bool> {
    s.kinds.list(|kind| {
        let info = &s.types[kind];
        s.shortcuts.has(Shortcuts::Births)
            && info.class.is_some()
            && info.singletons.is_empty()
            && !info.template.is(flag::AVATAR | flag::FROM_AVATAR)
            && (info.template.rect.w, info.template.rect.h) == (block, block)
            && info.unknown_params == 0
    })
}
