//! Which sprites are in which cell: the spatial index behind "who touches whom".
//!
//! A sprite that takes part in rules is linked into every cell it covers, up to four. The few that cover more
//! are in a list of their own. Fixtures are indexed once, in the world.

use crate::geometry::Rect;
use crate::sprite::{NO_SLOT, SpriteRef, flag};
use crate::state::Tick;
use crate::world::Cover;

impl Tick<'_> {
    /// Moves a sprite and keeps the index true.
    #[inline]
    pub fn place(&mut self, slot: usize, rect: Rect) {
        let old = self.d.sprites[slot].rect;
        if old == rect {
            return;
        }
        if self.w.meets.collides[usize::from(self.d.sprites[slot].kind)] {
            let (from, to) = (self.w.grid.cover(&old), self.w.grid.cover(&rect));
            if from != to {
                self.unlink_from(slot, from);
                self.d.sprites[slot].rect = rect;
                self.link_into(slot, to);
            }
        }
        self.d.sprites[slot].rect = rect;
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
            self.d.moves = self.d.moves.wrapping_add(1);
            self.d.touched.push(slot as u16);
        }
        if flags & flag::HOT == 0 {
            self.d.hot.push(SpriteRef::slot(slot));
        }
    }

    pub(crate) fn link(&mut self, slot: usize) {
        if self.w.meets.collides[usize::from(self.d.sprites[slot].kind)] {
            let cover = self.w.grid.cover(&self.d.sprites[slot].rect);
            self.link_into(slot, cover);
        }
    }

    pub(crate) fn unlink(&mut self, slot: usize) {
        if self.w.meets.collides[usize::from(self.d.sprites[slot].kind)] {
            let cover = self.w.grid.cover(&self.d.sprites[slot].rect);
            self.unlink_from(slot, cover);
        }
    }

    fn link_into(&mut self, slot: usize, cover: Cover) {
        if cover.cells() > 4 {
            self.d.sprites[slot].set(flag::LARGE, true);
            self.d.large.push(slot as u16);
            return;
        }
        let mut k = 0;
        for row in cover.y0..=cover.y1 {
            for column in cover.x0..=cover.x1 {
                let head = &mut self.d.cells[self.w.grid.index(column, row)];
                self.d.sprites[slot].cell_next[k] = *head;
                *head = (slot * 4 + k) as u16;
                k += 1;
            }
        }
    }

    fn unlink_from(&mut self, slot: usize, cover: Cover) {
        if self.d.sprites[slot].is(flag::LARGE) {
            self.d.sprites[slot].set(flag::LARGE, false);
            self.d.large.retain(|&s| usize::from(s) != slot);
            return;
        }
        let mut k = 0;
        for row in cover.y0..=cover.y1 {
            for column in cover.x0..=cover.x1 {
                let node = (slot * 4 + k) as u16;
                let next = self.d.sprites[slot].cell_next[k];
                let cell = self.w.grid.index(column, row);
                let mut at = self.d.cells[cell];
                if at == node {
                    self.d.cells[cell] = next;
                } else {
                    while at != NO_SLOT {
                        let link = &mut self.d.sprites[usize::from(at >> 2)].cell_next[usize::from(at & 3)];
                        if *link == node {
                            *link = next;
                            break;
                        }
                        at = *link;
                    }
                }
                k += 1;
            }
        }
    }

    /// Visits every sprite that takes part in rules and overlaps a rectangle. One that shares several cells
    /// with it is visited several times.
    #[inline]
    pub fn overlapping(&self, area: &Rect, mut visit: impl FnMut(SpriteRef)) {
        let cover = self.w.grid.cover(area);
        for row in cover.y0..=cover.y1 {
            for column in cover.x0..=cover.x1 {
                let cell = self.w.grid.index(column, row);
                let fixtures = &self.w.fixtures;
                let range = fixtures.cell_start[cell] as usize..fixtures.cell_start[cell + 1] as usize;
                for &index in &fixtures.by_cell[range] {
                    let r = SpriteRef::fixture(index as usize);
                    if self.d.stands(index as usize) && self.rect(r).intersects(area) {
                        visit(r);
                    }
                }
                let mut node = self.d.cells[cell];
                while node != NO_SLOT {
                    let sprite = &self.d.sprites[usize::from(node >> 2)];
                    if sprite.rect.intersects(area) {
                        visit(SpriteRef::slot(usize::from(node >> 2)));
                    }
                    node = sprite.cell_next[usize::from(node & 3)];
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
