//! What sprites hold.

use ludex_vgdl::TypeId;

use crate::data::ABSENT;
use crate::sprite::{NO_INVENTORY, SpriteRef};
use crate::tick::Tick;

impl Tick<'_> {
    /// How much of a resource a sprite holds, if it ever held any.
    #[inline]
    pub fn held(&self, r: SpriteRef, resource: TypeId) -> Option<i32> {
        let at = self.place_in_inventory(r.resolve().ok()?, resource)?;
        Some(self.live.d.inventories[at]).filter(|&amount| amount != ABSENT)
    }

    /// Where it is noted how much of a resource a sprite holds that has held anything.
    #[inline]
    fn place_in_inventory(&self, slot: usize, resource: TypeId) -> Option<usize> {
        let start = self.live.d.sprites[slot].inventory;
        let column = self.w.resource_slots[usize::from(resource)]?;
        (start != NO_INVENTORY).then(|| start as usize + usize::from(column))
    }

    /// How much of a resource a sprite holds.
    #[inline]
    pub fn amount(&self, r: SpriteRef, resource: TypeId) -> i32 {
        self.held(r, resource).unwrap_or(0)
    }

    /// Changes what a sprite holds, not below zero.
    #[inline(never)]
    pub fn modify(&mut self, r: SpriteRef, resource: TypeId, change: i32) {
        if let Some(held) = self.held_mut(r, resource) {
            let amount = if *held == ABSENT { 0 } else { *held };
            *held = amount.wrapping_add(change).max(0);
        }
    }

    /// Sets what a sprite holds.
    #[inline]
    pub fn store(&mut self, r: SpriteRef, resource: TypeId, amount: i32) {
        match r.resolve().ok().and_then(|slot| self.place_in_inventory(slot, resource)) {
            Some(at) => self.live.d.inventories[at] = amount,
            None => self.store_first(r, resource, amount),
        }
    }

    /// The same for one that has never held anything.
    #[inline(never)]
    fn store_first(&mut self, r: SpriteRef, resource: TypeId, amount: i32) {
        if let Some(held) = self.held_mut(r, resource) {
            *held = amount;
        }
    }

    /// The note of how much of a resource a sprite holds, if it can be held.
    #[inline(always)]
    fn held_mut(&mut self, r: SpriteRef, resource: TypeId) -> Option<&mut i32> {
        let slot = self.slot(r)?;
        let column = self.w.resource_slots[usize::from(resource)]?;
        if self.live.d.sprites[slot].inventory == NO_INVENTORY {
            self.open_inventory(slot);
        }
        Some(&mut self.live.d.inventories[self.live.d.sprites[slot].inventory as usize + usize::from(column)])
    }

    /// Gives a sprite an empty inventory.
    #[inline]
    fn open_inventory(&mut self, slot: usize) {
        let (width, d) = (self.w.resources.len(), &mut self.live.d);
        let start = match d.free_inventories.pop() {
            Some(free) => {
                (free as usize..free as usize + width).for_each(|at| d.inventories[at] = ABSENT);
                free
            }
            None => {
                let end = d.inventories.len();
                (0..width).for_each(|_| d.inventories.push(ABSENT));
                end as u32
            }
        };
        d.sprites[slot].inventory = start;
    }
}
