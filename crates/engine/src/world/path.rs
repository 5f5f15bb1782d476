//! Shortest paths for sprites that find their way, computed once for a level as the reference does.

use std::ops::Range;

use ludex_vgdl::Game;

use super::level::{Seating, Sprites};
use super::type_set::TypeSet;
use super::types::Types;
use crate::index::Kinds;
use crate::index::shape::GridShape;

/// Paths are kept for levels of up to this many free cells, as the table grows with the square, and up to this many columns.
const MAX_FREE_CELLS: usize = 5_000;
const MAX_COLUMNS: i32 = 20_000;

/// The first step of the shortest path from every free cell to every other.
#[derive(Debug)]
pub(crate) struct PathFinder {
    /// What pixels are multiplied with to get cells. Not the same as dividing by the block: for some block
    /// sizes a multiple comes out one cell too low.
    scale: f64,
    /// The numbers of the free cells, or `NOT_FREE`, by 100 * x + y: the way the reference keys its table, collisions included.
    numbers: Vec<u16>,
    /// How many numbers there are.
    count: usize,
    /// For each start and goal among the free cells the direction of the first step, or `NO_PATH`.
    steps: Vec<u8>,
}

const NO_PATH: u8 = u8::MAX;
const NOT_FREE: u16 = u16::MAX;

/// Up, down, left and right: as indices into the base directions, and in cells.
const DIRECTIONS: [u8; 4] = [0, 2, 1, 3];
const OFFSETS: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

impl PathFinder {
    /// Searches from every cell that no obstacle covers before the first tick, if the game asks for paths.
    pub fn compile(
        game: &Game,
        kinds: Kinds,
        types: &Types,
        sprites: &Sprites,
        seating: &Seating,
        grid: &GridShape,
    ) -> Option<PathFinder> {
        let obstacles = game.obstacles.as_ref()?;
        let obstacles = TypeSet::of(kinds.count(), obstacles.iter().filter_map(|&id| kinds.get(id)));
        let mut blocked = vec![false; grid.cells()];
        for (number, placed) in sprites.placed.iter().enumerate() {
            let info = &types[placed.kind];
            if !obstacles.contains(placed.kind) || info.hidden || seating.surplus.contains(&number) {
                continue;
            }
            for (x, y) in grid.observed_cells(&info.template.rect.at(placed.x, placed.y)) {
                blocked[grid.index(x, y)] = true;
            }
        }
        // An avatar with three actions moves sideways only, and so do all path finders of its game.
        let avatar = seating.seats.first().map(|&number| sprites.placed[number].kind);
        let sideways = avatar.is_some_and(|kind| types[kind].actions.len() == 3);
        Some(PathFinder::new(grid, &blocked, if sideways { 2..4 } else { 0..4 }))
    }

    fn new(grid: &GridShape, blocked: &[bool], neighbours: Range<usize>) -> PathFinder {
        let (columns, rows) = (grid.columns, grid.rows);
        let scale = 1.0 / f64::from(grid.block);
        let mut finder = PathFinder { scale, numbers: Vec::new(), count: 0, steps: Vec::new() };
        let is_free = |&(x, y): &(i32, i32)| !blocked[grid.index(x, y)];
        let all = (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y)));
        let free: Vec<(i32, i32)> = all.filter(is_free).take(MAX_FREE_CELLS + 1).collect();
        if free.len() > MAX_FREE_CELLS || columns > MAX_COLUMNS {
            return finder;
        }
        for &cell in &free {
            finder.number(key(cell) as usize);
        }
        finder.steps = vec![NO_PATH; finder.count * finder.count];
        let seen = vec![0; blocked.len()];
        let mut search = Search { columns, rows, blocked, neighbours, heap: Vec::new(), seen, round: 0 };
        for &start in &free {
            search.from(start, &mut finder);
        }
        finder
    }

    /// The first step from one pixel position to another as an index into the base directions, if there is a path.
    pub fn first_step(&self, from: (i32, i32), to: (i32, i32)) -> Option<u8> {
        let cell =
            |(x, y): (i32, i32)| ((f64::from(x) * self.scale) as i32, (f64::from(y) * self.scale) as i32);
        let place = self.place(key(cell(from)), key(cell(to)))?;
        DIRECTIONS.get(usize::from(self.steps[place])).copied()
    }

    /// Gives a number to the cell with this key, unless another has it already.
    fn number(&mut self, key: usize) {
        if key >= self.numbers.len() {
            self.numbers.resize(key + 1, NOT_FREE);
        }
        if self.numbers[key] == NOT_FREE {
            self.numbers[key] = self.count as u16;
            self.count += 1;
        }
    }

    /// Where the first step from one cell to another is kept.
    fn place(&self, from: i32, to: i32) -> Option<usize> {
        let number = |key: i32| {
            let number = *self.numbers.get(usize::try_from(key).ok()?)?;
            (number != NOT_FREE).then_some(usize::from(number))
        };
        Some(number(from)? * self.count + number(to)?)
    }
}

fn key((x, y): (i32, i32)) -> i32 {
    x.wrapping_mul(100).wrapping_add(y)
}

/// A uniform-cost search whose ties are resolved by the mechanics of Java's binary heap.
struct Search<'a> {
    columns: i32,
    rows: i32,
    blocked: &'a [bool],
    neighbours: Range<usize>,
    /// Cost, cell, and the first step that led there.
    heap: Vec<Node>,
    /// For each cell the last search that has seen it.
    seen: Vec<u32>,
    round: u32,
}

#[derive(Clone, Copy)]
struct Node {
    cost: u32,
    x: i32,
    y: i32,
    first: Option<u8>,
}

impl Search<'_> {
    fn from(&mut self, start: (i32, i32), finder: &mut PathFinder) {
        self.round += 1;
        let columns = self.columns;
        let index = |x: i32, y: i32| (y * columns + x) as usize;
        self.seen[index(start.0, start.1)] = self.round;
        self.heap.clear();
        self.heap.push(Node { cost: 0, x: start.0, y: start.1, first: None });
        while let Some(node) = pop(&mut self.heap) {
            if let Some(first) = node.first
                && let Some(place) = finder.place(key(start), key((node.x, node.y)))
            {
                finder.steps[place] = first;
            }
            for d in self.neighbours.clone() {
                let (x, y) = (node.x + OFFSETS[d].0, node.y + OFFSETS[d].1);
                if x < 0 || y < 0 || x >= self.columns || y >= self.rows {
                    continue;
                }
                let cell = index(x, y);
                if self.blocked[cell] || self.seen[cell] == self.round {
                    continue;
                }
                self.seen[cell] = self.round;
                let first = node.first.or(Some(d as u8));
                push(&mut self.heap, Node { cost: node.cost + 1, x, y, first });
            }
        }
    }
}

fn push(heap: &mut Vec<Node>, node: Node) {
    heap.push(node);
    let mut k = heap.len() - 1;
    while k > 0 {
        let parent = (k - 1) / 2;
        if node.cost >= heap[parent].cost {
            break;
        }
        heap[k] = heap[parent];
        k = parent;
    }
    heap[k] = node;
}

fn pop(heap: &mut Vec<Node>) -> Option<Node> {
    let last = heap.pop()?;
    let Some(&top) = heap.first() else { return Some(last) };
    let n = heap.len();
    let mut k = 0;
    loop {
        let mut child = 2 * k + 1;
        if child >= n {
            break;
        }
        if child + 1 < n && heap[child].cost > heap[child + 1].cost {
            child += 1;
        }
        if last.cost <= heap[child].cost {
            break;
        }
        heap[k] = heap[child];
        k = child;
    }
    heap[k] = last;
    Some(top)
}
