//! The search as an agent.

use ludex_engine::Action;

use super::search::{Parts, SampleMcts};
use super::version::Setup;
use crate::interface::{Agent, Insight, Turn};
use crate::kit::length::DynamicLength;
use crate::mcts::normaliser::BoundsMode;
use crate::mcts::perez::evolution::Evolution;
use crate::mcts::perez::knowledge::Knowledge;
use crate::registry::AgentSpec;

pub(super) struct SampleAgent {
    search: SampleMcts,
    length: Option<DynamicLength>,
}

impl SampleAgent {
    pub fn new(setup: Setup, spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> SampleAgent {
        let length = spec.part("dynamic").map(|settings| DynamicLength::new(settings, setup.depth));
        let parts = Parts {
            evolution: spec.part("evo").map(|settings| Evolution::new(settings, turn)),
            knowledge: spec.part("kb").map(|settings| Knowledge::new(settings, turn)),
        };
        // What the knowledge base says is booked as it is; only changes of the score are normalised, as in the first version.
        let bounds = if parts.knowledge.is_some() { BoundsMode::LastTick } else { setup.bounds };
        SampleAgent { search: SampleMcts::composed(Setup { bounds, ..setup }, parts, turn, seed), length }
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
