//! Two objectives in a search for one: their weighted sum, or one of them each tick.

use ludex_engine::Action;

use super::objectives::Objectives;
use crate::interface::{Agent, Insight, Panel, Rng, Simulator, Turn};
use crate::kit::value::Evaluation;
use crate::mcts::normaliser::BoundsMode;
use crate::mcts::sample::{SampleMcts, Setup};
use crate::registry::Settings;

/// The search of GVGAI's sample agent, in one of its versions up to 2016.
fn search(settings: &Settings, turn: Turn<'_>, seed: u64) -> SampleMcts {
    let first = settings.word("version") == "v1";
    let setup = Setup {
        c: settings.real("c"),
        depth: settings.count("depth"),
        closed: settings.word("loop") == "closed",
        evaluation: Evaluation::Million,
        bounds: if first { BoundsMode::LastTick } else { BoundsMode::Game },
        early_answer: first,
        last_of_ties: false,
    };
    SampleMcts::new(setup, turn, seed)
}

/// One tick of a search that values states as `value` says.
fn decide(search: &mut SampleMcts, turn: Turn<'_>, value: impl Fn(&Simulator) -> f64) -> Action {
    if !search.begin(turn) {
        return Action::Nil;
    }
    while turn.next_iteration() {
        search.simulate_for(turn, &value);
    }
    search.answer()
}

/// Weighted-Sum MCTS.
pub(super) struct WeightedSum {
    weight: f64,
    objectives: Objectives,
    search: SampleMcts,
}

impl WeightedSum {
    pub fn new(settings: &Settings, turn: Turn<'_>, seed: u64) -> WeightedSum {
        WeightedSum {
            weight: settings.real("weight"),
            objectives: Objectives::new(settings, turn),
            search: search(settings, turn, seed),
        }
    }
}

impl Agent for WeightedSum {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.objectives.begin_tick(turn);
        let (weight, objectives) = (self.weight, &self.objectives);
        decide(&mut self.search, turn, |state| {
            weight * objectives.score(state) + (1.0 - weight) * objectives.exploration(state)
        })
    }

    fn insight(&self) -> Insight {
        Insight { overlay: Some(self.objectives.overlay()), ..self.search.insight() }
    }
}

/// Mixed-Strategy MCTS.
pub(super) struct MixedStrategy {
    weight: f64,
    objectives: Objectives,
    rng: Rng,
    /// One search for each objective: the values of the one say nothing about those of the other.
    for_score: SampleMcts,
    for_exploration: SampleMcts,
    /// What this tick is for.
    explores: bool,
}

impl MixedStrategy {
    pub fn new(settings: &Settings, turn: Turn<'_>, seed: u64) -> MixedStrategy {
        let mut rng = Rng::new(seed);
        MixedStrategy {
            weight: settings.real("weight"),
            objectives: Objectives::new(settings, turn),
            for_score: search(settings, turn, rng.bits()),
            for_exploration: search(settings, turn, rng.bits()),
            explores: false,
            rng,
        }
    }
}

impl Agent for MixedStrategy {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.objectives.begin_tick(turn);
        self.explores = !self.rng.chance(self.weight);
        let objectives = &self.objectives;
        if self.explores {
            decide(&mut self.for_exploration, turn, |state| objectives.exploration(state))
        } else {
            decide(&mut self.for_score, turn, |state| objectives.score(state))
        }
    }

    fn insight(&self) -> Insight {
        let (search, name) =
            if self.explores { (&self.for_exploration, "exploration") } else { (&self.for_score, "score") };
        let rows = vec![("this tick".to_owned(), name.to_owned())];
        Insight {
            panels: vec![Panel { title: "objective".to_owned(), rows }],
            overlay: Some(self.objectives.overlay()),
            ..search.insight()
        }
    }
}
