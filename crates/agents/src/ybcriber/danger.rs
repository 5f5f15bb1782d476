//! Where it is dangerous.

use ludex_engine::{Category, Observation, TypeId};

use super::model::Model;
use crate::kit::place;

/// Killers at most this many cells away may come where they can move to.
const NEAR: i32 = 3;

/// How dangerous each cell is: 0 not at all, 1 for killers that can be foreseen, 2 for those that move by chance.
#[derive(Debug, Default)]
pub(crate) struct Danger {
    columns: usize,
    levels: Vec<u8>,
}

impl Danger {
    /// Looks around in a state.
    pub fn look(&mut self, seen: &Observation<'_>, player: usize, model: &Model) {
        self.columns = seen.grid_size().0;
        self.levels.clear();
        self.levels.resize(place::cells(seen), 0);
        let Some(avatar) = seen.avatar_type(player) else { return };
        let (x, y) = seen.avatar_position(player);
        for kind in 0..seen.type_count() as TypeId {
            if !model.relation(avatar, kind).is_deadly() {
                continue;
            }
            let level = if model.is_random(kind) { 2 } else { 1 };
            for sprite in seen.sprites_of(kind).filter(|sprite| sprite.category != Category::Avatar) {
                self.raise(place::cell_of(seen, &sprite), level);
                let distance = (sprite.x - x as i32).abs() + (sprite.y - y as i32).abs();
                if distance <= NEAR * seen.block() {
                    for &(dx, dy) in model.moves(kind) {
                        self.raise(place::cell(seen, sprite.x + dx, sprite.y + dy), level);
                    }
                }
            }
        }
    }

    fn raise(&mut self, cell: Option<(usize, usize)>, level: u8) {
        let place = cell.and_then(|(x, y)| self.levels.get_mut(y * self.columns + x));
        place.into_iter().for_each(|known| *known = level.max(*known));
    }

    /// The level of a cell; outside of the level it is safe.
    pub fn level(&self, cell: Option<(usize, usize)>) -> u8 {
        cell.and_then(|(x, y)| self.levels.get(y * self.columns + x)).copied().unwrap_or(0)
    }
}
