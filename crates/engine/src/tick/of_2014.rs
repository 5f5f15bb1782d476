//! The avatar as simulations of May 2014 moved it.
//!
//! The reference's forward model had a step of its own for the avatar until August 2014, with three faults: USE did nothing, the
//! avatar did not turn, and its previous place stayed what it was when the simulation began, so that a wall threw it back
//! there and boxes were pushed in wrong directions. Published results of that year can only be repeated with them.

use crate::action::Action;
use crate::index::Slot;
use crate::state::State;
use crate::state::sprite::flag;
use crate::tick::Tick;

impl State {
    /// Plays one tick like [`State::advance`], with the faults that the reference's forward model had in May 2014: avatars on
    /// a grid do nothing but walk. USE has no effect, they never turn, and rules that ask where they were before, such as
    /// those that put them back, go by the tick before the first one that was played so.
    ///
    /// For reproductions of results of that year.
    pub fn advance_as_in_2014(&mut self, actions: &[Action]) {
        self.mark_avatars(true);
        self.advance(actions);
        self.mark_avatars(false);
    }

    fn mark_avatars(&mut self, on: bool) {
        let data = &mut self.live.d;
        for slot in data.players.iter().filter_map(|player| player.avatar) {
            data.sprites[slot].set(flag::AS_IN_2014, on);
        }
    }
}

impl Tick<'_> {
    /// The action of a simulated avatar: a step, at once and in any direction.
    #[cold]
    pub(super) fn act_as_in_2014(&mut self, slot: Slot, action: Action) {
        let sprite = self.live.d.sprites[slot];
        let info = self.info(sprite.kind);
        let step = action.heading().filter(|_| !info.stationary);
        if let Some(step) =
            step.and_then(|heading| info.stride.step(sprite.speed, heading, self.w.grid.block))
        {
            self.shift(slot, step, self.profile(slot));
        }
    }
}
