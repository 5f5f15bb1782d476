//! States without a past.

use crate::history::History;
use crate::state::State;

impl State {
    /// Forgets [all events](State::events) so far. Nothing depends on them but what is shown: searches that do not look at
    /// events copy less without them, the more the longer the game has lasted.
    pub fn forget_events(&mut self) {
        // A copy of nothing: the list keeps its memory.
        self.live.d.history.copy_from(&History::default());
    }
}
