//! The decisions.

use ludex_engine::Action;

use super::classify::{Traits, classify};
use super::planner::Planner;
use crate::interface::{Agent, Insight, Rng, Simulator, Turn};
use crate::registry::AgentSpec;
use crate::ybcriber::Ybcriber;

pub(super) struct Champion {
    rng: Rng,
    traits: Traits,
    present: Simulator,
    /// What the next tick is expected to show.
    expected: Simulator,
    expects: bool,
    planner: Option<Planner>,
    reactive: Option<Ybcriber>,
    seed: u64,
    surprises: u32,
    /// When a win was first known.
    known_at: Option<i32>,
}

impl Champion {
    pub fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Champion {
        let mut rng = Rng::new(seed);
        let mut present = turn.simulator(&mut rng);
        present.forget_events();
        let traits = classify(turn, &present, &mut rng);
        let plans = traits.deterministic && spec.settings().switch("plan");
        let mut agent = Champion {
            traits,
            expected: present.clone(),
            expects: false,
            planner: plans.then(|| Planner::new(&present)),
            reactive: (!plans).then(|| Ybcriber::new(false, turn, seed)),
            present,
            rng,
            seed,
            surprises: 0,
            known_at: None,
        };
        if let Some(planner) = &mut agent.planner {
            planner.think(turn, &agent.present, &agent.traits, &mut agent.rng);
        }
        agent
    }

    /// Did the last tick bring what was expected?
    fn check(&mut self) {
        let as_expected = !self.expects || self.expected.situation() == self.present.situation();
        if as_expected {
            return;
        }
        self.surprises += 1;
        self.traits.still = false;
        if let Some(planner) = &mut self.planner {
            planner.forget();
        }
        if self.surprises > 2 {
            self.traits.deterministic = false;
            self.planner = None;
        }
    }
}

impl Agent for Champion {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        turn.reset(&mut self.present, &mut self.rng);
        self.present.forget_events();
        self.check();
        let planned = self.planner.as_mut().and_then(|planner| {
            let action = planner.act(turn, &self.present, &self.traits, &mut self.rng);
            if planner.has_win() {
                self.known_at.get_or_insert(turn.observation().tick());
            }
            action
        });
        let action = match planned {
            Some(action) => action,
            None => {
                let seed = self.seed;
                self.reactive.get_or_insert_with(|| Ybcriber::new(false, turn, seed)).act(turn)
            }
        };
        self.expected.clone_from(&self.present);
        self.expects = self.planner.is_some() && self.expected.advance(turn, action);
        action
    }

    fn insight(&self) -> Insight {
        let nodes = self.planner.as_ref().map(Planner::nodes);
        match &self.reactive {
            Some(reactive) => reactive.insight(),
            None => Insight { nodes, ..Insight::default() },
        }
    }

    fn remarks(&self) -> Option<String> {
        let Traits { deterministic, still, length, waiting_wins } = self.traits;
        let nodes = self.planner.as_ref().map_or(0, Planner::nodes);
        let known = self.known_at.unwrap_or(-1);
        Some(format!(
            "deterministic={} still={} length={length} waiting={} nodes={nodes} win_known={known} surprises={}",
            u8::from(deterministic),
            u8::from(still),
            u8::from(waiting_wins),
            self.surprises,
        ))
    }
}
