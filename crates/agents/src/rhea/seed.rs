//! Seeding: evolution begins with a plan of a simpler search and mutants of it.

use std::mem;

use ludex_engine::Action;

use crate::interface::{Rng, Simulator, Turn};
use crate::kit::noise;
use crate::mcts::sample::{SampleMcts, Setup};
use crate::one_step::simple_value;
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "seed",
    about: "begins with a plan of another search and with mutants of it",
    source: "Perez-Liebana & Gaina 2019",
    parameters: &[Parameter::choice(
        "by",
        "mcts",
        &["mcts", "onestep"],
        "mcts: the most visited actions of a tree search that gets half the budget; onestep: in each step the action after \
         which the state looks best, as in the agent of this name",
    )],
};

/// The share of the budget that a tree search may spend on a seed.
const SHARE: f64 = 0.5;

/// Makes the first individual.
pub(super) enum Seeder {
    Mcts(Box<SampleMcts>),
    OneStep(Box<OneStep>),
}

impl Seeder {
    pub fn new(settings: &Settings, turn: Turn<'_>, rng: &mut Rng) -> Seeder {
        if settings.choose("by", &[("onestep", true), ("mcts", false)]) {
            Seeder::OneStep(Box::new(OneStep::new(turn, rng)))
        } else {
            Seeder::Mcts(Box::new(SampleMcts::new(Setup::SEEDING, turn, rng.bits())))
        }
    }

    /// Writes a plan into the genes. Where it ends early, the genes stay as they are.
    pub fn fill(&mut self, turn: Turn<'_>, present: &Simulator, genes: &mut [Action], rng: &mut Rng) {
        match self {
            Seeder::OneStep(seeder) => seeder.fill(turn, present, genes, rng),
            Seeder::Mcts(search) => {
                let has_choice = search.begin(turn);
                while has_choice && turn.spent() < SHARE && turn.next_iteration() {
                    search.simulate(turn);
                }
                genes.iter_mut().zip(search.plan()).for_each(|(gene, action)| *gene = action);
            }
        }
    }
}

/// Goes where it looks best, step by step.
pub(super) struct OneStep {
    here: Simulator,
    trial: Simulator,
    best: Simulator,
}

impl OneStep {
    fn new(turn: Turn<'_>, rng: &mut Rng) -> OneStep {
        let here = turn.simulator(rng);
        OneStep { trial: here.clone(), best: here.clone(), here }
    }

    fn fill(&mut self, turn: Turn<'_>, present: &Simulator, genes: &mut [Action], rng: &mut Rng) {
        self.here.copy_from(turn, present, rng);
        for gene in genes {
            let mut best = (f64::NEG_INFINITY, None);
            for &action in self.here.actions() {
                self.trial.copy_from(turn, &self.here, rng);
                if !self.trial.advance(turn, action) {
                    return;
                }
                let value = noise::relative(simple_value(&self.trial), rng);
                if value > best.0 {
                    best = (value, Some(action));
                    mem::swap(&mut self.trial, &mut self.best);
                }
            }
            let Some(action) = best.1 else { return };
            *gene = action;
            mem::swap(&mut self.here, &mut self.best);
        }
    }
}
