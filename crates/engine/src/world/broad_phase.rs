//! The broad phase: who can meet whom, and who looks for whom, worked out once for a world.
//!
//! The reference tests every sprite of one type against every sprite of the other, for every effect. Here
//! nothing is tested as long as neither moves: the one that has moved looks around. Where it looks depends on
//! what its partners are:
//!
//! - *Fixtures* never change: the world knows which of them are in a cell.
//! - Sprites that have partners which are neither fixtures nor avatars are linked into the
//!   [grid](crate::tick::grid) of the state.
//! - Avatars are one or two. They look around in every tick, so that nobody needs to look for them but what
//!   an effect has just moved. Sprites that have only avatars to meet need no place in the grid: the avatars
//!   scan the lists of their types.

use super::cast::{Cast, Part};
use super::due::{self, DueTable, Relations};
use super::entries::{Entries, Entry};
use super::lines::Lines;
use super::type_set::fold;
use super::types::Types;
use crate::index::{EntryId, Kind, Kinds, List};
use crate::tick::shortcuts::noop_steps::{self, NoOpSteps};
use crate::tick::shortcuts::{Shortcuts, wall_bumps};

/// What sprites of a type look for, and when: its collision profile.
#[derive(Debug)]
pub(crate) struct Profile {
    /// Its bit in the masks of grid cells, or 0: then its sprites are not linked into the grid.
    pub bit: u16,
    /// What it looks for around it.
    pub query: Query,
    /// The types whose lists it scans when it looks around in every tick. Only avatars do.
    pub scans: Scan,
    /// The types whose lists it scans when an effect has moved it: then it looks for avatars too.
    pub scans_when_moved: Scan,
    /// The fixtures that put an avatar of this type back before anything else happens, folded into one word: see
    /// [`wall_bumps`].
    pub bumps: u64,
    /// Does something happen to it at the edge of the screen?
    pub edge: bool,
    /// Has a sprite of this type anything to look for?
    pub looks: bool,
    /// Is it kept track of where in the grid its sprites lie? If not, then only of whether they are on the screen, where
    /// something happens at the edge.
    pub located: bool,
    /// When its steps come to nothing.
    pub noop: NoOpSteps,
    /// Does it mark the cells that it leaves, as an early partner of a type whose steps can come to nothing?
    pub marks_departures: bool,
    /// Which entries are due for one of its sprites that looks.
    pub due: DueTable,
}

impl Profile {
    /// Are its sprites linked into the grid?
    #[inline]
    pub fn gridded(&self) -> bool {
        self.bit != 0
    }
}

/// Partners that are looked for around a sprite.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Query {
    /// Those that are fixtures, folded into one word.
    pub fixtures: u64,
    /// The bits of those in the grid.
    pub grid: u16,
    /// The same types, folded into one word.
    pub in_grid: u64,
}

impl Query {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.fixtures == 0 && self.grid == 0
    }

    fn new(fixtures: u64, linked: &[Kind], bits: &List<Kind, u16>) -> Query {
        let grid = linked.iter().fold(0, |mask, &kind| mask | bits[kind]);
        Query { fixtures, grid, in_grid: fold(linked.iter().copied()) }
    }
}

/// Types whose lists are scanned.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scan {
    pub types: Vec<Kind>,
    /// The same, folded into one word.
    pub bits: u64,
    /// The number of the last entry with one of them.
    pub last: u32,
}

impl Scan {
    fn new(types: Vec<Kind>, last: u32) -> Scan {
        let bits = fold(types.iter().copied());
        Scan { types, bits, last }
    }
}

/// The broad phase of a world.
#[derive(Debug)]
pub(crate) struct BroadPhase {
    pub of: List<Kind, Profile>,
    pub relations: List<Kind, Relations>,
    /// Are sprites of any type linked into the grid?
    pub has_grid: bool,
    /// Do no steps come to nothing, and does nobody seek ground?
    pub is_simple: bool,
    /// Is it kept track of where in the grid avatars lie?
    pub finds_avatars: bool,
    /// The types of avatars.
    pub avatars: Vec<Kind>,
}

/// What the passes of this file build on.
pub(crate) struct Sources<'a> {
    pub kinds: Kinds,
    pub types: &'a Types,
    pub lines: &'a Lines,
    pub entries: &'a Entries,
    pub cast: &'a Cast,
    pub shortcuts: Shortcuts,
}

/// Compiles the broad phase.
pub(crate) fn compile(s: &Sources<'_>) -> BroadPhase {
    let kinds = s.kinds;
    let relations = due::relations(kinds, s.types, s.entries);
    let bits = grid_bits(s, &relations);
    let noop = noop_steps::compile(s, &relations, &bits);
    let early = noop.iter().fold(0, |all, noop| all | noop.early);
    let of = kinds.list(|kind| {
        let relations = &relations[kind];
        let due = DueTable::new(relations, kinds, s.types, s.entries, s.shortcuts);
        let near = Near::new(s, relations, &bits);
        let query = Query::new(near.fixtures, &near.linked, &bits);
        let scans_when_moved = near.scan(s, relations);
        let scans = if s.cast[kind].is_avatar { scans_when_moved.clone() } else { Scan::default() };
        Profile {
            bit: bits[kind],
            query,
            looks: !query.is_empty() || !scans.types.is_empty(),
            located: bits[kind] != 0 || !query.is_empty(),
            scans,
            scans_when_moved,
            bumps: if s.cast[kind].is_avatar { wall_bumps::compile(s, query.fixtures, &due) } else { 0 },
            edge: s.lines.edges.iter().any(|&(edge, _)| s.types[edge].family.contains(kind)),
            marks_departures: early & kind.bit() != 0 && bits[kind] != 0,
            noop: noop[kind],
            due,
        }
    });
    let avatars: Vec<Kind> = kinds.iter().filter(|&kind| s.cast[kind].is_avatar).collect();
    BroadPhase {
        finds_avatars: avatars.iter().all(|&kind| of[kind].located),
        has_grid: bits.iter().any(|&bit| bit != 0),
        is_simple: s.entries.ground.is_empty() && of.iter().all(|p| p.noop.walls == 0),
        avatars,
        of,
        relations,
    }
}

/// The bits of types in the masks of grid cells. With more types than bits, some share one.
fn grid_bits(s: &Sources<'_>, relations: &List<Kind, Relations>) -> List<Kind, u16> {
    let mut linked = 0;
    s.kinds.list(|kind| {
        let partners = &relations[kind].partners;
        let meets_mobile = || s.kinds.iter().any(|u| partners.contains(u) && s.cast[u].is_mobile());
        if !s.cast[kind].is_mobile() || !meets_mobile() {
            return 0;
        }
        linked += 1;
        1 << (linked % u16::BITS)
    })
}

/// The partners of a type, by where they are looked for.
struct Near {
    /// Those with fixtures, folded into one word.
    fixtures: u64,
    /// Those in the grid.
    linked: Vec<Kind>,
    /// Those that are found in the lists of their types: avatars, and those that are not in the grid.
    scanned: Vec<Kind>,
}

impl Near {
    fn new(s: &Sources<'_>, relations: &Relations, bits: &List<Kind, u16>) -> Near {
        let partners: Vec<Kind> = s.kinds.iter().filter(|&u| relations.partners.contains(u)).collect();
        let such = |wanted: &dyn Fn(Kind, &Part) -> bool| {
            partners.iter().copied().filter(|&u| wanted(u, &s.cast[u])).collect::<Vec<Kind>>()
        };
        let mut scanned = such(&|_, part| part.is_avatar && part.is_dynamic);
        scanned.extend(such(&|u, part| part.is_mobile() && bits[u] == 0));
        Near {
            fixtures: fold(such(&|_, part| part.has_fixtures())),
            linked: such(&|u, _| bits[u] != 0),
            scanned,
        }
    }

    /// The lists that are scanned, with the last entry that speaks of one of them.
    fn scan(&self, s: &Sources<'_>, relations: &Relations) -> Scan {
        let speaks_of_them = |id: &EntryId| {
            let &Entry { first, second, .. } = &s.entries.list[*id];
            let mut families = [first, second].into_iter().map(|kind| &s.types[kind].family);
            families.any(|family| self.scanned.iter().any(|&kind| family.contains(kind)))
        };
        let last = relations.roles.iter().rev().map(|role| role.entry).find(speaks_of_them);
        Scan::new(self.scanned.clone(), last.map_or(0, EntryId::number))
    }
}
