//! A* over the cells of a level, where nothing is forbidden but some cells cost more than others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::scene::{Cell, MOVES, Scene};
use super::walls::Walls;

/// The part of its score that a wall also has in the cells around it.
const NEIGHBOURS: f64 = 0.2;

/// The search. It keeps its memory from one use to the next.
#[derive(Debug, Default)]
pub struct AStar {
    columns: i32,
    rows: i32,
    /// The scores of the walls in each cell.
    walls: Vec<f64>,
    cells: Vec<Known>,
    /// By expected cost: numbers of cells, those that cost least first. Costs are not negative, so their bits are in order.
    open: BinaryHeap<Reverse<(u64, u32)>>,
    path: Vec<u32>,
}

/// What the search knows of a cell.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// What it costs to get there; infinite if no way is known yet.
    cost: f64,
    /// The cell before it.
    from: u32,
    closed: bool,
}

impl AStar {
    /// The cheapest way between two cells of the level, both counted, as numbers of cells: see [`AStar::cell`].
    pub fn path(&mut self, scene: &Scene<'_>, start: Cell, goal: Cell, walls: &Walls) -> &[u32] {
        self.prepare(scene, walls);
        self.path.clear();
        if !scene.has(start) || !scene.has(goal) {
            return &self.path;
        }
        let (start, end) = (self.number(start), self.number(goal));
        self.cells[start as usize].cost = 0.0;
        self.open.push(Reverse((0, start)));
        while let Some(Reverse((_, here))) = self.open.pop() {
            if here == end {
                break;
            }
            let known = &mut self.cells[here as usize];
            if known.closed {
                continue;
            }
            known.closed = true;
            let cost = known.cost;
            let (x, y) = self.cell(here);
            for next in
                MOVES.map(|(_, (dx, dy))| (x + dx, y + dy)).into_iter().filter(|&next| scene.has(next))
            {
                let wall = self.wall(next);
                let number = self.number(next);
                let known = &mut self.cells[number as usize];
                if cost + 1.0 + wall < known.cost {
                    *known = Known { cost: cost + 1.0 + wall, from: here, closed: false };
                    let (dx, dy) = (f64::from(next.0 - goal.0), f64::from(next.1 - goal.1));
                    let expected = known.cost + (dx * dx + dy * dy).sqrt() + wall;
                    self.open.push(Reverse((expected.to_bits(), number)));
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
        &self.path
    }

    /// The way that was found last.
    pub fn found(&self) -> &[u32] {
        &self.path
    }

    /// The cell with a number.
    pub fn cell(&self, number: u32) -> Cell {
        (number as i32 % self.columns.max(1), number as i32 / self.columns.max(1))
    }

    fn number(&self, (x, y): Cell) -> u32 {
        (y * self.columns + x) as u32
    }

    fn prepare(&mut self, scene: &Scene<'_>, walls: &Walls) {
        let (columns, rows) = scene.seen.grid_size();
        (self.columns, self.rows) = (columns as i32, rows as i32);
        self.walls.clear();
        self.walls.resize(columns * rows, 0.0);
        for (kind, score) in walls.known() {
            for sprite in scene.seen.sprites_of(kind) {
                for (x, y) in scene.seen.cells_of(&sprite) {
                    self.walls[y * columns + x] += score;
                }
            }
        }
        self.cells.clear();
        self.cells.resize(columns * rows, Known { cost: f64::INFINITY, from: 0, closed: false });
        self.open.clear();
    }

    /// What a cell costs beyond a step: its walls, and a part of those around it.
    fn wall(&self, (x, y): Cell) -> f64 {
        let at = |x: i32, y: i32| {
            let inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
            if inside { self.walls[(y * self.columns + x) as usize] } else { 0.0 }
        };
        let around: f64 = MOVES.iter().map(|(_, (dx, dy))| at(x + dx, y + dy)).sum();
        at(x, y) + NEIGHBOURS * around
    }
}
