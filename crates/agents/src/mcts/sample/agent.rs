//! The search as an agent.

use ludex_engine::Action;

use super::search::SampleMcts;
use super::version::Setup;
use crate::interface::{Agent, Insight, Turn};
use crate::kit::length::DynamicLength;
use crate::registry::AgentSpec;

pub(super) struct SampleAgent {
    search: SampleMcts,
    length: Option<DynamicLength>,
}

impl SampleAgent {
    pub fn new(setup: Setup, spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> SampleAgent {
        let length = spec.part("dynamic").map(|settings| DynamicLength::new(settings, setup.depth));
        SampleAgent { search: SampleMcts::new(setup, turn, seed), length }
    }
}

impl Agent for SampleAgent {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        if !self.search.begin(turn) {
            return Action::Nil;
        }
        if let Some(length) = &mut self.length {
            self.search.set_depth(length.begin(turn));
        }
        while turn.next_iteration() {
            let end = self.search.simulate(turn);
            if let (Some(end), Some(length)) = (end, &mut self.length) {
                length.note(turn, end);
            }
        }
        self.search.answer()
    }

    fn insight(&self) -> Insight {
        self.search.insight()
    }
}
