//! Which sprites are in which cell: the spatial index behind "who touches whom".
//!
//! A sprite that others look for here is linked into the cell of its top left corner, so that one that moves
//! inside a cell need not be linked anew. Whoever looks for what overlaps an area also looks one cell to the
//! left and above, but only while there are sprites that reach beyond their cell. Larger sprites are in a
//! list of their own. Fixtures are indexed once, in the world.

use crate::encounters::{Meeting, Search};
use crate::geometry::Rect;
use crate::sprite::{NO_SLOT, SpriteRef, flag};
use crate::state::{Data, Tick};
use crate::world::World;

impl Tick<'_> {
    /// Moves a sprite and keeps the index true.
    #[inline]
    pub fn place(&mut self, slot: usize, rect: Rect) {
        let sprite = &mut self.d.sprites[slot];
        let old = sprite.rect;
        if old == rect {
            return;
        }
        sprite.rect = rect;
        let meeting = &self.w.meets.of[usize::from(sprite.kind)];
        if meeting.gridded {
            let home = self.w.grid.home(&rect);
            let cell = self.w.grid.index(home.0, home.1) as u32;
            if cell != sprite.cell || (old.w, old.h) != (rect.w, rect.h) {
                self.unlink(slot);
                self.link_into(slot, home);
            } else if !sprite.is(flag::LARGE) {
                self.note_alignment(slot, home);
            }
        }
        self.touch(slot, meeting);
    }

    /// Notes that a sprite was born or moved: it may touch others now.
    #[inline]
    pub fn touch(&mut self, slot: usize, meeting: &Meeting) {
        let sprite = &mut self.d.sprites[slot];
        if meeting.edge && !self.w.grid.on_screen(&sprite.rect) {
            self.d.outside = true;
        }
        if self.d.turn == i32::MAX {
            // Sprites that are not updated by themselves find out in the hot list that a tick has passed.
            sprite.flags |= flag::KEEP;
            self.d.touched.push(slot as u16);
        } else if meeting.search.is_empty() {
            return;
        }
        self.heat(slot);
    }

    /// Puts a sprite into the hot list.
    #[inline]
    pub fn heat(&mut self, slot: usize) {
        let sprite = &mut self.d.sprites[slot];
        if !sprite.is(flag::HOT) {
            sprite.flags |= flag::HOT;
            self.d.hot.push(SpriteRef::slot(slot));
        }
    }

    /// Links a newborn sprite.
    pub(crate) fn link(&mut self, slot: usize) {
        let sprite = &self.d.sprites[slot];
        if self.w.meets.of[usize::from(sprite.kind)].gridded {
            self.link_into(slot, self.w.grid.home(&sprite.rect));
        }
    }

    #[inline]
    fn link_into(&mut self, slot: usize, (column, row): (i32, i32)) {
        let sprite = &mut self.d.sprites[slot];
        let block = self.w.grid.block;
        if sprite.rect.w > block || sprite.rect.h > block {
            sprite.set(flag::LARGE, true);
            self.d.large.push(slot as u16);
            return;
        }
        let cell = self.w.grid.index(column, row);
        let head = &mut self.d.cells[cell];
        sprite.cell = cell as u32;
        sprite.cell_next = *head;
        *head = slot as u16;
        self.note_alignment(slot, (column, row));
    }

    #[inline]
    fn note_alignment(&mut self, slot: usize, (column, row): (i32, i32)) {
        let sprite = &mut self.d.sprites[slot];
        let block = self.w.grid.block;
        let unaligned = sprite.rect.x != column * block || sprite.rect.y != row * block;
        if unaligned != sprite.is(flag::UNALIGNED) {
            sprite.set(flag::UNALIGNED, unaligned);
            let n = &mut self.d.unaligned;
            *n = if unaligned { *n + 1 } else { *n - 1 };
        }
    }

    /// Takes a linked sprite out of its cell.
    #[inline]
    pub(crate) fn unlink(&mut self, slot: usize) {
        let sprite = &mut self.d.sprites[slot];
        let (cell, next) = (sprite.cell as usize, sprite.cell_next);
        if sprite.is(flag::UNALIGNED | flag::LARGE) {
            if sprite.is(flag::LARGE) {
                sprite.set(flag::LARGE, false);
                self.d.large.retain(|&s| usize::from(s) != slot);
                return;
            }
            sprite.set(flag::UNALIGNED, false);
            self.d.unaligned -= 1;
        }
        let mut at = self.d.cells[cell];
        if usize::from(at) == slot {
            self.d.cells[cell] = next;
            return;
        }
        while at != NO_SLOT {
            let link = &mut self.d.sprites[usize::from(at)].cell_next;
            if usize::from(*link) == slot {
                *link = next;
                return;
            }
            at = *link;
        }
    }
}

impl Data {
    /// Collects the sprites that overlap an area, wherever a search says that there may be some.
    #[inline]
    pub fn find_near(&self, w: &World, search: &Search, area: &Rect, near: &mut Vec<SpriteRef>) {
        near.clear();
        if search.fixtures || search.grid {
            let (column, row) = w.grid.home(area);
            let edge = ((column + 1) * w.grid.block, (row + 1) * w.grid.block);
            if area.right() <= edge.0 && area.bottom() <= edge.1 && self.unaligned == 0 {
                let cell = w.grid.index(column, row);
                if w.fixtures.types_in[cell] & search.folded != 0 {
                    self.add_fixtures(w, cell, area, near);
                }
                if search.grid {
                    self.add_from_cell(self.cells[cell], area, near);
                    self.add_large(area, near);
                }
            } else {
                self.find_in_cells(w, search, area, near);
            }
        }
        for &kind in &search.lists {
            self.add_from_list(self.groups[usize::from(kind)].first, area, near);
        }
    }

    /// The same for an area of several cells, or where sprites reach beyond theirs.
    fn find_in_cells(&self, w: &World, search: &Search, area: &Rect, near: &mut Vec<SpriteRef>) {
        let cover = w.grid.cover(area);
        for row in cover.y0..cover.y1 {
            let (start, end) = (w.grid.index(cover.x0, row), w.grid.index(cover.x1, row));
            for (i, types) in w.fixtures.types_in[start..end].iter().enumerate() {
                if types & search.folded != 0 {
                    self.add_fixtures(w, start + i, area, near);
                }
            }
        }
        if search.grid {
            let reach = if self.unaligned > 0 { cover.reach() } else { cover };
            for row in reach.y0..reach.y1 {
                let (start, end) = (w.grid.index(reach.x0, row), w.grid.index(reach.x1, row));
                for &first in &self.cells[start..end] {
                    self.add_from_cell(first, area, near);
                }
            }
            self.add_large(area, near);
        }
    }

    /// Adds the fixtures of a cell that overlap an area.
    fn add_fixtures(&self, w: &World, cell: usize, area: &Rect, near: &mut Vec<SpriteRef>) {
        let fixtures = &w.fixtures;
        let (start, end) = (fixtures.cell_start[cell] as usize, fixtures.cell_start[cell + 1] as usize);
        for &index in &fixtures.by_cell[start..end] {
            let r = SpriteRef::fixture(index as usize);
            if self.stands(index as usize) && self.rect(w, r).intersects(area) {
                near.push(r);
            }
        }
    }

    #[inline]
    fn add_from_cell(&self, first: u16, area: &Rect, near: &mut Vec<SpriteRef>) {
        let mut slot = first;
        while slot != NO_SLOT {
            let sprite = &self.sprites[usize::from(slot)];
            if sprite.rect.intersects(area) {
                near.push(SpriteRef::slot(usize::from(slot)));
            }
            slot = sprite.cell_next;
        }
    }

    #[inline]
    fn add_large(&self, area: &Rect, near: &mut Vec<SpriteRef>) {
        for &slot in &self.large {
            if self.sprites[usize::from(slot)].rect.intersects(area) {
                near.push(SpriteRef::slot(usize::from(slot)));
            }
        }
    }

    /// Collects the sprites of a list, from one on, that overlap an area.
    #[inline]
    pub fn find_in_list(&self, first: u16, area: &Rect, near: &mut Vec<SpriteRef>) {
        near.clear();
        self.add_from_list(first, area, near);
    }

    #[inline]
    fn add_from_list(&self, first: u16, area: &Rect, near: &mut Vec<SpriteRef>) {
        let mut slot = first;
        while slot != NO_SLOT {
            let sprite = &self.sprites[usize::from(slot)];
            if sprite.rect.intersects(area) {
                near.push(SpriteRef::slot(usize::from(slot)));
            }
            slot = sprite.next;
        }
    }
}

/// Many sprites of one type, sorted into cells for the length of one test.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    /// The first sprite with its top left corner in each cell.
    cells: Vec<u16>,
    /// The next sprite in the same cell, by slot.
    next: Vec<u16>,
    /// The cells in use.
    used: Vec<u32>,
    /// Sprites larger than a cell.
    large: Vec<u16>,
}

impl Crowd {
    /// Sorts a list of sprites into the cells.
    pub fn gather(&mut self, w: &World, d: &Data, first: u16) {
        self.cells.resize(w.grid.cells(), NO_SLOT);
        self.next.resize(d.sprites.len().max(self.next.len()), NO_SLOT);
        let mut slot = first;
        while slot != NO_SLOT {
            let sprite = &d.sprites[usize::from(slot)];
            if sprite.rect.w > w.grid.block || sprite.rect.h > w.grid.block {
                self.large.push(slot);
            } else {
                let (column, row) = w.grid.home(&sprite.rect);
                let cell = w.grid.index(column, row);
                if self.cells[cell] == NO_SLOT {
                    self.used.push(cell as u32);
                }
                self.next[usize::from(slot)] = std::mem::replace(&mut self.cells[cell], slot);
            }
            slot = sprite.next;
        }
    }

    /// Collects those that overlap a sprite.
    pub fn find_near(&self, w: &World, d: &Data, me: u16, near: &mut Vec<SpriteRef>) {
        near.clear();
        let area = &d.sprites[usize::from(me)].rect;
        let reach = w.grid.cover(area).reach();
        let mut add = |slot: u16| {
            if slot != me && d.sprites[usize::from(slot)].rect.intersects(area) {
                near.push(SpriteRef::slot(usize::from(slot)));
            }
        };
        for row in reach.y0..reach.y1 {
            let (start, end) = (w.grid.index(reach.x0, row), w.grid.index(reach.x1, row));
            for &first in &self.cells[start..end] {
                let mut slot = first;
                while slot != NO_SLOT {
                    add(slot);
                    slot = self.next[usize::from(slot)];
                }
            }
        }
        self.large.iter().for_each(|&slot| add(slot));
    }

    /// Empties the cells.
    pub fn disperse(&mut self) {
        for cell in self.used.drain(..) {
            self.cells[cell as usize] = NO_SLOT;
        }
        self.large.clear();
    }
}
