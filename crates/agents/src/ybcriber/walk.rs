//! A walk to something that is worth it, or that is not known yet.

use std::collections::VecDeque;

use ludex_engine::{Action, Category, Observation, TypeId};

use super::danger::Danger;
use super::model::Model;
use crate::kit::place;

/// Types whose touch brings more than this are worth a walk.
const WORTH: f64 = 0.5;
/// What something unknown is worth.
const CURIOSITY: f64 = 0.01;

const STEPS: [(Action, i32, i32); 4] =
    [(Action::Up, 0, -1), (Action::Left, -1, 0), (Action::Down, 0, 1), (Action::Right, 1, 0)];

/// Finds ways over the grid.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    columns: usize,
    /// Per cell: the first step and the distance, once it has been reached.
    reached: Vec<Option<(Action, u32)>>,
    /// Per cell: may it be entered?
    closed: Vec<bool>,
    queue: VecDeque<(usize, usize)>,
    /// Types that there was only one of, and that have been walked to: with what the avatar was and held.
    visited: Vec<(TypeId, u64)>,
}

impl Walk {
    /// The first step towards the most promising sprite; `None` if there is nowhere to go.
    pub fn step(
        &mut self,
        seen: &Observation<'_>,
        player: usize,
        model: &Model,
        danger: &Danger,
    ) -> Option<Action> {
        let avatar = seen.avatar_type(player)?;
        let from = place::avatar_cell(seen, player)?;
        self.close(seen, avatar, model, danger);
        self.spread(seen, from);
        let mut best = (0.0, None);
        for kind in 0..seen.type_count() as TypeId {
            let relation = model.relation(avatar, kind);
            let worth = if relation.score.value() > WORTH {
                relation.score.value()
            } else if relation.is_unknown() {
                CURIOSITY
            } else {
                continue;
            };
            if let Some((action, distance)) = self.nearest(seen, kind) {
                let value = worth / f64::from(distance);
                if value > best.0 {
                    best = (value, Some(action));
                }
            }
        }
        best.1.or_else(|| self.only_one(seen, player, avatar))
    }

    /// The first step to the cell that costs least, by what a cell itself costs and the way there, over the ground that the last
    /// [`step`](Walk::step) has found.
    pub fn towards(&self, cost: impl Fn(usize) -> f64) -> Option<Action> {
        let open = self.reached.iter().zip(&self.closed).enumerate();
        let open = open.filter(|(_, (_, closed))| !**closed);
        let costs = open.filter_map(|(cell, (reached, _))| {
            reached.map(|(action, steps)| (cost(cell) + f64::from(steps), action))
        });
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, action)| action)
    }

    /// Notes which cells cannot or should not be entered.
    fn close(&mut self, seen: &Observation<'_>, avatar: TypeId, model: &Model, danger: &Danger) {
        self.columns = seen.grid_size().0;
        self.closed.clear();
        self.closed.resize(place::cells(seen), false);
        for kind in 0..seen.type_count() as TypeId {
            let relation = model.relation(avatar, kind);
            if relation.is_blocking() || relation.is_deadly() {
                for sprite in seen.sprites_of(kind) {
                    if let Some(cell) = place::cell_of(seen, &sprite) {
                        self.closed[place::number(seen, cell)] = true;
                    }
                }
            }
        }
        for (number, closed) in self.closed.iter_mut().enumerate() {
            *closed |= danger.level(Some((number % self.columns, number / self.columns))) > 0;
        }
    }

    /// Reaches out from a cell in all directions. Closed cells are reached but not passed.
    fn spread(&mut self, seen: &Observation<'_>, from: (usize, usize)) {
        self.reached.clear();
        self.reached.resize(place::cells(seen), None);
        self.queue.clear();
        self.queue.push_back(from);
        let rows = seen.grid_size().1;
        while let Some((x, y)) = self.queue.pop_front() {
            let here = self.reached[y * self.columns + x];
            for (action, dx, dy) in STEPS {
                let (Some(x), Some(y)) =
                    (x.checked_add_signed(dx as isize), y.checked_add_signed(dy as isize))
                else {
                    continue;
                };
                let number = y * self.columns + x;
                if x >= self.columns || y >= rows || (x, y) == from || self.reached[number].is_some() {
                    continue;
                }
                self.reached[number] = Some(here.map_or((action, 1), |(first, steps)| (first, steps + 1)));
                if !self.closed[number] {
                    self.queue.push_back((x, y));
                }
            }
        }
    }

    /// The first step to the nearest sprite of a type, and how far it is.
    fn nearest(&self, seen: &Observation<'_>, kind: TypeId) -> Option<(Action, u32)> {
        let ways = self.ways(seen, kind);
        ways.min_by_key(|&(_, distance)| distance)
    }

    fn ways<'a>(
        &'a self,
        seen: &'a Observation<'_>,
        kind: TypeId,
    ) -> impl Iterator<Item = (Action, u32)> + 'a {
        let others = |category| !matches!(category, Category::Avatar | Category::FromAvatar);
        let sprites = seen.sprites_of(kind).filter(move |sprite| others(sprite.category));
        sprites.filter_map(|sprite| {
            let number = place::number(seen, place::cell_of(seen, &sprite)?);
            self.reached[number]
        })
    }

    /// The way to a type that only one sprite of can be reached, unless it has been gone before in the same situation.
    fn only_one(&mut self, seen: &Observation<'_>, player: usize, avatar: TypeId) -> Option<Action> {
        let held = seen.avatar_resources(player).fold(u64::from(avatar), |sum, (kind, amount)| {
            sum.wrapping_mul(0x1_0000_01B3).wrapping_add(u64::from(kind) << 16 ^ amount as u64)
        });
        for kind in 0..seen.type_count() as TypeId {
            let mut ways = self.ways(seen, kind);
            let (Some((action, distance)), None) = (ways.next(), ways.next()) else { continue };
            drop(ways);
            if self.visited.contains(&(kind, held)) {
                continue;
            }
            if distance <= 1 {
                self.visited.push((kind, held));
            }
            return Some(action);
        }
        None
    }
}
