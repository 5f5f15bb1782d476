//! Where an agent's simulations went.

use std::cell::RefCell;

use ludex_engine::State;

/// Counts in which cells of the level the avatar was, over all simulations of a decision: for viewers. It changes nothing of
/// what an agent does.
#[derive(Debug, Default)]
pub struct Visits {
    cells: RefCell<Vec<u32>>,
}

impl Visits {
    /// How often the avatar was in each cell, row by row, since this was asked last. Cells after the last one visited may be
    /// missing.
    pub fn take(&self) -> Vec<u32> {
        self.cells.take()
    }

    pub(super) fn note(&self, state: &State, player: usize) {
        let Some(cell) = state.observe().avatar_cell(player) else { return };
        let mut cells = self.cells.borrow_mut();
        if cells.len() <= cell {
            cells.resize(cell + 1, 0);
        }
        cells[cell] = cells[cell].saturating_add(1);
    }
}

/// Who looks on while an agent thinks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Witness<'a> {
    /// Measures what the model costs.
    pub profile: Option<&'a super::Profile>,
    /// Notes where simulations go.
    pub visits: Option<&'a Visits>,
}
