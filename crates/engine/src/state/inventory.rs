//! What sprites hold.
//!
//! Amounts are kept in one list, a row for each slot, with a column for each type that can be held. It reaches at least as
//! far as the last slot that has held anything: in most states nobody has, and it is empty.

use ludex_vgdl::TypeId;

use crate::index::{Index, Kind, Slot, SpriteRef};
use crate::state::data::{ABSENT, Data};
use crate::tick::Tick;
use crate::world::Compiled;
use crate::world::resources::NO_COLUMN;

/// The place of what fixtures hold, which is nothing.
const OF_FIXTURE: usize = usize::MAX;

impl Tick<'_> {
    /// How much of a resource a sprite holds, if it ever held any.
    #[inline]
    pub fn held(&self, r: SpriteRef, resource: Kind) -> Option<i32> {
        let amount = self.live.d.noted_at(self.place_in_inventory(r, resource));
        (amount != ABSENT).then_some(amount)
    }

    /// How much of a resource a sprite holds.
    #[inline]
    pub fn amount(&self, r: SpriteRef, resource: Kind) -> i32 {
        self.amount_at(self.place_in_inventory(r, resource))
    }

    /// Sets what a sprite holds.
    #[inline]
    pub fn store(&mut self, r: SpriteRef, resource: Kind, amount: i32) {
        self.store_at(self.place_in_inventory(r, resource), amount);
    }

    /// Changes what a sprite holds, not below zero.
    #[inline(never)]
    pub fn modify(&mut self, r: SpriteRef, resource: Kind, change: i32) {
        let at = self.place_in_inventory(r, resource);
        self.store_at(at, self.amount_at(at).wrapping_add(change).max(0));
    }

    /// Where it is noted how much of a resource a sprite holds: from [`NO_COLUMN`] on for fixtures, and for what cannot be held.
    #[inline]
    pub fn place_in_inventory(&self, r: SpriteRef, resource: Kind) -> usize {
        match r.as_slot() {
            Some(slot) => slot.position() * self.w.resources.types.len() + self.w.resources.columns[resource],
            None => OF_FIXTURE,
        }
    }

    /// How much is held there.
    #[inline]
    pub fn amount_at(&self, at: usize) -> i32 {
        let amount = self.live.d.noted_at(at);
        if amount == ABSENT { 0 } else { amount }
    }

    /// Sets how much is held there.
    #[inline]
    pub fn store_at(&mut self, at: usize, amount: i32) {
        if at < self.live.d.inventories.len() {
            self.live.d.inventories[at] = amount;
        } else {
            self.store_beyond(at, amount);
        }
    }

    /// Sets an amount where the list does not reach yet.
    #[cold]
    #[inline(never)]
    fn store_beyond(&mut self, at: usize, amount: i32) {
        debug_assert_ne!(at, OF_FIXTURE, "an effect changes what a fixture holds");
        if at < NO_COLUMN {
            // Others that are made after this one may hold something soon.
            let rows = (at / self.w.resources.types.len() + 1).next_multiple_of(8);
            self.live.d.inventories.resize(rows * self.w.resources.types.len(), ABSENT);
            self.live.d.inventories[at] = amount;
        }
    }

    /// Takes away all that a sprite holds, and that it ever held any.
    #[inline(always)]
    pub fn empty_inventory(&mut self, slot: Slot) {
        let width = self.w.resources.types.len();
        let start = slot.position() * width;
        if start < self.live.d.inventories.len() {
            for at in start..start + width {
                self.live.d.inventories[at] = ABSENT;
            }
        }
    }
}

impl Data {
    /// The amount that is noted there, or [`ABSENT`].
    #[inline]
    fn noted_at(&self, at: usize) -> i32 {
        if at < self.inventories.len() { self.inventories[at] } else { ABSENT }
    }

    /// All that a sprite holds: every type that it ever held with its amount, by ascending type.
    pub fn inventory<'a>(
        &self,
        w: &'a Compiled,
        slot: Slot,
    ) -> impl Iterator<Item = (TypeId, i32)> + use<'_, 'a> {
        let start = slot.position() * w.resources.types.len();
        let row =
            w.resources.types.iter().zip(start..).map(|(resource, at)| (resource.id(), self.noted_at(at)));
        row.filter(|&(_, amount)| amount != ABSENT)
    }
}
