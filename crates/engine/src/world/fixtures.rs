//! Short cut: sprites of the level that can disappear but never change (walls, floor, things to collect) are described once, in
//! the world. A state only remembers which of them are still there, one bit each.
//!
//! Invariant: the types do nothing by themselves, no effect changes their sprites in place, and what they touch need not be
//! remembered ([`cast`](super::cast) finds them). Being put back by `stepBack` is no change to what never moves. The plain way
//! is that they are sprites like all others.

use super::broad_phase::BroadPhase;
use super::cast::Cast;
use super::level::Sprites;
use crate::geometry::Rect;
use crate::index::shape::{GridShape, Place};
use crate::index::{CellId, FixtureId, Index, Kind, Kinds, List};

/// One sprite that never changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fixture {
    pub id: i32,
    pub x: i32,
    pub y: i32,
    pub kind: Kind,
}

impl Fixture {
    /// Where it is: fixtures are as large as a cell.
    #[inline]
    pub fn rect(&self, block: i32) -> Rect {
        Rect { x: self.x, y: self.y, w: block, h: block }
    }
}

/// A fixture that is the only one of its cell that takes part in rules.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Alone {
    pub fixture: FixtureId,
    pub kind: Kind,
}

/// All fixtures of a level.
#[derive(Debug)]
pub(crate) struct Fixtures {
    /// Sorted by type and then by id.
    pub all: List<FixtureId, Fixture>,
    /// Per type: its range in `all`.
    pub of_type: List<Kind, (u32, u32)>,
    /// Fixtures that take part in rules, by cell: `by_cell[cell_start[c]..cell_start[c + 1]]`.
    cell_start: Vec<u32>,
    by_cell: Vec<FixtureId>,
    /// Per cell: that of these fixtures which is the only one there.
    pub alone_in: List<CellId, Option<Alone>>,
    /// Per cell: the types of these fixtures, folded into one word.
    pub types_in: List<CellId, u64>,
    /// Fixtures that touch other fixtures with which they have a rule.
    pub touching: Vec<FixtureId>,
    /// All fixtures with their cells, sorted by cell, for observations.
    pub seen_in: Vec<(CellId, FixtureId)>,
}

impl Fixtures {
    /// Indexes the fixtures among the sprites of a level.
    pub fn new(
        kinds: Kinds,
        sprites: &Sprites,
        cast: &Cast,
        broad: &BroadPhase,
        grid: &GridShape,
    ) -> Fixtures {
        let fixed = sprites.placed.iter().filter(|placed| cast[placed.kind].is_fixed);
        let fixture =
            fixed.map(|placed| Fixture { id: placed.id, x: placed.x, y: placed.y, kind: placed.kind });
        let mut all: Vec<Fixture> = fixture.collect();
        all.sort_by_key(|f| (f.kind, f.id));
        let start_of = |kind: Kind| all.partition_point(|f| f.kind < kind) as u32;
        let end_of = |kind: Kind| all.partition_point(|f| f.kind <= kind) as u32;
        let of_type = kinds.list(|kind| (start_of(kind), end_of(kind)));
        let cell_of = |f: &Fixture| grid.cell(f.x / grid.block, f.y / grid.block);
        let cells = all.iter().enumerate().map(|(i, f)| (cell_of(f), FixtureId::new(i)));
        let mut seen_in: Vec<(CellId, FixtureId)> = cells.collect();
        seen_in.sort_unstable();
        let all = List::of_fixtures(all);
        let partners = |fixture: FixtureId| &broad.relations[all[fixture].kind].partners;
        let in_cells: Vec<(CellId, FixtureId)> =
            seen_in.iter().copied().filter(|&(_, fixture)| !partners(fixture).is_empty()).collect();
        let cell_start = (0..=grid.cells() as u32)
            .map(|cell| in_cells.partition_point(|(c, _)| c.number() < cell) as u32)
            .collect();
        let mut alone_in = grid.list(None);
        let mut types_in = grid.list(0);
        let mut touching = Vec::new();
        for mates in in_cells.chunk_by(|a, b| a.0 == b.0) {
            let cell = mates[0].0;
            if let &[(_, fixture)] = mates {
                alone_in[cell] = Some(Alone { fixture, kind: all[fixture].kind });
            }
            for &(_, fixture) in mates {
                types_in[cell] |= all[fixture].kind.bit();
                let meets = |&(_, other): &(CellId, FixtureId)| {
                    other != fixture && partners(fixture).contains(all[other].kind)
                };
                touching.extend(mates.iter().any(meets).then_some(fixture));
            }
        }
        let by_cell = in_cells.into_iter().map(|(_, fixture)| fixture).collect();
        Fixtures { all, of_type, cell_start, by_cell, alone_in, types_in, touching, seen_in }
    }

    /// The fixtures of a cell that take part in rules, those that are gone included.
    #[inline]
    pub fn in_cell(&self, cell: CellId) -> &[FixtureId] {
        let cell = cell.position();
        &self.by_cell[self.cell_start[cell] as usize..self.cell_start[cell + 1] as usize]
    }

    /// The types of the fixtures in the cells that a sprite covers which lies like this, folded into one word.
    // Every look begins with this: a call of its own would be 2 % of a tick.
    #[inline(always)]
    pub fn types_under(&self, grid: &GridShape, place: Place) -> u64 {
        let mut types = self.types_in[place.cell()];
        if let Some(right) = place.right() {
            types |= self.types_in[right];
        }
        if let Some(below) = place.below(grid) {
            types |= self.types_in[below];
            if let Some(across) = place.across(grid) {
                types |= self.types_in[across];
            }
        }
        types
    }
}
