//! Which sprites are in which cell: the spatial index behind "who touches whom".
//!
//! A sprite that others look for here is linked into the cell of its top left corner, so that one that moves
//! inside a cell need not be linked anew. Whoever looks for what overlaps an area also looks one cell to the
//! left and above, but only while sprites of a type that it looks for reach beyond their cell. Larger sprites are in a
//! list of their own. Fixtures are indexed once, in the world.

use ludex_vgdl::TypeId;

use crate::data::{BUILDING, Data};
use crate::encounters::{Meeting, Sight};
use crate::geometry::Rect;
use crate::sprite::{NO_SLOT, Sprite, SpriteRef, flag};
use crate::tick::Tick;
use crate::world::{Fixture, World};

/// A cell of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The first sprite with its top left corner here.
    pub first: u16,
    /// The bits of the types that are in the list. A bit may stay until the list is empty.
    pub types: u16,
}

impl Cell {
    pub const EMPTY: Cell = Cell { first: NO_SLOT, types: 0 };
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
    /// Moves a sprite and keeps the index true.
    #[inline]
    pub fn place(&mut self, slot: usize, rect: Rect) {
        if self.live.d.sprites[slot].rect != rect {
            self.displace(slot, rect);
        }
    }

    /// The same by some pixels.
    #[inline]
    pub fn place_by(&mut self, slot: usize, by: (i32, i32)) {
        if by != (0, 0) {
            self.displace_by(slot, by);
        }
    }

    #[inline(never)]
    fn displace_by(&mut self, slot: usize, by: (i32, i32)) {
        let meeting = self.meeting(slot);
        self.shift(slot, by, meeting);
        self.live.s.moved = true;
        self.touch(slot, meeting);
    }

    #[inline(never)]
    fn displace(&mut self, slot: usize, rect: Rect) {
        let meeting = self.meeting(slot);
        self.relocate(slot, rect, meeting);
        self.live.s.moved = true;
        self.touch(slot, meeting);
    }

    /// Moves a sprite, to its new cell if it has left the old one.
    #[inline(always)]
    pub fn relocate(&mut self, slot: usize, rect: Rect, meeting: &Meeting) {
        self.live.d.sprites[slot].rect = rect;
        self.follow(slot, meeting);
    }

    /// The same by some pixels.
    #[inline(always)]
    pub fn shift(&mut self, slot: usize, by: (i32, i32), meeting: &Meeting) {
        self.live.d.sprites[slot].rect.shift(by);
        self.follow(slot, meeting);
    }

    /// Keeps the index true for a sprite that has moved.
    #[inline(always)]
    fn follow(&mut self, slot: usize, meeting: &Meeting) {
        if meeting.located {
            let there = self.w.grid.locate(&self.live.d.sprites[slot].rect);
            self.settle_in(slot, there, meeting);
        } else if meeting.edge {
            self.live.d.note_edge(self.w, slot);
        }
    }

    /// Moves a sprite by some pixels, the last thing in its own turn.
    #[inline(never)]
    pub fn step_by(&mut self, slot: usize, by: (i32, i32), meeting: &Meeting) {
        if !meeting.located {
            return self.shift(slot, by, meeting);
        }
        let there = self.w.grid.locate(&self.live.d.sprites[slot].rect.shifted(by));
        if meeting.stop.walls == 0 || !self.omits_step(slot, by, there, meeting) {
            self.live.d.sprites[slot].rect.shift(by);
            self.arrive(slot, there, meeting);
        }
    }

    /// The same for one of a type of which it is kept track where it lies, but whose steps are never omitted.
    #[inline(always)]
    pub fn step_in_grid(&mut self, slot: usize, by: (i32, i32), meeting: &Meeting) {
        let rect = &mut self.live.d.sprites[slot].rect;
        rect.shift(by);
        let there = self.w.grid.locate(rect);
        self.arrive(slot, there, meeting);
    }

    /// A sprite has come somewhere in its own turn: it becomes hot unless it is clearly alone there.
    #[inline(always)]
    fn arrive(&mut self, slot: usize, there: (u32, u16), meeting: &Meeting) {
        self.settle_in(slot, there, meeting);
        if !self.live.d.is_alone_at(self.w, slot, (there.0 as usize, there.1), &meeting.glance) {
            self.live.d.heat(slot);
        }
    }

    /// Notes where a sprite lies now, if that has changed.
    #[inline(always)]
    fn settle_in(&mut self, slot: usize, (cell, place): (u32, u16), meeting: &Meeting) {
        let sprite = &self.live.d.sprites[slot];
        let left = (sprite.cell, sprite.flags);
        if cell != left.0 || place != left.1 & flag::PLACE {
            if meeting.early {
                self.note_departure(left, meeting.bit);
            }
            self.live.d.change_cell(slot, meeting, cell, place);
        }
    }

    /// Notes that a sprite was moved: it may touch others now.
    #[inline(always)]
    fn touch(&mut self, slot: usize, meeting: &Meeting) {
        if self.touch_newborn(slot, meeting) {
            // Sprites that are not updated by themselves find out in the hot list that a tick has passed.
            self.live.d.keep_hot(slot);
        }
    }

    /// The same for one that was born. Is it left to its later look whether it becomes hot?
    #[inline(always)]
    pub fn touch_newborn(&mut self, slot: usize, meeting: &Meeting) -> bool {
        let is_avatar = self.live.d.sprites[slot].is(flag::AVATAR);
        if self.live.d.turn == i32::MAX {
            let looks_later = !is_avatar || !self.is_left_alone(slot, meeting);
            if looks_later {
                self.live.d.touched.push(slot as u16);
            }
            return looks_later;
        }
        // Whatever comes here later in this tick looks for itself.
        let is_alone =
            self.live.d.turn != BUILDING && !is_avatar && self.live.d.is_alone(self.w, slot, &meeting.glance);
        if meeting.looks && !is_alone {
            self.live.d.heat(slot);
        }
        false
    }

    /// Is there clearly nothing that a sprite touches where an effect has put it? Whatever comes there later looks
    /// for itself.
    #[inline]
    fn is_left_alone(&self, slot: usize, meeting: &Meeting) -> bool {
        self.live.d.is_alone(self.w, slot, &meeting.sight)
            && !self.live.d.has_any(meeting.listed.bits)
            && self.w.meets.ground.is_empty()
    }
}

impl Data {
    /// Puts a sprite into the hot list. Avatars look around anyway.
    #[inline(always)]
    pub fn heat(&mut self, slot: usize) {
        let sprite = &mut self.sprites[slot];
        if !sprite.is(flag::HOT | flag::AVATAR) {
            sprite.flags |= flag::HOT;
            self.hot.push(SpriteRef::slot(slot));
        }
    }

    /// Puts a sprite into the hot list, for the next tick as well.
    #[inline(always)]
    pub fn keep_hot(&mut self, slot: usize) {
        self.sprites[slot].flags |= flag::KEEP;
        self.heat(slot);
    }

    /// Links a newborn sprite that lies like this.
    #[inline(always)]
    pub fn link(&mut self, slot: usize, kind: TypeId, (cell, place): (u32, u16), meeting: &Meeting) {
        if meeting.edge && place & flag::OUTSIDE != 0 {
            self.note_outside(kind, true);
        }
        if meeting.gridded() {
            self.link_into(slot, (cell, place), meeting.bit);
        }
    }

    /// Takes a sprite out that is removed.
    pub fn unlink(&mut self, w: &World, slot: usize) {
        let &Sprite { kind, cell, flags, .. } = &self.sprites[slot];
        let meeting = &w.meets.of[usize::from(kind)];
        if meeting.gridded() {
            self.unlink_from(slot, (cell, flags), meeting.bit);
        }
        if meeting.edge && flags & flag::OUTSIDE != 0 {
            self.note_outside(kind, false);
        }
    }

    /// Notes that a sprite lies in another cell, or otherwise in its cell.
    #[inline(always)]
    pub fn change_cell(&mut self, slot: usize, meeting: &Meeting, cell: u32, place: u16) {
        let sprite = &mut self.sprites[slot];
        let (left, former) = (sprite.cell, sprite.flags);
        sprite.cell = cell;
        sprite.flags = former & !flag::PLACE | place;
        if meeting.edge && (former ^ place) & flag::OUTSIDE != 0 {
            let kind = sprite.kind;
            self.note_outside(kind, place & flag::OUTSIDE != 0);
        }
        if !meeting.gridded() {
            return;
        }
        if (former | place) & flag::LARGE != 0 {
            return self.relink_large(slot, (left, former), meeting.bit);
        }
        if (former ^ place) & flag::UNALIGNED != 0 {
            self.unaligned.change(meeting.bit, place & flag::UNALIGNED != 0);
        }
        if left != cell {
            self.leave_cell(slot, left);
            self.enter_cell(slot, cell, meeting.bit);
        }
    }

    /// Links one anew that lay like this and is, or was, larger than a cell.
    #[cold]
    fn relink_large(&mut self, slot: usize, left: (u32, u16), bit: u16) {
        self.unlink_from(slot, left, bit);
        let Sprite { cell, flags, .. } = self.sprites[slot];
        self.link_into(slot, (cell, flags), bit);
    }

    /// Notes whether a sprite is on the screen, of one of which nothing else matters.
    #[inline]
    fn note_edge(&mut self, w: &World, slot: usize) {
        let sprite = &mut self.sprites[slot];
        let outside = !w.grid.on_screen(&sprite.rect);
        if outside != sprite.is(flag::OUTSIDE) {
            sprite.set(flag::OUTSIDE, outside);
            let kind = sprite.kind;
            self.note_outside(kind, outside);
        }
    }

    /// Counts a sprite to which something happens outside the screen and that has left or entered it.
    #[inline(always)]
    fn note_outside(&mut self, kind: TypeId, leaves: bool) {
        let change = if leaves { 1 } else { -1 };
        self.outside += change;
        self.groups[usize::from(kind)].outside += change;
    }

    #[inline]
    fn link_into(&mut self, slot: usize, (cell, place): (u32, u16), bit: u16) {
        if place & (flag::LARGE | flag::UNALIGNED) != 0 {
            self.unaligned.change(bit, true);
        }
        if place & flag::LARGE != 0 {
            self.large.push(slot as u16);
            return;
        }
        self.enter_cell(slot, cell, bit);
    }

    /// Takes a linked sprite out of the cell in which it lay like this.
    #[inline]
    fn unlink_from(&mut self, slot: usize, (cell, place): (u32, u16), bit: u16) {
        if place & (flag::LARGE | flag::UNALIGNED) != 0 {
            self.unaligned.change(bit, false);
        }
        if place & flag::LARGE != 0 {
            self.large.retain(|&s| usize::from(s) != slot);
            return;
        }
        self.leave_cell(slot, cell);
    }

    #[inline(always)]
    fn enter_cell(&mut self, slot: usize, cell: u32, bit: u16) {
        let home = &mut self.cells[cell as usize];
        home.types |= bit;
        let next = std::mem::replace(&mut home.first, slot as u16);
        let sprite = &mut self.sprites[slot];
        sprite.cell_previous = NO_SLOT;
        sprite.cell_next = next;
        if next != NO_SLOT {
            self.sprites[usize::from(next)].cell_previous = slot as u16;
        }
    }

    #[inline(always)]
    fn leave_cell(&mut self, slot: usize, cell: u32) {
        let sprite = &self.sprites[slot];
        let (cell, previous, next) = (cell as usize, sprite.cell_previous, sprite.cell_next);
        match previous {
            NO_SLOT if next == NO_SLOT => {
                self.cells[cell] = Cell::EMPTY;
                return;
            }
            NO_SLOT => self.cells[cell].first = next,
            previous => self.sprites[usize::from(previous)].cell_next = next,
        }
        if next != NO_SLOT {
            self.sprites[usize::from(next)].cell_previous = previous;
        }
    }

    /// Is there clearly nothing in sight for a sprite to touch, neither fixtures nor sprites in the grid?
    #[inline]
    pub fn is_alone(&self, w: &World, slot: usize, sight: &Sight) -> bool {
        let sprite = &self.sprites[slot];
        self.is_alone_at(w, slot, (sprite.cell as usize, sprite.flags), sight)
    }

    /// The same for one of which it is at hand where it lies.
    #[inline(always)]
    pub fn is_alone_at(&self, w: &World, slot: usize, at: (usize, u16), sight: &Sight) -> bool {
        if at.1 & (flag::REACHES_RIGHT | flag::REACHES_DOWN | flag::LARGE) != 0 {
            return self.is_alone_across(w, slot, at, sight);
        }
        // Mostly it lies in one cell.
        w.fixtures.types_in[at.0] & sight.fixtures == 0
            && (!self.has_any(sight.in_grid)
                || (self.cells[at.0].types & sight.grid == 0 || self.is_only_one(slot))
                    && (self.unaligned.types & sight.grid == 0
                        || self.large.is_empty()
                            && self.types_around(w.grid.columns as usize, at.0, (false, false)) & sight.grid
                                == 0))
    }

    /// Is there clearly nothing in the grid to touch for an avatar that lies in this cell?
    #[inline(always)]
    pub fn is_grid_clear(&self, cell: usize, sight: &Sight) -> bool {
        !self.has_any(sight.in_grid) || (self.cells[cell].types | self.unaligned.types) & sight.grid == 0
    }

    /// The same for one that reaches beyond its cell.
    #[inline(always)]
    fn is_alone_across(&self, w: &World, slot: usize, at: (usize, u16), sight: &Sight) -> bool {
        let fixtures = w.fixtures.types_under(w.grid.columns as usize, at.0, at.1);
        if at.1 & flag::LARGE != 0 || fixtures & sight.fixtures != 0 {
            return false;
        }
        if !self.has_any(sight.in_grid) {
            return true;
        }
        self.large.is_empty()
            && (self.cells[at.0].types & sight.grid == 0 || self.is_only_one(slot))
            && self.types_beside(w, at, sight.grid) & sight.grid == 0
    }

    /// Is a sprite in the grid the only one in its cell?
    #[inline]
    pub fn is_only_one(&self, slot: usize) -> bool {
        let sprite = &self.sprites[slot];
        usize::from(self.cells[sprite.cell as usize].first) == slot && sprite.cell_next == NO_SLOT
    }

    /// The bits of the types in the other cells that a sprite covers which lies in one like this, and in
    /// those from which sprites of the wanted types may reach there.
    #[inline(always)]
    pub fn types_beside(&self, w: &World, at: (usize, u16), wanted: u16) -> u16 {
        let (cell, columns) = (at.0, w.grid.columns as usize);
        let (right, down) = (at.1 & flag::REACHES_RIGHT != 0, at.1 & flag::REACHES_DOWN != 0);
        if self.unaligned.types & wanted != 0 {
            return self.types_around(columns, cell, (right, down));
        }
        let mut types = 0;
        if right {
            types |= self.cells[cell + 1].types;
        }
        if down {
            types |= self.cells[cell + columns].types;
            if right {
                types |= self.cells[cell + columns + 1].types;
            }
        }
        types
    }

    /// The same with the cells to the left and above, from which others may reach there.
    fn types_around(&self, columns: usize, cell: usize, (right, down): (bool, bool)) -> u16 {
        // In the first column the cell to the left is the end of the row above: one look too many does no harm.
        let at = |cell: usize| self.cells.get(cell).map_or(0, |cell| cell.types);
        let (above, below) = (cell.wrapping_sub(columns), cell + columns);
        let mut types = at(cell.wrapping_sub(1)) | at(above.wrapping_sub(1)) | at(above);
        if right {
            types |= at(cell + 1) | at(above.wrapping_add(1));
        }
        if down {
            types |= at(below - 1) | at(below);
            if right {
                types |= at(below + 1);
            }
        }
        types
    }

    /// Visits the sprites that may overlap one: all that do, and some that do not.
    #[inline]
    pub fn each_near_sprite(
        &self,
        w: &World,
        slot: usize,
        sight: &Sight,
        mut visit: impl FnMut(SpriteRef, TypeId, &Rect),
    ) {
        let sprite = &self.sprites[slot];
        if sprite.is(flag::LARGE) {
            return self.each_near(w, sight, &sprite.rect, &mut visit);
        }
        let (cell, columns) = (sprite.cell as usize, w.grid.columns as usize);
        let (right, down) = (sprite.is(flag::REACHES_RIGHT), sprite.is(flag::REACHES_DOWN));
        let reach = usize::from(self.unaligned.types & sight.grid != 0);
        let end = cell + 1 + usize::from(right);
        let rows = 1 + usize::from(down);
        if sight.fixtures != 0 {
            for row in 0..rows {
                for at in cell + row * columns..end + row * columns {
                    if w.fixtures.types_in[at] & sight.fixtures != 0 {
                        self.each_fixture(w, at, &mut visit);
                    }
                }
            }
        }
        if sight.grid != 0 {
            // Others may reach here from one cell to the left or above.
            for row in 0..rows + reach {
                let (from, to) = (cell + row * columns, end + row * columns);
                let above = reach * columns;
                if to <= above {
                    continue;
                }
                for at in &self.cells[from.saturating_sub(above + reach)..to - above] {
                    if at.types & sight.grid != 0 {
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
        w: &World,
        sight: &Sight,
        area: &Rect,
        visit: &mut impl FnMut(SpriteRef, TypeId, &Rect),
    ) {
        let cover = w.grid.cover(area);
        if sight.fixtures != 0 {
            for row in cover.y0..cover.y1 {
                let (start, end) = (w.grid.index(cover.x0, row), w.grid.index(cover.x1, row));
                for (i, types) in w.fixtures.types_in[start..end].iter().enumerate() {
                    if types & sight.fixtures != 0 {
                        self.each_fixture(w, start + i, visit);
                    }
                }
            }
        }
        if sight.grid != 0 {
            let reach = if self.unaligned.types & sight.grid != 0 { cover.reach() } else { cover };
            for row in reach.y0..reach.y1 {
                let (start, end) = (w.grid.index(reach.x0, row), w.grid.index(reach.x1, row));
                for cell in &self.cells[start..end] {
                    if cell.types & sight.grid != 0 {
                        self.each_in_cell(cell.first, visit);
                    }
                }
            }
            self.each_large(visit);
        }
    }

    /// Visits the fixtures of a cell that still stand.
    #[inline]
    pub fn each_fixture(&self, w: &World, cell: usize, visit: &mut impl FnMut(SpriteRef, TypeId, &Rect)) {
        let fixtures = &w.fixtures;
        for &index in fixtures.in_cell(cell) {
            if self.stands(index as usize) {
                let Fixture { x, y, kind, .. } = fixtures.all[index as usize];
                let rect = Rect { x, y, w: w.grid.block, h: w.grid.block };
                visit(SpriteRef::fixture(index as usize), kind, &rect);
            }
        }
    }

    #[inline]
    fn each_in_cell(&self, first: u16, visit: &mut impl FnMut(SpriteRef, TypeId, &Rect)) {
        let mut slot = first;
        while slot != NO_SLOT {
            let sprite = &self.sprites[usize::from(slot)];
            visit(SpriteRef::slot(usize::from(slot)), sprite.kind, &sprite.rect);
            slot = sprite.cell_next;
        }
    }

    #[inline]
    fn each_large(&self, visit: &mut impl FnMut(SpriteRef, TypeId, &Rect)) {
        for &slot in &self.large {
            let sprite = &self.sprites[usize::from(slot)];
            visit(SpriteRef::slot(usize::from(slot)), sprite.kind, &sprite.rect);
        }
    }
}
