//! Sprites that make sprites.

use ludex_vgdl::TypeId;

use crate::geometry::NONE;
use crate::population::NewSprite;
use crate::sprite::SpriteRef;
use crate::tick::Tick;
use crate::types::TypeInfo;

impl Tick<'_> {
    /// The turn of all spawners of a type that never move, grow old or draw anything else: the same as
    /// `spawn_point` for each, with what the type fixes looked up once.
    pub fn spawn_in_place(&mut self, info: &TypeInfo, first: u16, last: u16) {
        let tick = self.d.tick;
        let mut at = first;
        loop {
            let slot = usize::from(at);
            let spawner = &mut self.d.sprites[slot];
            spawner.last = spawner.rect;
            if spawner.timer == -1 {
                spawner.timer = tick;
            }
            let due = spawner.timer.wrapping_add(tick) % info.cooldown == 0;
            let product = spawner.target;
            let chance = f64::from(self.d.rng.next_float());
            if due && chance < info.own.probability {
                self.spawn_product(slot, product);
            }
            let spawner = &self.d.sprites[slot];
            if info.own.limit > 0 && spawner.count >= info.own.limit {
                self.kill(SpriteRef::slot(slot), false);
            }
            if at == last {
                break;
            }
            at = self.d.sprites[slot].next;
        }
    }

    pub(super) fn spawn_point(&mut self, slot: usize) {
        let product = self.d.sprites[slot].target;
        self.spawn_all(slot, &[product]);
    }

    pub(super) fn spawn_point_multi(&mut self, slot: usize) {
        let products = &self.info(self.d.sprites[slot].kind).stypes;
        self.spawn_all(slot, products);
    }

    pub(super) fn bomber_random_missile(&mut self, slot: usize) {
        let listed = &self.info(self.d.sprites[slot].kind).stypes;
        let changed = self.d.missiles.iter().find(|(s, _)| usize::from(*s) == slot);
        let choices = changed.map_or(listed, |(_, list)| list);
        if !choices.is_empty() {
            let choice = self.d.rng.next_int(choices.len() as u32) as usize;
            self.d.sprites[slot].target = choices[choice];
        }
        self.spawn_point(slot);
    }

    fn spawn_all(&mut self, slot: usize, products: &[i32]) {
        let info = self.info(self.d.sprites[slot].kind);
        let tick = self.d.tick;
        let spawner = &mut self.d.sprites[slot];
        if spawner.timer == -1 {
            spawner.timer = tick;
        }
        let due = spawner.timer.wrapping_add(tick) % info.cooldown == 0;
        // The draw is made in every tick, due or not.
        let chance = f64::from(self.d.rng.next_float());
        if due && chance < info.own.probability {
            for &product in products {
                self.spawn_product(slot, product);
            }
        }
        self.base_update(slot);
        if info.own.limit > 0 && self.d.sprites[slot].count >= info.own.limit {
            self.kill(SpriteRef::slot(slot), false);
        }
    }

    fn spawn_product(&mut self, slot: usize, product: i32) {
        let Ok(kind) = TypeId::try_from(product) else { return };
        let spawner = self.d.sprites[slot];
        let new =
            NewSprite { kind, x: f64::from(spawner.rect.x), y: f64::from(spawner.rect.y), force: false };
        let Some(born) = self.add_sprite(new) else { return };
        self.d.sprites[slot].count += 1;
        let own = &self.info(spawner.kind).own;
        let child = &mut self.d.sprites[born];
        if own.spawn_orientation != NONE {
            child.orientation = own.spawn_orientation;
        } else if child.orientation == NONE {
            child.orientation = spawner.orientation;
        }
    }
}
