//! What a state looks like, as numbers, and what a tick has changed.

use ludex_engine::{Observation, SlotView};

use crate::interface::Simulator;
use crate::kit::sets::mix;

#[inline]
fn both((a, b): (i32, i32)) -> u64 {
    u64::from(a as u32) << 32 | u64::from(b as u32)
}

/// A number for a sprite of a type at a place.
#[inline]
fn place(slot: &SlotView<'_>) -> u64 {
    mix(both(slot.position()), u64::from(slot.type_id()) << 1 | 1)
}

/// What a type weighs in the counters.
#[inline]
fn weight(slot: u64) -> u64 {
    mix(slot, 0x4528_21E6_38D0_1377)
}

/// How the avatar stands: its type, where it is and where it faces.
pub(in crate::champion) fn stance(seen: &Observation<'_>, player: usize) -> u64 {
    let (x, y) = seen.avatar_position(player);
    let (ox, oy) = seen.avatar_orientation(player);
    let kind = seen.avatar_type(player).map_or(0, u64::from);
    mix(both((x as i32, y as i32)), mix(both(((ox * 2.0) as i32, (oy * 2.0) as i32)), kind))
}

/// What the avatar holds; roughly, where it is much.
fn belongings(seen: &Observation<'_>, player: usize) -> u64 {
    let roughly = |amount: i32| if amount > 16 { 16 + amount.ilog2() as i32 } else { amount };
    let held = seen.avatar_resources(player).filter(|&(_, amount)| amount != 0);
    let held = held.map(|(kind, amount)| (kind, roughly(amount)));
    held.fold(0, |sum, (kind, amount)| sum.wrapping_add(mix(u64::from(kind) + 1, u64::from(amount as u32))))
}

/// What a tick has changed.
#[derive(Debug, Default)]
pub(super) struct Change {
    /// A number for where everything is that is not ignored, and for what the avatar holds.
    pub key: u64,
    /// By how much the sum of all types' weights has changed.
    pub counters: u64,
    /// How the avatar stands, and what it holds.
    pub stance: u64,
    pub belongings: u64,
    /// Has a sprite other than the avatar moved, come or gone?
    pub event: bool,
    /// Sprites that are where they were not, as numbers.
    pub atoms: Vec<u64>,
}

impl Change {
    /// Compares a state with the one that a tick led to. Sprites of the types to be ignored may be anywhere.
    pub fn compare(&mut self, before: &Simulator, after: &Simulator, ignored: &[bool]) {
        let (was, is, player) = (before.observation(), after.observation(), after.player());
        self.atoms.clear();
        self.event = false;
        self.counters = 0;
        let mut places = 0_u64;
        let is_ignored =
            |slot: &SlotView<'_>| ignored.get(usize::from(slot.type_id())).is_some_and(|ignored| *ignored);
        let mut old = was.slots();
        for slot in is.slots() {
            let before = old.next().flatten();
            match (before, slot) {
                (None, None) => {}
                (Some(before), Some(slot)) if before.id() == slot.id() => {
                    if slot.is_avatar() || is_ignored(&slot) {
                        continue;
                    }
                    let here = place(&slot);
                    places = places.wrapping_add(here);
                    if before.position() != slot.position() {
                        self.event = true;
                        self.atoms.push(here);
                    }
                }
                (before, slot) => {
                    if let Some(before) = before.filter(|slot| !is_ignored(slot)) {
                        self.lose(u64::from(before.type_id()));
                    }
                    if let Some(slot) = slot.filter(|slot| !is_ignored(slot)) {
                        self.gain(u64::from(slot.type_id()));
                        if !slot.is_avatar() {
                            let here = place(&slot);
                            places = places.wrapping_add(here);
                            self.atoms.push(here);
                        }
                    }
                }
            }
        }
        old.flatten().filter(|slot| !is_ignored(slot)).for_each(|slot| self.lose(u64::from(slot.type_id())));
        for (at, (before, after)) in was.standing().iter().zip(is.standing()).enumerate() {
            let mut changed = before ^ after;
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let Some(fixture) = is.fixture(64 * at + bit) else { continue };
                if before >> bit & 1 != 0 {
                    self.lose(u64::from(fixture.type_id));
                } else {
                    self.gain(u64::from(fixture.type_id));
                }
                self.atoms.push(mix((64 * at + bit) as u64, before >> bit & 1));
            }
        }
        self.stance = stance(&is, player);
        self.belongings = belongings(&is, player);
        self.key = places.wrapping_add(mix(self.stance, self.belongings));
    }

    fn lose(&mut self, kind: u64) {
        self.event = true;
        self.counters = self.counters.wrapping_sub(weight(kind));
    }

    fn gain(&mut self, kind: u64) {
        self.event = true;
        self.counters = self.counters.wrapping_add(weight(kind));
    }
}
