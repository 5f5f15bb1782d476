//! A* over the cells of a level, where nothing is forbidden but some cells cost more than others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ludex_engine::{Category, TypeId};

use super::scene::{Cell, MOVES, Scene};
use super::walls::Walls;

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
    /// What cells cost beyond a step, because of sprites that stand still.
    standing: Vec<f64>,
    /// Is that as it should be?
    is_surveyed: bool,
    /// What cells cost beyond a step.
    costs: Vec<f64>,
    cells: Vec<Known>,
    /// What was known in earlier rounds does not count.
    round: u32,
    /// By expected cost: numbers of cells, those that cost least first. Costs are not negative, so their bits are in order: a cost's
    /// are above the 32 of the cell.
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
    /// In which round.
    round: u32,
    is_closed: bool,
}

impl AStar {
    /// What stands still is to be looked up again.
    pub fn survey(&mut self) {
        self.is_surveyed = false;
    }

    /// Finds the cheapest way between two cells, see [`AStar::found`]. There is none to or from outside of the level.
    pub fn find(&mut self, scene: &Scene<'_>, start: Cell, goal: Cell, walls: &Walls) {
        self.path.clear();
        if !scene.has(start) || !scene.has(goal) {
            return;
        }
        self.prepare(scene, walls);
        let (start, end) = (self.number(start), self.number(goal));
        let width = self.width as isize;
        self.reach(start, 0.0, start, 0.0);
        while let Some(Reverse(entry)) = self.open.pop() {
            let here = entry as u32;
            if here == end {
                break;
            }
            let known = &mut self.cells[here as usize];
            if known.is_closed {
                continue;
            }
            known.is_closed = true;
            let cost = known.cost;
            let (x, y) = self.cell(here);
            for (_, (dx, dy)) in MOVES {
                let next = (here as isize + dx as isize + dy as isize * width) as u32;
                let wall = self.costs[next as usize];
                let reached = cost + 1.0 + wall;
                let known = self.cells[next as usize];
                let is_better = known.round != self.round || reached < known.cost;
                if is_better && reached < f64::INFINITY {
                    let (dx, dy) = (f64::from(x + dx - goal.0), f64::from(y + dy - goal.1));
                    self.reach(next, reached, here, (dx * dx + dy * dy).sqrt() + wall);
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
        self.path.iter().map(|number| self.cell(*number))
    }

    fn reach(&mut self, cell: u32, cost: f64, from: u32, expected: f64) {
        self.cells[cell as usize] = Known { cost, from, round: self.round, is_closed: false };
        self.open.push(Reverse(u128::from((cost + expected).to_bits()) << 32 | u128::from(cell)));
    }

    fn cell(&self, number: u32) -> Cell {
        let width = self.width as u32;
        ((number % width) as i32 - 1, (number / width) as i32 - 1)
    }

    fn number(&self, (x, y): Cell) -> u32 {
        ((y + 1) * self.width as i32 + x + 1) as u32
    }

    fn prepare(&mut self, scene: &Scene<'_>, walls: &Walls) {
        let stands = |kind: TypeId| {
            let first = scene.seen.sprites_of(kind).next();
            first.is_some_and(|sprite| sprite.category == Category::Static)
        };
        if !self.is_surveyed {
            self.enclose(scene);
            let mut standing = std::mem::take(&mut self.standing);
            walls
                .known()
                .filter(|(kind, _)| stands(*kind))
                .for_each(|wall| self.add(&mut standing, scene, wall));
            self.standing = standing;
            self.is_surveyed = true;
        }
        let mut costs = std::mem::take(&mut self.costs);
        costs.clone_from(&self.standing);
        walls.known().filter(|(kind, _)| !stands(*kind)).for_each(|wall| self.add(&mut costs, scene, wall));
        self.costs = costs;
        self.open.clear();
        self.round = self.round.wrapping_add(1);
    }

    /// A level that costs nothing, and its border.
    fn enclose(&mut self, scene: &Scene<'_>) {
        let (columns, rows) = scene.seen.grid_size();
        self.width = columns + 2;
        self.standing.clear();
        self.standing.resize(self.width * (rows + 2), f64::INFINITY);
        for row in self.standing.chunks_mut(self.width).skip(1).take(rows) {
            row[1..=columns].fill(0.0);
        }
        self.cells.resize(self.standing.len(), Known::default());
    }

    /// Adds the score of a type where its sprites are, and a part of it around them.
    fn add(&self, costs: &mut [f64], scene: &Scene<'_>, (kind, score): (TypeId, f64)) {
        for sprite in scene.seen.sprites_of(kind) {
            for (x, y) in scene.seen.cells_of(&sprite) {
                let here = (y + 1) * self.width + x + 1;
                costs[here] += score;
                for beside in [here - self.width, here - 1, here + self.width, here + 1] {
                    costs[beside] += NEIGHBOURS * score;
                }
            }
        }
    }
}
