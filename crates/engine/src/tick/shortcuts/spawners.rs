//! Short cut: all spawners of a type that stand still in one loop.
//!
//! Invariant: such a spawner does nothing in its turn but draw, and now and then spawn or vanish: it never moves and never
//! grows old. While spawners only draw, the generator stays in a register. The plain way is
//! [`NpcClass::update`](crate::classes::NpcClass::update) for each.

use crate::classes::Spawner;
use crate::index::Slot;
use crate::state::data::Data;
use crate::tick::Tick;
use crate::world::types::TypeInfo;

/// Can the sprites of a type take their turns like this?
pub(crate) fn applies(info: &TypeInfo) -> bool {
    info.class.as_ref().is_some_and(|class| class.spawner().is_some())
        && (info.is_static || info.only_active)
        && info.template.time_to_live < 0
}

impl Tick<'_> {
    /// The turns of all spawners of a type.
    pub(crate) fn spawn_all(&mut self, info: &TypeInfo) {
        let Some(spawner) = info.class.as_ref().and_then(|class| class.spawner()) else { return };
        let group = &self.live.d.groups[info.template.kind];
        let (mut at, last) = (group.first, group.last);
        while let Some((slot, spawns)) = self.live.d.next_spawner(spawner, &mut at, last) {
            if spawns {
                spawner.spawn(self, slot, self.live.d.sprites[slot].product);
            }
            spawner.vanish_after_last(self, slot);
        }
    }
}

impl Data {
    /// Lets spawners wait, from one on. Returns the first that does not, as it spawns now or has made all that it may.
    #[inline]
    fn next_spawner(
        &mut self,
        spawner: &Spawner,
        at: &mut Option<Slot>,
        last: Option<Slot>,
    ) -> Option<(Slot, bool)> {
        let tick = self.tick;
        let (mut rng, mut next, mut found) = (self.rng, *at, None);
        while let Some(slot) = next {
            let sprite = &mut self.sprites[slot];
            // What joins the list now waits for the next tick.
            next = if next == last { None } else { sprite.next };
            sprite.last = sprite.rect;
            let is_due = spawner.is_due(sprite, tick);
            let spawns = rng.happens(spawner.chance) & is_due;
            if spawns || sprite.count >= spawner.total {
                found = Some((slot, spawns));
                break;
            }
        }
        (self.rng, *at) = (rng, next);
        found
    }
}
