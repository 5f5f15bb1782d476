//! The shape of a level: how pixels map to cells, and where a sprite lies.

use std::marker::PhantomData;

use ludex_vgdl::{Game, Level};

use super::{CellId, List};
use crate::geometry::{BASE, Rect};
use crate::world::{MAX_CELLS, WorldError};

/// Where a sprite lies in the grid: the cell of its top left corner, and how it lies there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    cell: CellId,
    how: u32,
}

impl Place {
    /// It is larger than a cell.
    pub const LARGE: u32 = 1;
    /// Its top left corner is not that of a cell, or it has no size.
    pub const UNALIGNED: u32 = 1 << 1;
    /// It reaches into the next cell to the right, below.
    pub const REACHES_RIGHT: u32 = 1 << 2;
    pub const REACHES_DOWN: u32 = 1 << 3;
    /// It is not entirely on the screen.
    pub const OUTSIDE: u32 = 1 << 4;
    /// It reaches into another cell, right or below.
    pub const REACHES_OUT: u32 = Self::REACHES_RIGHT | Self::REACHES_DOWN;
    /// It may be in more than one cell, or in none.
    pub const BEYOND: u32 = Self::LARGE | Self::REACHES_OUT | Self::OUTSIDE;
    /// Anything but exactly in its cell.
    pub const ANY: u32 = Self::BEYOND | Self::UNALIGNED;

    /// How many bits tell how it lies.
    const BITS: u32 = 5;

    #[inline(always)]
    fn new(cell: CellId, how: u32) -> Place {
        Place { cell, how }
    }

    /// Exactly in this cell.
    #[inline(always)]
    pub fn in_cell(cell: CellId) -> Place {
        Place::new(cell, 0)
    }

    #[inline(always)]
    pub fn cell(self) -> CellId {
        self.cell
    }

    /// The same place, of which only the cell is kept track, and whether it is on the screen.
    #[inline]
    pub fn inside_or_outside(self, is_outside: bool) -> Place {
        Place::new(self.cell, if is_outside { Place::OUTSIDE } else { 0 })
    }

    /// The next cell to the right, if it reaches there.
    #[inline(always)]
    pub fn right(self) -> Option<CellId> {
        self.is(Place::REACHES_RIGHT).then(|| CellId(self.cell.0 + 1))
    }

    /// The next cell below, if it reaches there.
    #[inline(always)]
    pub fn below(self, grid: &GridShape) -> Option<CellId> {
        self.is(Place::REACHES_DOWN).then(|| CellId(self.cell.0 + grid.columns as u32))
    }

    /// The cell below to the right, if it reaches there.
    #[inline(always)]
    pub fn across(self, grid: &GridShape) -> Option<CellId> {
        self.below(grid).filter(|_| self.is(Place::REACHES_RIGHT)).map(|below| CellId(below.0 + 1))
    }

    /// The cells of its four corners, of which some may be the same, unless it is larger than a cell.
    #[inline(always)]
    pub fn corners(self, grid: &GridShape) -> [CellId; 4] {
        let right = u32::from(self.is(Place::REACHES_RIGHT));
        let down = if self.is(Place::REACHES_DOWN) { grid.columns as u32 } else { 0 };
        [0, right, down, down + right].map(|further| CellId(self.cell.0 + further))
    }

    /// All cells that it covers, row by row, unless it is larger than a cell.
    #[inline(always)]
    pub fn covers(self, grid: &GridShape) -> impl Iterator<Item = CellId> + use<> {
        let cells = [Some(self.cell), self.right(), self.below(grid), self.across(grid)];
        cells.into_iter().flatten()
    }

    /// Does it lie in one of these ways?
    #[inline(always)]
    pub fn is(self, how: u32) -> bool {
        self.how & how != 0
    }

    /// Does one of two lie in one of these ways, but not the other?
    #[inline(always)]
    pub fn differs(self, other: Place, how: u32) -> bool {
        (self.how ^ other.how) & how != 0
    }
}

/// The shape of the level and how pixels map to cells.
#[derive(Debug, Clone)]
pub(crate) struct GridShape {
    pub columns: i32,
    pub rows: i32,
    /// How many cells there are.
    count: u32,
    /// Pixels of a cell.
    pub block: i32,
    /// The whole level in pixels.
    pub screen: Rect,
    /// How far on the next cell is in each of the base directions.
    next_cell: [i32; 4],
    /// 2^63 / block, rounded up, so that a division becomes a multiplication.
    reciprocal: u64,
    /// Where a sprite of the size of a cell lies, by each of its coordinates: the cell in the first row, or in the first
    /// column, above [`Place::BITS`] bits that tell how it lies there.
    by_x: Vec<u32>,
    by_y: Vec<u32>,
    /// How far inside its cell a pixel is, by either of its coordinates.
    offsets: Vec<u16>,
}

/// Levels with more pixels than this from side to side have no tables.
const MOST_TABLED_PIXELS: i32 = 1 << 14;

impl GridShape {
    pub fn new(columns: i32, rows: i32, block: i32) -> GridShape {
        let reciprocal = (1u64 << 63).div_ceil(block as u64);
        let screen = Rect { x: 0, y: 0, w: columns * block, h: rows * block };
        let (by_x, by_y, offsets) = (Vec::new(), Vec::new(), Vec::new());
        let next_cell = BASE.map(|(x, y)| x as i32 + y as i32 * columns);
        let count = (columns * rows) as u32;
        let mut grid =
            GridShape { count, columns, rows, block, screen, next_cell, reciprocal, by_x, by_y, offsets };
        if screen.w.max(screen.h) <= MOST_TABLED_PIXELS {
            let at = |x: i32, y: i32| {
                let place = grid.locate_anywhere(&Rect { x, y, w: block, h: block });
                place.cell.number() << Place::BITS | place.how
            };
            let by_x = (0..=screen.w - block).map(|x| at(x, 0)).collect();
            let by_y = (0..=screen.h - block).map(|y| at(0, y)).collect();
            (grid.by_x, grid.by_y) = (by_x, by_y);
            grid.offsets = (0..screen.w.max(screen.h)).map(|pixel| (pixel % block) as u16).collect();
        }
        grid
    }

    /// The column or row of a pixel that is inside the level.
    #[inline]
    fn cell_of(&self, pixel: i32) -> i32 {
        ((u128::from(self.reciprocal) * pixel as u128) >> 63) as i32
    }

    #[inline]
    fn column(&self, x: i32) -> i32 {
        self.cell_of(x.min(self.screen.w - 1).max(0))
    }

    #[inline]
    fn row(&self, y: i32) -> i32 {
        self.cell_of(y.min(self.screen.h - 1).max(0))
    }

    /// Column and row of a rectangle's top left corner. What lies outside the level counts to the nearest
    /// cell.
    #[inline]
    pub fn home(&self, r: &Rect) -> (i32, i32) {
        (self.column(r.x), self.row(r.y))
    }

    /// Where a rectangle lies.
    #[inline(always)]
    pub fn locate(&self, r: &Rect) -> Place {
        // Only the rare case needs it in memory.
        let Rect { x, y, w, h } = *r;
        // Taken as unsigned, a negative position is larger than any screen.
        match (self.by_x.get(x as u32 as usize), self.by_y.get(y as u32 as usize)) {
            (Some(&by_x), Some(&by_y)) if w == self.block && h == self.block => {
                GridShape::in_tables(by_x, by_y)
            }
            _ => self.locate_other(&Rect { x, y, w, h }),
        }
    }

    /// The cell whose top left corner this is, if it is one.
    #[inline(always)]
    pub fn corner_at(&self, x: i32, y: i32) -> Option<CellId> {
        let (by_x, by_y) = (self.by_x.get(x as u32 as usize)?, self.by_y.get(y as u32 as usize)?);
        let place = GridShape::in_tables(*by_x, *by_y);
        (!place.is(Place::ANY)).then(|| place.cell())
    }

    /// What the tables say of a place.
    #[inline(always)]
    fn in_tables(by_x: u32, by_y: u32) -> Place {
        let cell = (by_x >> Place::BITS) + (by_y >> Place::BITS);
        Place::new(CellId(cell), (by_x | by_y) & ((1 << Place::BITS) - 1))
    }

    // A call of its own keeps the frequent case short.
    #[inline(never)]
    fn locate_other(&self, r: &Rect) -> Place {
        let (x, y) = (r.x as u32 as usize, r.y as u32 as usize);
        let fits = |size: i32| (1..=self.block).contains(&size);
        if let (Some(&by_x), Some(&by_y)) = (self.by_x.get(x), self.by_y.get(y))
            && fits(r.w)
            && fits(r.h)
        {
            let (x, y) = (i32::from(self.offsets[x]), i32::from(self.offsets[y]));
            let how = u32::from(x | y != 0) * Place::UNALIGNED
                + u32::from(x + r.w > self.block) * Place::REACHES_RIGHT
                + u32::from(y + r.h > self.block) * Place::REACHES_DOWN;
            return Place::new(GridShape::in_tables(by_x, by_y).cell(), how);
        }
        if r.w == self.block && r.h == self.block && !self.by_x.is_empty() {
            return self.locate_outside(r);
        }
        self.locate_anywhere(r)
    }

    /// Locates a sprite of the size of a cell that is not entirely on the screen, in a level with tables. It
    /// counts to the nearest place where it would be, and reaches into no further cell on that side.
    fn locate_outside(&self, r: &Rect) -> Place {
        let near = |at: i32, table: &[u32]| table[at.clamp(0, table.len() as i32 - 1) as usize];
        let place = GridShape::in_tables(near(r.x, &self.by_x), near(r.y, &self.by_y));
        Place::new(place.cell, place.how | Place::UNALIGNED | Place::OUTSIDE)
    }

    /// The definition, without tables.
    fn locate_anywhere(&self, r: &Rect) -> Place {
        let (column, row) = self.home(r);
        // How far inside the cell the corner is; outside the level this may be anything.
        let x = r.x.wrapping_sub(column * self.block);
        let y = r.y.wrapping_sub(row * self.block);
        let reaches = |at: i32, size: i32| at.wrapping_add(size) > self.block;
        let right = reaches(x, r.w) & (column + 1 < self.columns);
        let down = reaches(y, r.h) & (row + 1 < self.rows);
        // One without any size touches nothing in its cell.
        let how = u32::from(x | y != 0 || r.w.min(r.h) <= 0) * Place::UNALIGNED
            + u32::from(right) * Place::REACHES_RIGHT
            + u32::from(down) * Place::REACHES_DOWN
            + u32::from(r.w.max(r.h) > self.block) * Place::LARGE
            + u32::from(!self.on_screen(r)) * Place::OUTSIDE;
        Place::new(self.cell(column, row), how)
    }

    /// The cells that a rectangle covers.
    #[inline]
    pub fn cover(&self, r: &Rect) -> Cover {
        let (x0, y0) = self.home(r);
        if r.w > self.block || r.h > self.block {
            let x1 = self.column(r.right().saturating_sub(1)).max(x0) + 1;
            let y1 = self.row(r.bottom().saturating_sub(1)).max(y0) + 1;
            return Cover { x0, y0, x1, y1 };
        }
        // One that fits into a cell reaches at most into the next.
        let x1 = x0 + 1 + i32::from(r.right() > (x0 + 1) * self.block);
        let y1 = y0 + 1 + i32::from(r.bottom() > (y0 + 1) * self.block);
        Cover { x0, y0, x1: x1.min(self.columns), y1: y1.min(self.rows) }
    }

    /// Is a pixel inside the level?
    #[inline]
    pub fn is_inside(&self, x: i32, y: i32) -> bool {
        // Taken as unsigned, a negative position is larger than any screen.
        (x as u32) < self.screen.w as u32 && (y as u32) < self.screen.h as u32
    }

    /// Is a rectangle entirely on the screen?
    #[inline]
    pub fn on_screen(&self, r: &Rect) -> bool {
        // With nothing negative, the sums fit into unsigned numbers.
        let ends_by = |at: i32, size: i32, screen: i32| at as u32 + size as u32 <= screen as u32;
        (r.x | r.y) >= 0
            && r.w > 0
            && r.h > 0
            && ends_by(r.x, r.w, self.screen.w)
            && ends_by(r.y, r.h, self.screen.h)
    }

    /// The cell of a pixel, if it is inside the level.
    #[inline]
    pub fn cell_at(&self, x: i32, y: i32) -> Option<usize> {
        self.is_inside(x, y).then(|| self.index(self.cell_of(x), self.cell_of(y)))
    }

    /// The cells in which the reference shows a sprite.
    pub(crate) fn observed_cells(&self, rect: &Rect) -> impl Iterator<Item = (i32, i32)> + use<> {
        let &GridShape { columns, rows, block, .. } = self;
        let (x, y) =
            if self.is_inside(rect.x, rect.y) { self.home(rect) } else { (rect.x / block, rect.y / block) };
        let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
        let (right, below) = (rect.x > x * block, rect.y > y * block);
        let (next_x, next_y) = (x.saturating_add(1), y.saturating_add(1));
        let cells = [(x, y, true), (next_x, y, right), (x, next_y, below), (next_x, next_y, right && below)];
        cells
            .into_iter()
            .filter(move |&(cx, cy, covered)| inside && covered && cx < columns && cy < rows)
            .map(|(cx, cy, _)| (cx, cy))
    }

    /// The cell in a column and row, or the nearest one.
    #[inline]
    pub fn cell(&self, column: i32, row: i32) -> CellId {
        let (column, row) = (column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1));
        CellId((row * self.columns + column) as u32)
    }

    /// The cell next to one in one of the base directions, as long as there is a cell of that number.
    #[inline(always)]
    pub fn neighbour(&self, cell: CellId, heading: usize) -> Option<CellId> {
        let number = cell.0.wrapping_add_signed(self.next_cell[heading]);
        (number < self.count).then_some(CellId(number))
    }

    /// A list with an element for each cell.
    pub fn list<T: Clone>(&self, item: T) -> List<CellId, T> {
        List { items: vec![item; self.cells()], index: PhantomData }
    }

    /// The place of a cell in lists of cells.
    #[inline]
    pub fn index(&self, column: i32, row: i32) -> usize {
        (row * self.columns + column) as usize
    }

    pub fn cells(&self) -> usize {
        (self.columns * self.rows) as usize
    }
}

/// The shape of a level.
pub(crate) fn of(game: &Game, level: &Level) -> Result<GridShape, WorldError> {
    let (columns, rows) = (level.width(), level.height());
    let cells = columns.saturating_mul(rows);
    if cells == 0 {
        return Err(WorldError::EmptyLevel);
    }
    if cells > MAX_CELLS {
        return Err(WorldError::TooLarge { cells });
    }
    let (columns, rows) = (columns as i32, rows as i32);
    let block = match game.square_size {
        -1 => (800 / columns.max(rows)).max(2),
        size => size,
    };
    let fits = |cells: i32| cells.checked_mul(block).is_some_and(|pixels| pixels < 1 << 30);
    if block < 1 || !fits(columns) || !fits(rows) {
        return Err(WorldError::BadBlockSize(block));
    }
    Ok(GridShape::new(columns, rows, block))
}

/// A block of cells; the last column and row do not belong to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cover {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}

impl Cover {
    /// With the cells to the left and above: those in which a sprite that overlaps one of these may have its
    /// top left corner.
    #[inline]
    pub fn reach(self) -> Cover {
        Cover { x0: (self.x0 - 1).max(0), y0: (self.y0 - 1).max(0), ..self }
    }

    /// How many cells these are.
    pub fn cells(self) -> usize {
        (self.x1 - self.x0) as usize * (self.y1 - self.y0) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{GridShape, Rect};

    #[test]
    fn tables_know_where_sprites_lie() {
        let grid = GridShape::new(5, 3, 7);
        for (x, y) in (-9..44).flat_map(|x| (-9..30).map(move |y| (x, y))) {
            for (w, h) in [(7, 7), (3, 3), (7, 2), (1, 7), (0, 4), (8, 7), (20, 20)] {
                let rect = Rect { x, y, w, h };
                assert_eq!(grid.locate(&rect), grid.locate_anywhere(&rect), "{rect:?}");
            }
        }
    }
}
