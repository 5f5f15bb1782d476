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
use crate::world::{Cover, World};

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
        if meeting.edge && !self.w.grid.screen.contains(&sprite.rect) {
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
    /// Visits the sprites that overlap an area, wherever a search says that there may be some.
    #[inline]
    pub fn overlapping(&self, w: &World, search: &Search, area: &Rect, mut visit: impl FnMut(SpriteRef)) {
        if search.fixtures || search.grid {
            let cover = w.grid.cover(area);
            if search.fixtures {
                self.overlapping_fixtures(w, cover, area, &mut visit);
            }
            if search.grid {
                let reach = if self.unaligned > 0 { w.grid.reach(area) } else { cover };
                self.overlapping_in_grid(w, reach, area, &mut visit);
            }
        }
        for &kind in &search.lists {
            let mut slot = self.groups[usize::from(kind)].first;
            while slot != NO_SLOT {
                let sprite = &self.sprites[usize::from(slot)];
                if sprite.rect.intersects(area) {
                    visit(SpriteRef::slot(usize::from(slot)));
                }
                slot = sprite.next;
            }
        }
    }

    #[inline]
    fn overlapping_fixtures(&self, w: &World, cover: Cover, area: &Rect, visit: &mut impl FnMut(SpriteRef)) {
        let fixtures = &w.fixtures;
        for row in cover.y0..=cover.y1 {
            for column in cover.x0..=cover.x1 {
                let cell = w.grid.index(column, row);
                let range = fixtures.cell_start[cell] as usize..fixtures.cell_start[cell + 1] as usize;
                for &index in &fixtures.by_cell[range] {
                    let r = SpriteRef::fixture(index as usize);
                    if self.stands(index as usize) && self.rect(w, r).intersects(area) {
                        visit(r);
                    }
                }
            }
        }
    }

    #[inline]
    fn overlapping_in_grid(&self, w: &World, reach: Cover, area: &Rect, visit: &mut impl FnMut(SpriteRef)) {
        for row in reach.y0..=reach.y1 {
            for column in reach.x0..=reach.x1 {
                let mut slot = self.cells[w.grid.index(column, row)];
                while slot != NO_SLOT {
                    let sprite = &self.sprites[usize::from(slot)];
                    if sprite.rect.intersects(area) {
                        visit(SpriteRef::slot(usize::from(slot)));
                    }
                    slot = sprite.cell_next;
                }
            }
        }
        for &slot in &self.large {
            if self.sprites[usize::from(slot)].rect.intersects(area) {
                visit(SpriteRef::slot(usize::from(slot)));
            }
        }
    }
}
