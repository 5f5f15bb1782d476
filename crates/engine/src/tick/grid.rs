//! Which sprites are in which cell: the spatial index behind "who touches whom".
//!
//! A sprite that others look for here is linked into the cell of its top left corner, so that one that moves
//! inside a cell need not be linked anew. Whoever looks for what overlaps an area also looks one cell to the
//! left and above, but only while sprites of a type that it looks for reach beyond their cell. Larger sprites are in a
//! list of their own. Fixtures are indexed once, in the world.

use crate::geometry::Rect;
use crate::index::shape::Place;
use crate::index::{CellId, Index, Kind, Slot, SpriteRef};
use crate::state::data::Data;
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use crate::world::Compiled;
use crate::world::broad_phase::{Profile, Query};

/// A cell of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The first sprite with its top left corner here.
    pub first: Option<Slot>,
    /// The bits of the types that are in the list. A bit may stay until the list is empty.
    pub types: u16,
}

impl Cell {
    pub const EMPTY: Cell = Cell { first: None, types: 0 };
}

/// How many sprites in the grid do not lie exactly in a cell, so that they may reach into others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Unaligned {
    /// The bits of the types that have any.
    pub types: u16,
    /// How many, for each bit.
    counts: [u16; 16],
}

impl Unaligned {
    /// Counts one more, or one less.
    #[inline]
    pub fn change(&mut self, bit: u16, more: bool) {
        let count = &mut self.counts[bit.trailing_zeros() as usize & 15];
        if more {
            *count += 1;
            self.types |= bit;
        } else {
            *count -= 1;
            if *count == 0 {
                self.types &= !bit;
            }
        }
    }
}

impl Tick<'_> {
    /// Puts a sprite elsewhere.
    #[inline]
    pub fn place(&mut self, slot: Slot, rect: Rect) {
        if self.live.d.sprites[slot].rect != rect {
            self.displace(slot, rect);
        }
    }

    /// Moves a sprite by some pixels.
    #[inline]
    pub fn place_by(&mut self, slot: Slot, by: (i32, i32)) {
        if by != (0, 0) {
            self.displace_by(slot, by);
        }
    }

    #[inline(never)]
    fn displace_by(&mut self, slot: Slot, by: (i32, i32)) {
        let profile = self.profile(slot);
        self.shift(slot, by, profile);
        self.note_displacement(slot, profile);
    }

    #[inline(never)]
    fn displace(&mut self, slot: Slot, rect: Rect) {
        let profile = self.profile(slot);
        self.live.d.sprites[slot].rect = rect;
        self.follow(slot, profile);
        self.note_displacement(slot, profile);
    }

    #[inline(always)]
    fn note_displacement(&mut self, slot: Slot, profile: &Profile) {
        self.live.s.moved = true;
        if !self.live.d.phase.is_update() {
            self.live.d.note_displaced(slot);
        }
        self.note_moved(slot, profile);
    }

    /// Moves a sprite by some pixels, to its new cell if it has left the old one. Whether it touches anything there is for
    /// others to find out.
    #[inline(always)]
    pub fn shift(&mut self, slot: Slot, by: (i32, i32), profile: &Profile) {
        self.live.d.sprites[slot].rect.shift(by);
        self.follow(slot, profile);
    }

    /// Keeps the index true for a sprite that has moved.
    #[inline(always)]
    fn follow(&mut self, slot: Slot, profile: &Profile) {
        if profile.located {
            let there = self.w.grid.locate(&self.live.d.sprites[slot].rect);
            self.settle_in(slot, there, profile);
        } else if profile.edge {
            self.live.d.note_edge(self.w, slot);
        }
    }

    /// Moves a sprite by some pixels, the last thing in its own turn.
    #[inline(never)]
    pub fn step_by(&mut self, slot: Slot, by: (i32, i32), profile: &Profile) {
        if !profile.located {
            return self.shift(slot, by, profile);
        }
        let there = self.w.grid.locate(&self.live.d.sprites[slot].rect.shifted(by));
        if profile.noop.walls == 0 || !self.omits_step(slot, by, there, profile) {
            self.live.d.sprites[slot].rect.shift(by);
            self.arrive(slot, there, profile);
        }
    }

    /// Moves a sprite, the last thing in its own turn, of a type that is located and whose steps are always made.
    #[inline(always)]
    pub fn step_in_grid(&mut self, slot: Slot, by: (i32, i32), profile: &Profile) {
        let rect = &mut self.live.d.sprites[slot].rect;
        rect.shift(by);
        let there = self.w.grid.locate(rect);
        self.arrive(slot, there, profile);
    }

    /// A sprite has come somewhere in its own turn: it becomes active unless it is clearly alone there.
    #[inline(always)]
    fn arrive(&mut self, slot: Slot, there: Place, profile: &Profile) {
        self.settle_in(slot, there, profile);
        if !self.live.d.is_alone_at(self.w, slot, there, &profile.query) {
            self.live.d.activate(slot);
        }
    }

    /// Notes where a sprite lies now, if that has changed.
    #[inline(always)]
    fn settle_in(&mut self, slot: Slot, there: Place, profile: &Profile) {
        let left = self.live.d.sprites[slot].place;
        if there != left {
            if profile.marks_departures {
                self.note_departure(left, profile.bit);
            }
            self.live.d.change_place(slot, profile, there);
        }
    }
}

impl Data {
    /// Links a newborn sprite that lies like this.
    #[inline(always)]
    pub fn link(&mut self, slot: Slot, kind: Kind, place: Place, profile: &Profile) {
        if profile.edge && place.is(Place::OUTSIDE) {
            self.note_outside(kind, true);
        }
        if profile.gridded() {
            self.link_into(slot, place, profile.bit);
        }
    }

    /// Takes a sprite out that is removed.
    pub fn unlink(&mut self, w: &Compiled, slot: Slot) {
        let &Sprite { kind, place, .. } = &self.sprites[slot];
        let profile = &w.broad.of[kind];
        if profile.gridded() {
            self.unlink_from(slot, place, profile.bit);
        }
        if profile.edge && place.is(Place::OUTSIDE) {
            self.note_outside(kind, false);
        }
    }

    /// Notes that a sprite lies in another cell, or otherwise in its cell.
    #[inline(always)]
    pub fn change_place(&mut self, slot: Slot, profile: &Profile, there: Place) {
        let sprite = &mut self.sprites[slot];
        let left = std::mem::replace(&mut sprite.place, there);
        if profile.edge && left.differs(there, Place::OUTSIDE) {
            let kind = sprite.kind;
            self.note_outside(kind, there.is(Place::OUTSIDE));
        }
        if !profile.gridded() {
            return;
        }
        if left.is(Place::LARGE) || there.is(Place::LARGE) {
            return self.relink_large(slot, left, profile.bit);
        }
        if left.differs(there, Place::UNALIGNED) {
            self.unaligned.change(profile.bit, there.is(Place::UNALIGNED));
        }
        if left.cell() != there.cell() {
            self.leave_cell(slot, left.cell());
            self.enter_cell(slot, there.cell(), profile.bit);
        }
    }

    /// Links one anew that lay like this and is, or was, larger than a cell.
    #[cold]
    fn relink_large(&mut self, slot: Slot, left: Place, bit: u16) {
        self.unlink_from(slot, left, bit);
        let place = self.sprites[slot].place;
        self.link_into(slot, place, bit);
    }

    /// Notes whether a sprite is on the screen, of one of which nothing else matters.
    #[inline]
    fn note_edge(&mut self, w: &Compiled, slot: Slot) {
        let sprite = &mut self.sprites[slot];
        let outside = !w.grid.on_screen(&sprite.rect);
        if outside != sprite.place.is(Place::OUTSIDE) {
            sprite.place = sprite.place.inside_or_outside(outside);
            let kind = sprite.kind;
            self.note_outside(kind, outside);
        }
    }

    /// Counts a sprite to which something happens outside the screen and that has left or entered it.
    #[inline(always)]
    fn note_outside(&mut self, kind: Kind, leaves: bool) {
        let change = if leaves { 1 } else { -1 };
        self.outside += change;
        self.groups[kind].outside += change;
    }

    #[inline(always)]
    fn link_into(&mut self, slot: Slot, place: Place, bit: u16) {
        if place.is(Place::LARGE | Place::UNALIGNED) {
            self.unaligned.change(bit, true);
        }
        if place.is(Place::LARGE) {
            self.large.push(slot);
            return;
        }
        self.enter_cell(slot, place.cell(), bit);
    }

    /// Takes a linked sprite out of the cell in which it lay like this.
    #[inline(always)]
    fn unlink_from(&mut self, slot: Slot, place: Place, bit: u16) {
        if place.is(Place::LARGE | Place::UNALIGNED) {
            self.unaligned.change(bit, false);
        }
        if place.is(Place::LARGE) {
            self.large.retain(|&s| s != slot);
            return;
        }
        self.leave_cell(slot, place.cell());
    }

    #[inline(always)]
    fn enter_cell(&mut self, slot: Slot, cell: CellId, bit: u16) {
        let home = &mut self.cells[cell];
        home.types |= bit;
        let next = home.first.replace(slot);
        let sprite = &mut self.sprites[slot];
        sprite.cell_previous = None;
        sprite.cell_next = next;
        if let Some(next) = next {
            self.sprites[next].cell_previous = Some(slot);
        }
    }

    #[inline(always)]
    fn leave_cell(&mut self, slot: Slot, cell: CellId) {
        let &Sprite { cell_previous: previous, cell_next: next, .. } = &self.sprites[slot];
        match previous {
            None if next.is_none() => {
                self.cells[cell] = Cell::EMPTY;
                return;
            }
            None => self.cells[cell].first = next,
            Some(previous) => self.sprites[previous].cell_next = next,
        }
        if let Some(next) = next {
            self.sprites[next].cell_previous = previous;
        }
    }

    /// Is there clearly nothing for a sprite to touch of what a query asks for, neither fixtures nor sprites in the grid?
    #[inline]
    pub fn is_alone(&self, w: &Compiled, slot: Slot, query: &Query) -> bool {
        self.is_alone_at(w, slot, self.sprites[slot].place, query)
    }

    /// [`is_alone`](Data::is_alone) for a sprite whose place is already known.
    #[inline(always)]
    pub fn is_alone_at(&self, w: &Compiled, slot: Slot, at: Place, query: &Query) -> bool {
        if at.is(Place::REACHES_OUT | Place::LARGE) {
            return self.is_alone_across(w, slot, at, query);
        }
        // Mostly it lies in one cell.
        let cell = at.cell();
        w.fixtures.types_in[cell] & query.fixtures == 0
            && (!self.has_any(query.in_grid)
                || (self.cells[cell].types & query.grid == 0 || self.is_only_one(slot))
                    && (self.unaligned.types & query.grid == 0
                        || self.large.is_empty() && self.types_around(w, at) & query.grid == 0))
    }

    /// Is there clearly nothing in the grid to touch for an avatar that lies in this cell?
    #[inline(always)]
    pub fn is_grid_clear(&self, cell: CellId, query: &Query) -> bool {
        !self.has_any(query.in_grid) || (self.cells[cell].types | self.unaligned.types) & query.grid == 0
    }

    /// Is it alone, one that reaches beyond its cell?
    #[inline(always)]
    fn is_alone_across(&self, w: &Compiled, slot: Slot, at: Place, query: &Query) -> bool {
        let fixtures = w.fixtures.types_under(&w.grid, at);
        if at.is(Place::LARGE) || fixtures & query.fixtures != 0 {
            return false;
        }
        if !self.has_any(query.in_grid) {
            return true;
        }
        self.large.is_empty()
            && (self.cells[at.cell()].types & query.grid == 0 || self.is_only_one(slot))
            && self.types_beside(w, at, query.grid) & query.grid == 0
    }

    /// Is a sprite in the grid the only one in its cell?
    #[inline]
    pub fn is_only_one(&self, slot: Slot) -> bool {
        let sprite = &self.sprites[slot];
        self.cells[sprite.place.cell()].first == Some(slot) && sprite.cell_next.is_none()
    }

    /// The bits of the types in the other cells that a sprite covers which lies like this, and in
    /// those from which sprites of the wanted types may reach there.
    #[inline(always)]
    pub fn types_beside(&self, w: &Compiled, at: Place, wanted: u16) -> u16 {
        if self.unaligned.types & wanted != 0 {
            return self.types_around(w, at);
        }
        let mut types = 0;
        if let Some(right) = at.right() {
            types |= self.cells[right].types;
        }
        if let Some(below) = at.below(&w.grid) {
            types |= self.cells[below].types;
            if let Some(across) = at.across(&w.grid) {
                types |= self.cells[across].types;
            }
        }
        types
    }

    /// The bits of the types in all cells around that a sprite lies in or from which others may reach it.
    #[inline]
    fn types_around(&self, w: &Compiled, at: Place) -> u16 {
        // In the first column the cell to the left is the end of the row above: one look too many does no harm.
        let types = |offset: i32| {
            let cell = at.cell().position().wrapping_add_signed(offset as isize);
            self.cells.as_slice().get(cell).map_or(0, |cell| cell.types)
        };
        let columns = w.grid.columns;
        let (right, down) = (at.is(Place::REACHES_RIGHT), at.is(Place::REACHES_DOWN));
        let mut found = types(-1) | types(-columns - 1) | types(-columns);
        if right {
            found |= types(1) | types(1 - columns);
        }
        if down {
            found |= types(columns - 1) | types(columns);
            if right {
                found |= types(columns + 1);
            }
        }
        found
    }

    /// Visits the sprites that may overlap one: all that do, and some that do not.
    #[inline]
    pub fn each_near_sprite(
        &self,
        w: &Compiled,
        slot: Slot,
        query: &Query,
        mut visit: impl FnMut(SpriteRef, Kind, &Rect),
    ) {
        let sprite = &self.sprites[slot];
        if sprite.place.is(Place::LARGE) {
            return self.each_near(w, query, &sprite.rect, &mut visit);
        }
        let (cell, columns) = (sprite.place.cell(), w.grid.columns as usize);
        let width = 1 + usize::from(sprite.place.is(Place::REACHES_RIGHT));
        let rows = 1 + usize::from(sprite.place.is(Place::REACHES_DOWN));
        if query.fixtures != 0 {
            if w.fixtures.types_in[cell] & query.fixtures != 0 {
                self.each_fixture(w, cell, &mut visit);
            }
            if sprite.place.is(Place::REACHES_OUT) {
                for next in sprite.place.covers(&w.grid).skip(1) {
                    if w.fixtures.types_in[next] & query.fixtures != 0 {
                        self.each_fixture(w, next, &mut visit);
                    }
                }
            }
        }
        if query.grid != 0 {
            // Others may reach here from one cell to the left or above.
            let reach = usize::from(self.unaligned.types & query.grid != 0);
            for row in 0..rows + reach {
                let from = cell.position() + row * columns;
                let (to, above) = (from + width, reach * columns);
                if to <= above {
                    continue;
                }
                for at in &self.cells.as_slice()[from.saturating_sub(above + reach)..to - above] {
                    if at.types & query.grid != 0 {
                        self.each_in_cell(at.first, &mut visit);
                    }
                }
            }
            self.each_large(&mut visit);
        }
    }

    /// Visits the sprites in the cells of an area that may overlap it: all that do, and some that do not.
    pub fn each_near(
        &self,
        w: &Compiled,
        query: &Query,
        area: &Rect,
        visit: &mut impl FnMut(SpriteRef, Kind, &Rect),
    ) {
        let cover = w.grid.cover(area);
        if query.fixtures != 0 {
            for row in cover.y0..cover.y1 {
                for column in cover.x0..cover.x1 {
                    let cell = w.grid.cell(column, row);
                    if w.fixtures.types_in[cell] & query.fixtures != 0 {
                        self.each_fixture(w, cell, visit);
                    }
                }
            }
        }
        if query.grid != 0 {
            let reach = if self.unaligned.types & query.grid != 0 { cover.reach() } else { cover };
            for row in reach.y0..reach.y1 {
                let (start, end) = (w.grid.index(reach.x0, row), w.grid.index(reach.x1, row));
                for cell in &self.cells.as_slice()[start..end] {
                    if cell.types & query.grid != 0 {
                        self.each_in_cell(cell.first, visit);
                    }
                }
            }
            self.each_large(visit);
        }
    }

    /// Visits the fixtures of a cell that still stand.
    #[inline]
    pub fn each_fixture(&self, w: &Compiled, cell: CellId, visit: &mut impl FnMut(SpriteRef, Kind, &Rect)) {
        for &fixture in w.fixtures.in_cell(cell) {
            if self.stands(fixture) {
                let found = &w.fixtures.all[fixture];
                visit(SpriteRef::fixture(fixture), found.kind, &found.rect(w.grid.block));
            }
        }
    }

    #[inline]
    fn each_in_cell(&self, first: Option<Slot>, visit: &mut impl FnMut(SpriteRef, Kind, &Rect)) {
        let mut at = first;
        while let Some(slot) = at {
            let sprite = &self.sprites[slot];
            visit(SpriteRef::slot(slot), sprite.kind, &sprite.rect);
            at = sprite.cell_next;
        }
    }

    #[inline]
    fn each_large(&self, visit: &mut impl FnMut(SpriteRef, Kind, &Rect)) {
        for &slot in &self.large {
            let sprite = &self.sprites[slot];
            visit(SpriteRef::slot(slot), sprite.kind, &sprite.rect);
        }
    }
}
