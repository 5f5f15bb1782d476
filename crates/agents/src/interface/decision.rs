//! A turn for agents that cannot borrow one.

use std::time::Duration;

use ludex_engine::State;

use super::budget::Budget;
use super::game::Spent;
use super::meter::Meter;
use super::turn::Turn;
use super::visits::Witness;

/// Owns everything that a [`Turn`] borrows, for whoever asks an agent that is no Rust value: one in another language or in
/// another process.
pub struct Decision {
    state: State,
    player: usize,
    meter: Meter,
}

impl Decision {
    /// A decision about a state. The clock runs from now on.
    pub fn new(state: &State, player: usize, budget: Budget) -> Decision {
        let mut state = state.clone();
        state.refresh();
        Decision { state, player, meter: Meter::start(budget) }
    }

    /// What the agent gets.
    pub fn turn(&self) -> Turn<'_> {
        Turn::new(&self.state, self.player, &self.meter, Witness::default())
    }

    /// What has been spent so far.
    pub fn spent(&self) -> Spent {
        Spent { calls: self.meter.calls(), iterations: self.meter.iterations() }
    }

    /// The time since the start, where it is limited.
    pub fn elapsed(&self) -> Option<Duration> {
        self.meter.elapsed()
    }
}
