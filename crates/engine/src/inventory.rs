//! What sprites hold.

use ludex_vgdl::TypeId;

use crate::data::ABSENT;
use crate::sprite::{NO_SLOT, SpriteRef};
use crate::tick::Tick;

impl Tick<'_> {
    /// How much of a resource a sprite holds, if it ever held any.
    pub fn held(&self, r: SpriteRef, resource: TypeId) -> Option<i32> {
        let slot = r.resolve().ok()?;
        let column = usize::from(self.w.resource_slots[usize::from(resource)]?);
        let row = self.d.inventory_row(self.d.sprites[slot].inventory, self.w.resources.len());
        row.get(column).copied().filter(|&amount| amount != ABSENT)
    }

    /// How much of a resource a sprite holds.
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
        let width = self.w.resources.len();
        let (Some(slot), Some(column)) = (self.slot(r), self.w.resource_slots[usize::from(resource)]) else {
            return;
        };
        if self.d.sprites[slot].inventory == NO_SLOT {
            self.d.sprites[slot].inventory = match self.d.free_inventories.pop() {
                Some(free) => {
                    let start = usize::from(free) * width;
                    self.d.inventories[start..start + width].fill(ABSENT);
                    free
                }
                None => {
                    let fresh = self.d.inventories.len() / width;
                    self.d.inventories.resize((fresh + 1) * width, ABSENT);
                    fresh as u16
                }
            };
        }
        let row = usize::from(self.d.sprites[slot].inventory) * width;
        self.d.inventories[row + usize::from(column)] = amount;
    }
}
