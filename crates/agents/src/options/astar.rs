//! A* over the cells of a level, where nothing is forbidden but some cells cost more than others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ludex_engine::{Category, TypeId};

use super::scene::{Cell, MOVES, Scene};
use super::walls::Walls;
use crate::interface::Rng;

/// The part of its score that a wall also has in the cells around it.
const NEIGHBOURS: f64 = 0.2;

/// The search. It keeps its memory from one use to the next.
///
/// Cells are numbered row by row, with a border around the level that costs more than anything: nobody has to ask whether
/// a neighbour is inside.
#[derive(Debug, Default)]
pub struct AStar {
    /// Cells in a row, with the border.
    width: usize,
    /// Column and row of each number.
    places: Vec<Cell>,
    /// What cells cost beyond a step, because of sprites that stand still.
    standing: Vec<f64>,
    /// How often that has changed.
    version: u64,
    /// Is it as it should be?
    is_surveyed: bool,
    /// The cells that other sprites are in, with the scores of their types.
    moving: Vec<(u32, f64)>,
    /// What cells cost beyond a step.
    costs: Vec<f64>,
    cells: Vec<Known>,
    /// What was known in earlier rounds does not count.
    round: u32,
    /// By expected cost: numbers of cells, those that cost least first. Costs are not negative, so their bits are in order: a
    /// cost's are above the 32 of the cell.
    open: BinaryHeap<Reverse<u128>>,
    path: Vec<u32>,
}

/// What the search knows of a cell.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// What it costs to get there.
    cost: f64,
    /// The cell before it.
    from: u32,
    /// In which round, and whether it is closed.
    round: u32,
}

/// Goes with the round of a cell that is closed.
const CLOSED: u32 = 1 << 31;

impl AStar {
    /// What stands still is to be looked up again.
    pub fn survey(&mut self) {
        self.is_surveyed = false;
    }

    /// Looks at what is in the way in a state. Returns a number for it: where that is the same, ways between the same cells are.
    pub fn look(&mut self, scene: &Scene<'_>, walls: &Walls) -> u64 {
        let stands = |kind: TypeId| {
            let first = scene.seen.sprites_of(kind).next();
            first.is_some_and(|sprite| sprite.category == Category::Static)
        };
        if !self.is_surveyed {
            self.enclose(scene);
            for (kind, score) in walls.known().filter(|(kind, _)| stands(*kind)) {
                let (costs, width) = (&mut self.costs, self.width);
                each_cell(scene, kind, width, |cell| add(costs, cell as usize, width, score));
            }
            if self.costs != self.standing {
                self.standing.clone_from(&self.costs);
                self.version += 1;
            }
            self.is_surveyed = true;
        }
        self.moving.clear();
        for (kind, score) in walls.known().filter(|(kind, _)| !stands(*kind)) {
            each_cell(scene, kind, self.width, |cell| self.moving.push((cell, score)));
        }
        let mix = |number: u64, with: u64| Rng::new(number ^ with).bits();
        self.moving
            .iter()
            .fold(self.version, |number, &(cell, score)| mix(mix(number, u64::from(cell)), score.to_bits()))
    }

    /// Finds the cheapest way between two cells of the state that was looked at last, see [`AStar::found`]. There is none to or from
    /// outside of the level.
    pub fn find(&mut self, scene: &Scene<'_>, start: Cell, goal: Cell) {
        self.path.clear();
        if !scene.has(start) || !scene.has(goal) {
            return;
        }
        self.prepare();
        let (start, end) = (self.number(start), self.number(goal));
        let AStar { ref places, ref costs, ref mut cells, ref mut open, round, .. } = *self;
        let width = self.width as isize;
        let reach = |cells: &mut [Known], cell: u32, cost: f64, from: u32, expected: f64| {
            cells[cell as usize] = Known { cost, from, round };
            u128::from((cost + expected).to_bits()) << 32 | u128::from(cell)
        };
        open.push(Reverse(reach(cells, start, 0.0, start, 0.0)));
        while let Some(Reverse(entry)) = open.pop() {
            let here = entry as u32;
            if here == end {
                break;
            }
            let known = &mut cells[here as usize];
            if known.round & CLOSED != 0 {
                continue;
            }
            known.round |= CLOSED;
            let cost = known.cost;
            let (x, y) = places[here as usize];
            for (_, (dx, dy)) in MOVES {
                let next = (here as isize + dx as isize + dy as isize * width) as u32;
                let wall = costs[next as usize];
                let reached = cost + 1.0 + wall;
                let known = cells[next as usize];
                let is_better = known.round & !CLOSED != round || reached < known.cost;
                if is_better && reached < f64::INFINITY {
                    let (dx, dy) = (f64::from(x + dx - goal.0), f64::from(y + dy - goal.1));
                    let expected = (dx * dx + dy * dy).sqrt() + wall;
                    open.push(Reverse(reach(cells, next, reached, here, expected)));
                }
            }
        }
        let mut here = end;
        self.path.push(here);
        while here != start {
            here = self.cells[here as usize].from;
            self.path.push(here);
        }
        self.path.reverse();
    }

    /// The way that was found, both ends counted.
    pub fn found(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.path.iter().map(|&number| self.places[number as usize])
    }

    fn number(&self, (x, y): Cell) -> u32 {
        ((y + 1) * self.width as i32 + x + 1) as u32
    }

    /// Begins a new round in the state that was looked at last.
    fn prepare(&mut self) {
        self.costs.clone_from(&self.standing);
        for &(cell, score) in &self.moving {
            add(&mut self.costs, cell as usize, self.width, score);
        }
        self.open.clear();
        self.round = (self.round + 1) % CLOSED;
    }

    /// Puts a level that costs nothing, and its border, into `costs`.
    fn enclose(&mut self, scene: &Scene<'_>) {
        let (columns, rows) = scene.seen.grid_size();
        self.width = columns + 2;
        self.costs.clear();
        self.costs.resize(self.width * (rows + 2), f64::INFINITY);
        for row in self.costs.chunks_mut(self.width).skip(1).take(rows) {
            row[1..=columns].fill(0.0);
        }
        if self.cells.len() != self.costs.len() {
            let (width, cells) = (self.width as i32, self.costs.len() as i32);
            self.places = (0..cells).map(|number| (number % width - 1, number / width - 1)).collect();
            self.cells.resize(self.costs.len(), Known::default());
        }
    }
}

/// Shows the numbers of the cells that sprites of a type are in to a function.
fn each_cell(scene: &Scene<'_>, kind: TypeId, width: usize, mut each: impl FnMut(u32)) {
    scene.seen.sprites_of(kind).for_each(|sprite| {
        scene.seen.cells_of(&sprite).for_each(|(x, y)| each(((y + 1) * width + x + 1) as u32));
    });
}

/// Adds a score to the cost of a cell, and a part of it around.
fn add(costs: &mut [f64], cell: usize, width: usize, score: f64) {
    costs[cell] += score;
    for beside in [cell - width, cell - 1, cell + width, cell + 1] {
        costs[beside] += NEIGHBOURS * score;
    }
}
