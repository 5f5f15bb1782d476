//! What sprites hold.

use ludex_vgdl::TypeId;

use crate::data::ABSENT;
use crate::sprite::{NO_SLOT, SpriteRef};
use crate::tick::Tick;

impl Tick<'_> {
    /// How much of a resource a sprite holds, if it ever held any.
    #[inline]
    pub fn held(&self, r: SpriteRef, resource: TypeId) -> Option<i32> {
        let at = self.place_in_inventory(r.resolve().ok()?, resource)?;
        Some(self.d.inventories[at]).filter(|&amount| amount != ABSENT)
    }

    /// Where it is noted how much of a resource a sprite holds that has held anything.
    #[inline]
    fn place_in_inventory(&self, slot: usize, resource: TypeId) -> Option<usize> {
        let row = self.d.sprites[slot].inventory;
        let column = self.w.resource_slots[usize::from(resource)]?;
        (row != NO_SLOT).then(|| usize::from(row) * self.w.resources.len() + usize::from(column))
    }

    /// How much of a resource a sprite holds.
    #[inline]
    pub fn amount(&self, r: SpriteRef, resource: TypeId) -> i32 {
        self.held(r, resource).unwrap_or(0)
    }

    /// Changes what a sprite holds, not below zero.
    pub fn modify(&mut self, r: SpriteRef, resource: TypeId, change: i32) {
        let amount = self.amount(r, resource).wrapping_add(change).max(0);
        self.store(r, resource, amount);
    }

    /// Sets what a sprite holds.
    pub fn store(&mut self, r: SpriteRef, resource: TypeId, amount: i32) {
        let Some(slot) = self.slot(r) else { return };
        let can_be_held = self.w.resource_slots[usize::from(resource)].is_some();
        if can_be_held && self.d.sprites[slot].inventory == NO_SLOT {
            self.open_inventory(slot);
        }
        if let Some(at) = self.place_in_inventory(slot, resource) {
            self.d.inventories[at] = amount;
        }
    }

    /// Gives a sprite an empty inventory.
    fn open_inventory(&mut self, slot: usize) {
        let (width, d) = (self.w.resources.len(), &mut *self.d);
        d.sprites[slot].inventory = match d.free_inventories.pop() {
            Some(free) => {
                let start = usize::from(free) * width;
                d.inventories[start..start + width].fill(ABSENT);
                free
            }
            None => {
                let fresh = d.inventories.len() / width;
                d.inventories.resize((fresh + 1) * width, ABSENT);
                fresh as u16
            }
        };
    }
}
