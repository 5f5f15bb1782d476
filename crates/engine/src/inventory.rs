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
        if let Some(held) = self.held_mut(r, resource) {
            let amount = if *held == ABSENT { 0 } else { *held };
            *held = amount.wrapping_add(change).max(0);
        }
    }

    /// Sets what a sprite holds.
    pub fn store(&mut self, r: SpriteRef, resource: TypeId, amount: i32) {
        if let Some(held) = self.held_mut(r, resource) {
            *held = amount;
        }
    }

    /// The note of how much of a resource a sprite holds, if it can be held.
    #[inline(always)]
    fn held_mut(&mut self, r: SpriteRef, resource: TypeId) -> Option<&mut i32> {
        let slot = self.slot(r)?;
        let column = self.w.resource_slots[usize::from(resource)]?;
        let mut row = self.d.sprites[slot].inventory;
        if row == NO_SLOT {
            row = self.open_inventory(slot);
        }
        Some(&mut self.d.inventories[usize::from(row) * self.w.resources.len() + usize::from(column)])
    }

    /// Gives a sprite an empty inventory.
    fn open_inventory(&mut self, slot: usize) -> u16 {
        let (width, d) = (self.w.resources.len(), &mut *self.d);
        let row = match d.free_inventories.pop() {
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
        d.sprites[slot].inventory = row;
        row
    }
}
