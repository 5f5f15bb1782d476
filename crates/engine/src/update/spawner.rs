//! Sprites that make sprites.

use ludex_vgdl::TypeId;

use crate::data::{Data, Group};
use crate::geometry::NONE;
use crate::population::NewSprite;
use crate::sprite::{NO_SLOT, Sprite, SpriteRef};
use crate::tick::Tick;
use crate::types::TypeInfo;

impl Tick<'_> {
    /// The turn of all spawners of a type that never move, grow old or draw anything else: the same as
    /// `spawn_point` for each, with what the type fixes looked up once.
    pub(super) fn spawn_in_place(&mut self, info: &TypeInfo, group: Group) {
        let mut at = group.first;
        while let Some((slot, spawns)) = self.live.d.next_spawner(info, &mut at, group.last) {
            if spawns {
                self.spawn_product(slot, self.live.d.sprites[slot].target);
            }
            self.vanish_after_limit(slot, info);
        }
    }

    /// The turn of all BomberRandomMissiles of a type.
    pub(super) fn bomb_all(&mut self, info: &TypeInfo, group: Group) {
        let mut at = group.first;
        loop {
            let slot = usize::from(at);
            let bomber = &mut self.live.d.sprites[slot];
            bomber.last = bomber.rect;
            self.choose_missile(slot, info);
            self.spawn_point(slot, info);
            // What joins the list now waits for the next tick.
            if at == group.last {
                break;
            }
            at = self.live.d.sprites[slot].next;
        }
    }

    /// A spawner vanishes when it has spawned what it may in total.
    #[inline]
    fn vanish_after_limit(&mut self, slot: usize, info: &TypeInfo) {
        if info.own.limit > 0 && self.live.d.sprites[slot].count >= info.own.limit {
            self.kill(SpriteRef::slot(slot), false);
        }
    }

    #[inline]
    pub(super) fn spawn_point(&mut self, slot: usize, info: &TypeInfo) {
        if self.spawns_now(slot, info) {
            self.spawn_product(slot, self.live.d.sprites[slot].target);
        }
        self.base_update(slot, info);
        self.vanish_after_limit(slot, info);
    }

    pub(super) fn spawn_point_multi(&mut self, slot: usize, info: &TypeInfo) {
        if self.spawns_now(slot, info) {
            for &product in &info.stypes {
                self.spawn_product(slot, product);
            }
        }
        self.base_update(slot, info);
        self.vanish_after_limit(slot, info);
    }

    #[inline]
    fn choose_missile(&mut self, slot: usize, info: &TypeInfo) {
        let listed = &info.stypes;
        let changed = self.live.d.missiles.iter().find(|(s, _)| usize::from(*s) == slot);
        let choices = changed.map_or(listed, |(_, list)| list);
        if !choices.is_empty() {
            let choice = self.live.d.rng.next_int(choices.len() as u32) as usize;
            self.live.d.sprites[slot].target = choices[choice];
        }
    }

    #[inline]
    fn spawns_now(&mut self, slot: usize, info: &TypeInfo) -> bool {
        // The draw is made in every tick, due or not.
        let happens = self.live.d.rng.happens(info.own.chance);
        self.live.d.sprites[slot].is_due(self.live.d.tick, info) && happens
    }

    #[inline(never)]
    fn spawn_product(&mut self, slot: usize, product: i32) {
        let Ok(kind) = TypeId::try_from(product) else { return };
        let spawner = self.live.d.sprites[slot];
        let new = NewSprite { kind, x: spawner.rect.x, y: spawner.rect.y, force: false };
        let Some(born) = self.add_sprite(new) else { return };
        self.live.d.sprites[slot].count += 1;
        let own = &self.info(spawner.kind).own;
        let child = &mut self.live.d.sprites[born];
        if own.spawn_orientation != NONE {
            child.orientation = own.spawn_orientation;
        } else if child.orientation == NONE {
            child.orientation = spawner.orientation;
        }
    }
}

/// The multiples of a number, told without a division: n times 2^64 / d, rounded up, overflows to less than one such part
/// if, and only if, d divides n.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Multiples(u64);

impl Multiples {
    pub fn of(number: i32) -> Multiples {
        Multiples((u64::MAX / number.max(1) as u64).wrapping_add(1))
    }

    #[inline]
    fn contains(self, number: u32) -> bool {
        u64::from(number).wrapping_mul(self.0) <= self.0.wrapping_sub(1)
    }
}

impl Sprite {
    /// Is it a spawner's time in this tick? Its first update sets its clock.
    #[inline]
    fn is_due(&mut self, tick: i32, info: &TypeInfo) -> bool {
        if self.timer == -1 {
            self.timer = tick;
        }
        info.beats.contains(self.timer.wrapping_add(tick) as u32)
    }
}

impl Data {
    /// Lets spawners of a type wait, from one on. Returns the first that does not, as it spawns now or has
    /// done its part.
    #[inline]
    fn next_spawner(&mut self, info: &TypeInfo, at: &mut u16, last: u16) -> Option<(usize, bool)> {
        let tick = self.tick;
        let limit = if info.own.limit > 0 { info.own.limit } else { i32::MAX };
        let mut rng = self.rng;
        let mut found = None;
        while *at != NO_SLOT && found.is_none() {
            let slot = usize::from(*at);
            let spawner = &mut self.sprites[slot];
            // What joins the list now waits for the next tick.
            *at = if *at == last { NO_SLOT } else { spawner.next };
            spawner.last = spawner.rect;
            let is_due = spawner.is_due(tick, info);
            // The draw is made in every tick, due or not.
            let spawns = rng.happens(info.own.chance) & is_due;
            if spawns || spawner.count >= limit {
                found = Some((slot, spawns));
            }
        }
        self.rng = rng;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Multiples;

    #[test]
    fn multiples_are_told_as_by_division() {
        for d in (1..300).chain([4_001, 65_536, 1 << 30, i32::MAX]) {
            let multiples = Multiples::of(d);
            let far = u32::MAX - u32::MAX % d as u32;
            for n in (0..4_100).chain([far - 1, far, far.wrapping_add(1), u32::MAX]) {
                assert_eq!(multiples.contains(n), n.is_multiple_of(d as u32), "{n} by {d}");
            }
        }
    }
}
