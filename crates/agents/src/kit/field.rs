//! How far it is to walk.

use ludex_engine::{Observation, TypeId};

/// The lengths of the shortest ways from a cell to all others, up, down, left and right, around what is in the way.
///
/// One field answers for all goals at once what a search for each of them would find. It keeps its memory from one use to
/// the next.
#[derive(Debug, Clone, Default)]
pub struct DistanceField {
    columns: usize,
    rows: usize,
    distances: Vec<u32>,
    /// The cells that the search has come to, in order.
    reached: Vec<(usize, usize)>,
}

/// A cell that cannot be reached, or has not been yet.
const FAR: u32 = u32::MAX;
/// A cell that something is in the way of.
const BLOCKED: u32 = u32::MAX - 1;

impl DistanceField {
    /// Measures from a cell (column, row). Sprites of the types that `blocks` says so are in the way; the way may begin
    /// on one of them.
    pub fn measure(&mut self, seen: &Observation<'_>, from: (usize, usize), blocks: impl Fn(TypeId) -> bool) {
        (self.columns, self.rows) = seen.grid_size();
        self.distances.clear();
        self.distances.resize(self.columns * self.rows, FAR);
        self.reached.clear();
        for sprite in (0..seen.type_count() as TypeId).filter(|&t| blocks(t)).flat_map(|t| seen.sprites_of(t))
        {
            for cell in seen.cells_of(&sprite) {
                self.set(cell, BLOCKED);
            }
        }
        if from.0 >= self.columns || from.1 >= self.rows {
            return;
        }
        self.set(from, 0);
        self.reached.push(from);
        let (columns, rows) = (self.columns, self.rows);
        let mut done = 0;
        while let Some(&(x, y)) = self.reached.get(done) {
            let next = self.distances[y * self.columns + x] + 1;
            let around = [(x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x, y + 1), (x + 1, y)];
            for cell in around.into_iter().filter(|&(x, y)| x < columns && y < rows) {
                if self.distances[cell.1 * self.columns + cell.0] == FAR {
                    self.set(cell, next);
                    self.reached.push(cell);
                }
            }
            done += 1;
        }
    }

    fn set(&mut self, (x, y): (usize, usize), distance: u32) {
        self.distances[y * self.columns + x] = distance;
    }

    /// The number of steps to a cell; `None` if it cannot be reached. What is in the way itself is as far as the cells
    /// around it say: one step from the nearest.
    pub fn steps(&self, (x, y): (usize, usize)) -> Option<u32> {
        let at = |x: usize, y: usize| {
            (x < self.columns && y < self.rows).then(|| self.distances[y * self.columns + x])
        };
        match at(x, y)? {
            FAR => None,
            BLOCKED => [at(x, y.wrapping_sub(1)), at(x.wrapping_sub(1), y), at(x, y + 1), at(x + 1, y)]
                .into_iter()
                .flatten()
                .filter(|&distance| distance < BLOCKED)
                .min()
                .map(|distance| distance + 1),
            distance => Some(distance),
        }
    }
}
