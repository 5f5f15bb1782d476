//! The types in each cell.

use ludex_engine::{State, TypeId};

use super::Bounds;
use crate::stage::Stage;

pub(super) struct Ids {
    types: Vec<TypeId>,
    columns: usize,
    depth: usize,
    /// The place of each type in the drawing order.
    layer: Vec<usize>,
}

impl Ids {
    pub fn new(stage: &Stage, bounds: Bounds, depth: usize) -> Ids {
        let mut layer = vec![0; stage.world().type_names().len()];
        for (place, kind) in stage.world().order().iter().enumerate() {
            layer[usize::from(*kind)] = place;
        }
        Ids { types: stage.types().to_vec(), columns: bounds.columns, depth, layer }
    }

    pub fn write(&self, state: &State, out: &mut [i16]) {
        out.fill(0);
        let observation = state.observe();
        for seen in self.types.iter().flat_map(|kind| observation.shown_of(*kind)) {
            let layer = self.layer[usize::from(seen.type_id)];
            for (x, y) in observation.cells_of(&seen) {
                let start = (y * self.columns + x) * self.depth;
                self.insert(&mut out[start..start + self.depth], seen.type_id as i16 + 1, layer);
            }
        }
    }

    /// Puts a type where it belongs among those of a cell; each type once.
    fn insert(&self, cell: &mut [i16], id: i16, layer: usize) {
        let is_below = |other: i16| other == 0 || self.layer[(other - 1) as usize] < layer;
        let Some(place) = cell.iter().position(|&other| other == id || is_below(other)) else { return };
        if cell[place] != id {
            cell[place..].rotate_right(1);
            cell[place] = id;
        }
    }
}
