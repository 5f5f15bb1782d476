//! Ways that are found once and followed as long as the world agrees.

use super::astar::AStar;
use super::scene::{Cell, Scene, steps};
use super::walls::Walls;

/// Ways are planned anew after so many ticks, whatever happened.
const PERIOD: i32 = 15;
/// Of a way, so many cells are kept: no roll-out gets further before it plans anew.
const LONGEST: usize = 64;
/// How many cells of ways are kept before the oldest are written over.
const KEPT: usize = 1 << 14;
/// How many beginnings of ways are remembered. A power of two.
const REMEMBERED: usize = 1 << 10;

/// A way that an option goes: a part of what [`Routes`] keeps.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// The number of its first cell among all cells ever kept.
    first: u64,
    length: u16,
    /// How far the avatar has come on it.
    at: u16,
    /// Where it leads.
    goal: Cell,
    /// The period in which it was planned.
    period: i32,
}

impl Route {
    /// No way yet.
    pub const NONE: Route = Route { first: 0, length: 0, at: 0, goal: (0, 0), period: 0 };
}

/// Finds ways and keeps them.
///
/// The paper plans anew in every simulation. Here a way is also taken over from another simulation of the same
/// search that was in the same place at about the same time and wanted to get to the same cell.
#[derive(Debug)]
pub struct Routes {
    astar: AStar,
    /// The cells of the last ways that were found, the oldest of which are written over.
    cells: Vec<Cell>,
    /// How many cells have been kept in all; the first is number 1, so that no route is [`Route::NONE`].
    written: u64,
    remembered: Vec<Remembered>,
    /// What A* has found.
    found: Vec<Found>,
    /// Ways before this number are not followed any more.
    fresh: u64,
    searches: u64,
}

#[derive(Debug, Clone, Copy)]
struct Remembered {
    start: Cell,
    route: Route,
}

/// A way between two cells, and what was in the way then.
#[derive(Debug, Clone, Copy)]
struct Found {
    start: Cell,
    costs: u64,
    route: Route,
}

impl Routes {
    pub fn new() -> Routes {
        let nothing = Remembered { start: (0, 0), route: Route::NONE };
        Routes {
            astar: AStar::default(),
            cells: vec![(0, 0); KEPT],
            written: 1,
            remembered: vec![nothing; REMEMBERED],
            found: vec![Found { start: (0, 0), costs: 0, route: Route::NONE }; REMEMBERED],
            fresh: 1,
            searches: 0,
        }
    }

    /// All ways are to be found anew: a new search begins, or something is known to be in the way.
    pub fn begin(&mut self) {
        self.fresh = self.written;
        self.survey();
    }

    /// Ways that are found from now on go by what is known now.
    pub fn survey(&mut self) {
        self.astar.survey();
    }

    /// How often a way was asked for.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// The next cell on the way to a goal, if there is one and it is inside of the level.
    pub fn next(&mut self, route: &mut Route, scene: &Scene<'_>, goal: Cell, walls: &Walls) -> Option<Cell> {
        let period = scene.seen.tick().div_euclid(PERIOD);
        if let Some(next) = self.follow(route, scene.cell, goal, period) {
            return Some(next);
        }
        let place = place(scene.cell, goal);
        let Remembered { start, route: known } = self.remembered[place];
        if start == scene.cell && known.goal == goal {
            *route = known;
            if let Some(next) = self.follow(route, scene.cell, goal, period) {
                return Some(next);
            }
        }
        *route = self.plan(scene, goal, period, walls);
        self.remembered[place] = Remembered { start: scene.cell, route: *route };
        self.follow(route, scene.cell, goal, period)
    }

    /// The cells of a way that are still ahead, with the avatar's.
    pub fn ahead(&self, route: &Route) -> impl Iterator<Item = Cell> {
        let there = self.is_kept(route);
        (route.at..route.length).filter(move |_| there).map(move |at| self.get(route, at))
    }

    /// The next cell of a way, as long as the world agrees with it: the avatar is on it and the goal about where it was.
    fn follow(&self, route: &mut Route, from: Cell, goal: Cell, period: i32) -> Option<Cell> {
        if !self.is_kept(route) || route.first < self.fresh || route.period != period {
            return None;
        }
        // A goal that has moved hardly changes where to go first, as long as it is far away.
        let left = i32::from(route.length) - 1 - i32::from(route.at);
        if 3 * steps(goal, route.goal) > left {
            return None;
        }
        let near = route.at..route.length.min(route.at.saturating_add(3));
        route.at = near.into_iter().find(|&at| self.get(route, at) == from)?;
        (route.at + 1 < route.length).then(|| self.get(route, route.at + 1))
    }

    /// The way that A* finds. What it has found is found again as long as the same is in the way: bumps against walls are few, and
    /// simulations go the same ways tick after tick.
    fn plan(&mut self, scene: &Scene<'_>, goal: Cell, period: i32, walls: &Walls) -> Route {
        self.searches += 1;
        let costs = self.astar.look(scene, walls);
        let found = (place(scene.cell, goal) ^ costs as usize) & (REMEMBERED - 1);
        let known = self.found[found];
        let is_known = (known.start, known.route.goal, known.costs) == (scene.cell, goal, costs)
            && self.is_kept(&known.route);
        let length = if is_known {
            usize::from(known.route.length)
        } else {
            self.astar.find(scene, scene.cell, goal);
            self.astar.found().len().min(LONGEST)
        };
        // A way is kept in one piece: where it would go beyond the end, it begins anew.
        let place = (self.written % KEPT as u64) as usize;
        if place + length > KEPT {
            self.written += (KEPT - place) as u64;
        }
        let first = self.written;
        let place = (first % KEPT as u64) as usize;
        if is_known {
            let from = (known.route.first % KEPT as u64) as usize;
            self.cells.copy_within(from..from + length, place);
        } else {
            self.cells[place..place + length]
                .iter_mut()
                .zip(self.astar.found())
                .for_each(|(kept, cell)| *kept = cell);
        }
        self.written += length as u64;
        let route = Route { first, length: length as u16, at: 0, goal, period };
        self.found[found] = Found { start: scene.cell, costs, route };
        route
    }

    fn is_kept(&self, route: &Route) -> bool {
        route.length > 0 && self.written - route.first <= KEPT as u64
    }

    fn get(&self, route: &Route, at: u16) -> Cell {
        self.cells[(route.first % KEPT as u64) as usize + usize::from(at)]
    }
}

/// Where the way between two cells is remembered.
fn place(start: Cell, goal: Cell) -> usize {
    let mix = |hash: u64, n: i32| (hash ^ u64::from(n as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let hash = [start.0, start.1, goal.0, goal.1].into_iter().fold(0, mix);
    (hash >> 32) as usize & (REMEMBERED - 1)
}
