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
        self.mark(seen, blocks);
        self.spread(from);
    }

    /// Marks what is in the way, and forgets all distances.
    fn mark(&mut self, seen: &Observation<'_>, blocks: impl Fn(TypeId) -> bool) {
        (self.columns, self.rows) = seen.grid_size();
        self.distances.clear();
        self.distances.resize(self.columns * self.rows, FAR);
        for sprite in (0..seen.type_count() as TypeId).filter(|&t| blocks(t)).flat_map(|t| seen.sprites_of(t))
        {
            for cell in seen.cells_of(&sprite) {
                self.set(cell, BLOCKED);
            }
        }
    }

    /// Measures around what has been marked.
    fn spread(&mut self, from: (usize, usize)) {
        self.reached.clear();
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
        if x < self.columns && y < self.rows { self.steps_to(y * self.columns + x) } else { None }
    }

    /// The number of steps to a cell by its number, counted row by row.
    #[inline]
    pub fn steps_to(&self, cell: usize) -> Option<u32> {
        match *self.distances.get(cell)? {
            FAR => None,
            BLOCKED => self.steps_beside(cell % self.columns, cell / self.columns),
            distance => Some(distance),
        }
    }

    fn steps_beside(&self, x: usize, y: usize) -> Option<u32> {
        let at = |x: usize, y: usize| {
            (x < self.columns && y < self.rows).then(|| self.distances[y * self.columns + x])
        };
        [at(x, y.wrapping_sub(1)), at(x.wrapping_sub(1), y), at(x, y + 1), at(x + 1, y)]
            .into_iter()
            .flatten()
            .filter(|&distance| distance < BLOCKED)
            .min()
            .map(|distance| distance + 1)
    }
}

/// The fields of all cells that have been asked for, around the same obstacles: each is measured once.
#[derive(Debug, Clone, Default)]
pub struct DistanceFields {
    /// What is in the way, and no distances.
    obstacles: DistanceField,
    fields: Vec<DistanceField>,
    /// How many of them are measured; the others are memory from earlier times.
    used: usize,
    /// Per cell: the place of its field, plus one; 0 if it has not been measured.
    of_cell: Vec<u32>,
    /// Where new obstacles are marked.
    spare: DistanceField,
}

/// The most distances that are kept.
const MOST_DISTANCES: usize = 1 << 20;

impl DistanceFields {
    /// Looks at what is in the way now. Fields are measured anew only if that has changed.
    pub fn look(&mut self, seen: &Observation<'_>, blocks: impl Fn(TypeId) -> bool) {
        self.spare.mark(seen, blocks);
        let DistanceField { columns, rows, ref distances, .. } = self.obstacles;
        let same = (columns, rows) == (self.spare.columns, self.spare.rows);
        if !same || *distances != self.spare.distances {
            std::mem::swap(&mut self.obstacles, &mut self.spare);
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.used = 0;
        self.of_cell.clear();
        self.of_cell.resize(self.obstacles.distances.len(), 0);
    }

    /// The field of a cell (column, row). Nothing can be reached from outside of the level.
    pub fn from(&mut self, (x, y): (usize, usize)) -> &DistanceField {
        let DistanceField { columns, rows, .. } = self.obstacles;
        if x >= columns || y >= rows {
            return &self.obstacles;
        }
        let cell = y * columns + x;
        if self.of_cell[cell] == 0 {
            if self.used > 0 && (self.used + 1) * columns * rows > MOST_DISTANCES {
                self.forget();
            }
            if self.used == self.fields.len() {
                self.fields.push(DistanceField::default());
            }
            let field = &mut self.fields[self.used];
            (field.columns, field.rows) = (columns, rows);
            field.distances.clone_from(&self.obstacles.distances);
            field.spread((x, y));
            self.used += 1;
            self.of_cell[cell] = self.used as u32;
        }
        &self.fields[self.of_cell[cell] as usize - 1]
    }
}
