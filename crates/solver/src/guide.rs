//! How promising a state is, by what the rules say about winning.

use crate::distance::{Distances, FAR, SHUT};
use crate::hints::Hints;
use ludex_engine::{Action, ONTOLOGY, Rect, State, World};
use ludex_vgdl::{ClassRef, Game, TypeId};

/// What a point of score is worth, in steps. More than the way across a level, so that nothing gained is given
/// up for a shorter way.
const SCORE: f64 = 60.0;
/// What a sprite less between the player and the win is worth.
const REMAINING: f64 = 30.0;
/// What a sprite is worth whose last one must not be lost.
const GUARDED: f64 = 15.0;
/// What a point of health is worth.
const HEALTH: f64 = 10.0;
/// What a step of something that must be driven somewhere is worth.
const DRIVEN: f64 = 2.0;
/// What stands in for the distance of something that cannot be reached.
const NO_WAY: u32 = 200;
/// What a step into something deadly that stands still counts: a way through it may open later.
const DEADLY: u8 = 8;

/// Judges states of one world.
#[derive(Debug, Clone)]
pub(crate) struct Guide {
    hints: Hints,
    cells: Cells,
    types: Vec<TypeId>,
    /// Types that stand still.
    still: Vec<bool>,
    /// From the avatar.
    ways: Distances,
    /// From what driven things must be driven to, for each kind of thing.
    drives: Vec<(TypeId, Distances)>,
}

/// The cells of a level, for sprites that may stand between them.
#[derive(Debug, Clone, Copy)]
struct Cells {
    width: usize,
    height: usize,
    /// Pixels of a cell.
    block: i32,
}

impl Cells {
    /// The cell that a rectangle's middle is in.
    fn of(self, rect: &Rect) -> Option<usize> {
        let place = |at: i32, size: i32, cells: usize| {
            let cell = at.checked_add(size / 2)?.div_euclid(self.block);
            usize::try_from(cell).ok().filter(|c| *c < cells)
        };
        Some(place(rect.y, rect.h, self.height)? * self.width + place(rect.x, rect.w, self.width)?)
    }
}

impl Guide {
    pub(crate) fn new(game: &Game, world: &World, start: &State) -> Self {
        let (width, height) = (world.width().max(0) as usize, world.height().max(0) as usize);
        let cells = Cells { width, height, block: world.block().max(1) };
        let class = |t: &ClassRef| match t {
            ClassRef::Known(c) => ONTOLOGY.classes[*c].name,
            _ => "",
        };
        let still = |t: &ClassRef| {
            matches!(class(t), "Immovable" | "Passive" | "Door" | "Portal" | "Resource" | "SpawnPoint")
        };
        let mut guide = Guide {
            hints: Hints::of(game),
            cells,
            types: (0..game.types.len() as TypeId).collect(),
            still: game.types.iter().map(|t| still(&t.class)).collect(),
            ways: Distances::new(width, height),
            drives: Vec::new(),
        };
        guide.measure_drives(start);
        guide
    }

    /// Is time all it takes to win? Then a state is worth going on from although it looks like an earlier one.
    pub(crate) fn waits(&self) -> bool {
        self.hints.survival
    }

    /// The more the better. A state that is over is not judged.
    pub(crate) fn value(&mut self, state: &State) -> f64 {
        let hints = &self.hints;
        let count =
            |types: &[TypeId]| types.iter().map(|t| state.sprites_of_type(*t).count() as i32).sum::<i32>();
        let left = |goal: &crate::hints::Goal| {
            let n = count(&goal.types);
            if goal.rise { goal.limit - n } else { n - goal.limit }
        };
        let remaining = hints.goals.iter().map(|goal| left(goal).max(0)).min().unwrap_or(0);
        let guarded = count(&hints.guarded);
        let health = state.observe().avatar_health(0).map_or(0, |h| h.points);
        let driven: u32 = self
            .drives
            .iter()
            .flat_map(|(t, ways)| state.sprites_of_type(*t).map(move |s| (s.rect, ways)))
            .filter_map(|(rect, ways)| Some(ways.to(self.cells.of(&rect)?).min(NO_WAY)))
            .sum();
        SCORE * state.score(0) - REMAINING * f64::from(remaining)
            + GUARDED * f64::from(guarded)
            + HEALTH * f64::from(health)
            - DRIVEN * f64::from(driven)
            - f64::from(self.way_to_go(state))
    }

    /// The way of the avatar to the nearest thing that is good to touch; what wins comes before all else.
    fn way_to_go(&mut self, state: &State) -> u32 {
        let observation = state.observe();
        let Some(avatar) = observation.avatar_type(0) else { return 0 };
        let (x, y) = observation.avatar_position(0);
        let here = Rect { x: x as i32, y: y as i32, w: self.cells.block, h: self.cells.block };
        let held = |resource: TypeId| state.inventory(0).find(|(t, _)| *t == resource).map_or(0, |(_, n)| n);
        let open: Vec<(TypeId, bool)> = self
            .hints
            .touches
            .iter()
            .filter(|touch| touch.avatar == avatar)
            .filter(|touch| touch.needs.is_none_or(|(resource, n)| held(resource) >= n))
            .filter(|touch| touch.gives.is_none_or(|(resource, most)| held(resource) < most))
            .map(|touch| (touch.target, touch.wins))
            .collect();
        let winning = open.iter().any(|(t, wins)| *wins && state.sprites_of_type(*t).next().is_some());
        let targets = open.iter().filter(|(_, wins)| *wins || !winning).map(|(t, _)| *t);
        let targets: Vec<Rect> = targets.flat_map(|t| state.sprites_of_type(t).map(|s| s.rect)).collect();
        if targets.is_empty() {
            return 0;
        }
        // An avatar that only moves sideways can only get under or over a thing.
        if !state.actions(0).contains(&Action::Up) {
            let sideways = |r: &Rect| r.x.abs_diff(here.x) / self.cells.block.unsigned_abs();
            return targets.iter().map(sideways).min().unwrap_or(0);
        }
        let Some(start) = self.cells.of(&here) else { return NO_WAY };
        self.lay_out(state, avatar);
        self.ways.spread(std::iter::once(start));
        let way =
            |r: &Rect| self.cells.of(r).map_or(FAR, |cell| self.ways.to(cell).min(self.ways.beside(cell)));
        targets.iter().map(way).min().unwrap_or(FAR).min(NO_WAY)
    }

    /// Puts walls, dangers and portals on the map of the avatar.
    fn lay_out(&mut self, state: &State, avatar: TypeId) {
        let cells = self.cells;
        self.ways.clear();
        for &t in &self.types {
            let (shut, deadly) = (self.hints.blocks(avatar, t), self.hints.kills(avatar, t));
            if shut || (deadly && self.still[usize::from(t)]) {
                for sprite in state.sprites_of_type(t) {
                    if let Some(cell) = cells.of(&sprite.rect) {
                        self.ways.raise(cell, if shut { SHUT } else { DEADLY });
                    }
                }
            }
        }
        for &(portal, exit) in &self.hints.portals {
            for from in state.sprites_of_type(portal).filter_map(|s| cells.of(&s.rect)) {
                for to in state.sprites_of_type(exit).filter_map(|s| cells.of(&s.rect)) {
                    self.ways.jump(from, to);
                }
            }
        }
    }

    /// Measures once how far everything is from where it must be driven.
    fn measure_drives(&mut self, start: &State) {
        let mut driven: Vec<TypeId> = self.hints.drives.iter().map(|(t, _)| *t).collect();
        driven.sort_unstable();
        driven.dedup();
        for thing in driven {
            let to = self.hints.drives.iter().filter(|(t, to)| *t == thing && self.still[usize::from(*to)]);
            let cells: Vec<usize> = to
                .flat_map(|(_, to)| start.sprites_of_type(*to))
                .filter_map(|sprite| self.cells.of(&sprite.rect))
                .collect();
            if cells.is_empty() {
                continue;
            }
            let mut ways = Distances::new(self.cells.width, self.cells.height);
            for &t in self.types.iter().filter(|t| **t != thing && self.hints.blocks_any(**t)) {
                start
                    .sprites_of_type(t)
                    .filter_map(|s| self.cells.of(&s.rect))
                    .for_each(|cell| ways.raise(cell, SHUT));
            }
            ways.spread(cells.into_iter());
            self.drives.push((thing, ways));
        }
    }
}
