//! The turns of all sprites that no player controls, type by type.

use crate::classes::{Class, TakeTurns};
use crate::index::{Kind, Kinds, List, Slot};
use crate::tick::Tick;
use crate::tick::phase::Phase;
use crate::tick::shortcuts::{Shortcuts, flights, spawners, walks};
use crate::world::cast;
use crate::world::lines::Lines;
use crate::world::type_set::TypeSet;
use crate::world::types::{TypeInfo, Types};

/// The turns of a game: those of the types whose sprites do something in their turns, in the order of updates.
#[derive(Debug)]
pub(crate) struct Turns {
    list: Vec<Turn>,
    /// Per type: the bit of its turn in a state's [`busy`](crate::state::data::Data::busy), if it has one.
    pub bits: List<Kind, u64>,
}

/// So many turns, the first ones, have a bit each.
const WITH_BIT: usize = u64::BITS as usize;

/// The turns of the sprites of a type.
#[derive(Debug)]
struct Turn {
    kind: Kind,
    /// Its place in the update order.
    place: u32,
    take: TakeTurns,
}

/// How the sprites of a type take their turns: one after the other, as their class says, or by a short cut.
fn way(info: &TypeInfo, class: &Class, shortcuts: Shortcuts) -> TakeTurns {
    if shortcuts.has(Shortcuts::Flights) && flights::applies(info) {
        |mut t, info| t.fly_all(info)
    } else if shortcuts.has(Shortcuts::Walks) && walks::applies(info) {
        class.walk_all()
    } else if shortcuts.has(Shortcuts::Spawners) && spawners::applies(info) {
        |mut t, info| t.spawn_all(info)
    } else {
        class.update_each()
    }
}

/// Lists the turns of a game. Types whose sprites do nothing in their turns have none, unless an effect may make them move.
pub(crate) fn compile(kinds: Kinds, types: &Types, lines: &Lines, shortcuts: Shortcuts) -> Turns {
    let mut oriented = TypeSet::new(kinds.count());
    for line in &lines.list {
        cast::add(&mut oriented, &line.facts.orients, types, kinds);
    }
    let skips_idle = shortcuts.has(Shortcuts::IdleTypes);
    let has_turn = |kind: &Kind| {
        let info = &types[*kind];
        let is_idle = skips_idle && info.is_idle() && !oriented.contains(*kind);
        !is_idle && info.class.is_some() && !info.has_avatar_class()
    };
    let mut updated: Vec<(u32, Kind)> =
        kinds.iter().filter(has_turn).filter_map(|kind| Some((types[kind].turn?, kind))).collect();
    updated.sort_unstable();
    let turn = |&(place, kind): &(u32, Kind)| {
        let info = &types[kind];
        Some(Turn { kind, place, take: way(info, info.class.as_ref()?, shortcuts) })
    };
    let list: Vec<Turn> = updated.iter().filter_map(turn).collect();
    let mut bits = kinds.list(|_| 0);
    for (index, turn) in list.iter().take(WITH_BIT).enumerate() {
        bits[turn.kind] = 1 << index;
    }
    Turns { list, bits }
}

impl Tick<'_> {
    /// The turns of all sprites that no player controls.
    pub fn update_sprites(&mut self) {
        // Types without sprites are passed over, and those that get some before their turn comes are not.
        let mut to_come = u64::MAX;
        while self.live.d.busy & to_come != 0 {
            let index = (self.live.d.busy & to_come).trailing_zeros() as usize;
            to_come = u64::MAX << index << 1;
            if let Some(turn) = self.w.turns.list.get(index) {
                self.take_turn(turn);
            }
        }
        if self.w.turns.list.len() > WITH_BIT {
            self.take_other_turns();
        }
    }

    #[cold]
    fn take_other_turns(&mut self) {
        for turn in &self.w.turns.list[WITH_BIT..] {
            self.take_turn(turn);
        }
    }

    #[inline(always)]
    fn take_turn(&mut self, turn: &Turn) {
        self.live.d.phase = Phase::Updates(turn.place);
        let info = self.info(turn.kind);
        (turn.take)(self.reborrow(), info);
    }

    /// The turns of the sprites of a type, one after the other.
    #[inline(always)]
    pub(crate) fn update_each(&mut self, info: &TypeInfo, update: impl Fn(&mut Self, Slot)) {
        let group = &self.live.d.groups[info.template.kind];
        let (mut at, last) = (group.first, group.last);
        while let Some(slot) = at {
            let sprite = &mut self.live.d.sprites[slot];
            sprite.last = sprite.rect;
            update(self, slot);
            // What joins the list now waits for the next tick.
            at = if at == last { None } else { self.live.d.sprites[slot].next };
        }
    }
}
