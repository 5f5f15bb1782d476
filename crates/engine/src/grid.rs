//! Which sprites are in which cell: the spatial index behind "who touches whom".
//!
//! A sprite that takes part in rules is linked into the cell of its top left corner, so that one that moves
//! inside a cell need not be linked anew. Whoever looks for what overlaps an area also looks one cell to the
//! left and above, but only while there are sprites that reach beyond their cell. Larger sprites are in a
//! list of their own. Fixtures are indexed once, in the world.

use crate::geometry::Rect;
use crate::sprite::{NO_SLOT, SpriteRef, flag};
use crate::state::Tick;

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
        if self.w.meets.collides[usize::from(sprite.kind)] {
            let resized = (old.w, old.h) != (rect.w, rect.h);
            let (from, to) = (self.w.grid.home(&old), self.w.grid.home(&rect));
            if from != to || resized {
                self.unlink_from(slot, from);
                self.link_into(slot, to);
            } else {
                self.note_alignment(slot, to);
            }
        }
        self.touch(slot);
    }

    /// Notes that a sprite was born or moved: it may touch others now.
    #[inline]
    pub fn touch(&mut self, slot: usize) {
        let sprite = &mut self.d.sprites[slot];
        let flags = sprite.flags;
        sprite.flags |= flag::MOVED | flag::HOT;
        if self.d.turn == i32::MAX {
            sprite.flags |= flag::KEEP;
            self.d.touched.push(slot as u16);
        }
        if flags & flag::HOT == 0 {
            self.d.hot.push(SpriteRef::slot(slot));
        }
    }

    pub(crate) fn link(&mut self, slot: usize) {
        let sprite = &self.d.sprites[slot];
        if self.w.meets.collides[usize::from(sprite.kind)] {
            self.link_into(slot, self.w.grid.home(&sprite.rect));
        }
    }

    pub(crate) fn unlink(&mut self, slot: usize) {
        let sprite = &self.d.sprites[slot];
        if self.w.meets.collides[usize::from(sprite.kind)] {
            self.unlink_from(slot, self.w.grid.home(&sprite.rect));
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
        let head = &mut self.d.cells[self.w.grid.index(column, row)];
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

    #[inline]
    fn unlink_from(&mut self, slot: usize, (column, row): (i32, i32)) {
        let sprite = &mut self.d.sprites[slot];
        let next = sprite.cell_next;
        if sprite.is(flag::UNALIGNED | flag::LARGE) {
            if sprite.is(flag::LARGE) {
                sprite.set(flag::LARGE, false);
                self.d.large.retain(|&s| usize::from(s) != slot);
                return;
            }
            sprite.set(flag::UNALIGNED, false);
            self.d.unaligned -= 1;
        }
        let cell = self.w.grid.index(column, row);
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

    /// Visits every sprite that takes part in rules and overlaps an area.
    #[inline]
    pub fn overlapping(&self, area: &Rect, mut visit: impl FnMut(SpriteRef)) {
        let grid = &self.w.grid;
        let cover = grid.cover(area);
        for row in cover.y0..=cover.y1 {
            for column in cover.x0..=cover.x1 {
                let cell = grid.index(column, row);
                let fixtures = &self.w.fixtures;
                let range = fixtures.cell_start[cell] as usize..fixtures.cell_start[cell + 1] as usize;
                for &index in &fixtures.by_cell[range] {
                    let r = SpriteRef::fixture(index as usize);
                    if self.d.stands(index as usize) && self.rect(r).intersects(area) {
                        visit(r);
                    }
                }
            }
        }
        let reach = if self.d.unaligned > 0 { grid.reach(area) } else { cover };
        for row in reach.y0..=reach.y1 {
            for column in reach.x0..=reach.x1 {
                let mut slot = self.d.cells[grid.index(column, row)];
                while slot != NO_SLOT {
                    let sprite = &self.d.sprites[usize::from(slot)];
                    if sprite.rect.intersects(area) {
                        visit(SpriteRef::slot(usize::from(slot)));
                    }
                    slot = sprite.cell_next;
                }
            }
        }
        for &slot in &self.d.large {
            if self.d.sprites[usize::from(slot)].rect.intersects(area) {
                visit(SpriteRef::slot(usize::from(slot)));
            }
        }
    }
}
