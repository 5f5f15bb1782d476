//! Shortest paths for sprites that find their way, computed once for a level as the reference does.

use std::collections::HashMap;

use ludex_vgdl::TypeId;

use crate::geometry::{DOWN, LEFT, RIGHT, UP, Vector};
use crate::sprite::SpriteRef;
use crate::state::Data;
use crate::world::World;

/// Paths are kept for levels of up to this many free cells; the table grows with the square.
const MAX_FREE_CELLS: usize = 5_000;

/// The first step of the shortest path from every free cell to every other.
#[derive(Debug)]
pub(crate) struct PathFinder {
    /// What pixels are multiplied with to get cells. Not the same as dividing by the block: for some block
    /// sizes a multiple comes out one cell too low.
    scale: f64,
    /// By 100 * x + y of start and goal: the way the reference keys its table, collisions included.
    steps: HashMap<(i32, i32), u8>,
}

const DIRECTIONS: [Vector; 4] = [UP, DOWN, LEFT, RIGHT];
const OFFSETS: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

impl PathFinder {
    /// Searches from every cell that no obstacle covers. `start` is the level before the first tick.
    pub fn new(world: &World, start: &Data, obstacles: &[TypeId]) -> PathFinder {
        let (columns, rows) = (world.grid.columns, world.grid.rows);
        let mut blocked = vec![false; world.grid.cells()];
        mark_obstacles(world, start, obstacles, &mut blocked);
        // An avatar with three actions moves sideways only, and so do all path finders of its game.
        let avatar = start.players[0].avatar.map(|slot| start.sprites[usize::from(slot)].kind);
        let sideways = avatar.is_some_and(|kind| world.types[usize::from(kind)].actions().len() == 3);
        let neighbours = if sideways { 2..4 } else { 0..4 };
        let mut finder = PathFinder { scale: 1.0 / f64::from(world.grid.block), steps: HashMap::new() };
        let free = blocked.iter().filter(|&&b| !b).count();
        if free > MAX_FREE_CELLS {
            return finder;
        }
        let mut search = Search { columns, rows, blocked: &blocked, neighbours, heap: Vec::new() };
        for x in 0..columns {
            for y in 0..rows {
                if !blocked[world.grid.index(x, y)] {
                    search.from((x, y), &mut finder.steps);
                }
            }
        }
        finder
    }

    /// The first step from one pixel position to another, if there is a path.
    pub fn first_step(&self, from: (i32, i32), to: (i32, i32)) -> Option<Vector> {
        let cell =
            |(x, y): (i32, i32)| ((f64::from(x) * self.scale) as i32, (f64::from(y) * self.scale) as i32);
        self.steps.get(&(key(cell(from)), key(cell(to)))).map(|&d| DIRECTIONS[usize::from(d)])
    }
}

fn key((x, y): (i32, i32)) -> i32 {
    x.wrapping_mul(100).wrapping_add(y)
}

/// Marks the cells that visible sprites of the given types occupy.
fn mark_obstacles(world: &World, start: &Data, obstacles: &[TypeId], blocked: &mut [bool]) {
    for &kind in obstacles {
        if world.types[usize::from(kind)].hidden {
            continue;
        }
        start.group(world, kind, |r: SpriteRef| {
            for (x, y) in world.grid.observed_cells(&start.rect(world, r)) {
                blocked[world.grid.index(x, y)] = true;
            }
        });
    }
}

/// A uniform-cost search whose ties are resolved by the mechanics of Java's binary heap.
struct Search<'a> {
    columns: i32,
    rows: i32,
    blocked: &'a [bool],
    neighbours: std::ops::Range<usize>,
    /// Cost, cell, and the first step that led there.
    heap: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    cost: u32,
    x: i32,
    y: i32,
    first: Option<u8>,
}

impl Search<'_> {
    fn from(&mut self, start: (i32, i32), steps: &mut HashMap<(i32, i32), u8>) {
        let mut seen = vec![false; self.blocked.len()];
        let index = |x: i32, y: i32| (y * self.columns + x) as usize;
        seen[index(start.0, start.1)] = true;
        self.heap.clear();
        self.heap.push(Node { cost: 0, x: start.0, y: start.1, first: None });
        while let Some(node) = pop(&mut self.heap) {
            if let Some(first) = node.first {
                steps.insert((key(start), key((node.x, node.y))), first);
            }
            for d in self.neighbours.clone() {
                let (x, y) = (node.x + OFFSETS[d].0, node.y + OFFSETS[d].1);
                if x < 0 || y < 0 || x >= self.columns || y >= self.rows {
                    continue;
                }
                let cell = index(x, y);
                if self.blocked[cell] || seen[cell] {
                    continue;
                }
                seen[cell] = true;
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
