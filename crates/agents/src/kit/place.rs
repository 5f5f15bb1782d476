//! Cells by number.

use ludex_engine::{Observation, Seen};

/// The number of cells of the level.
pub fn cells(seen: &Observation<'_>) -> usize {
    let (columns, rows) = seen.grid_size();
    columns * rows
}

/// The cell (column, row) of a pixel; `None` outside of the level.
#[inline]
pub fn cell(seen: &Observation<'_>, x: i32, y: i32) -> Option<(usize, usize)> {
    let (columns, rows) = seen.grid_size();
    let (x, y) = (x.div_euclid(seen.block()), y.div_euclid(seen.block()));
    let cell = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    (cell.0 < columns && cell.1 < rows).then_some(cell)
}

/// The cell of a sprite's top left corner.
#[inline]
pub fn cell_of(seen: &Observation<'_>, sprite: &Seen) -> Option<(usize, usize)> {
    cell(seen, sprite.x, sprite.y)
}

/// The cell of a player's avatar; `None` after the end of the game.
#[inline]
pub fn avatar_cell(seen: &Observation<'_>, player: usize) -> Option<(usize, usize)> {
    let (x, y) = seen.avatar_position(player);
    cell(seen, x as i32, y as i32)
}

/// The number of a cell, row by row.
#[inline]
pub fn number(seen: &Observation<'_>, (x, y): (usize, usize)) -> usize {
    y * seen.grid_size().0 + x
}
