//! Self-adaptive tree search: a tuner sets the exploration constant and the depth anew for every simulation.

use ludex_engine::Action;

use super::sample::{SampleMcts, Setup};
use crate::interface::{Agent, INITIAL_TICKS, Insight, Rng, Turn};
use crate::kit::bounds::Bounds;
use crate::kit::value::Evaluation;
use crate::registry::{AgentSpec, Entry, Parameter};
use crate::tuning::{Evolution, NTupleBandit, NaiveMonteCarlo, Setting, Space, Tuner};

pub(crate) const ENTRY: Entry = Entry {
    name: "samcts",
    about: "Self-adaptive MCTS: tunes its exploration constant and its depth while it plays.",
    description: "\
        samplemcts, open loop, with another setting for every simulation: one of 15 exploration constants from 0.6 to 2 \
        and one of 15 depths from 1 to 15. A tuner chooses it and learns from what the simulation was worth. All simulations \
        of a tick share a tree; what the tuner knows lasts for the whole game. The setting used most often is reported after \
        the game.",
    source: "Sironi et al. 2018",
    parameters: &[
        Parameter::choice(
            "tuner",
            "ntbea",
            &["nmc", "ea", "ntbea"],
            "nmc: Naive Monte-Carlo (explores with probability 0.75, c=0.7); ea: evolution (50 individuals, 25 survive, \
             crossover 0.5); ntbea: N-Tuple Bandit Evolutionary Algorithm (5 neighbours, c=0.7)",
        ),
        Parameter::choice(
            "reward",
            "auto",
            &["auto", "raw", "normalised"],
            "what the tuner is told: the value itself, with 10^7 for a win; or its place between the least and the greatest of \
             the game so far; auto: normalised for nmc, raw for the others",
        ),
    ],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(SelfAdaptive::new(spec, turn, seed)),
};

/// Values of each of the two parameters.
const VALUES: usize = 15;

/// Exploration constants from 0.6 in steps of 0.1.
fn constant(value: usize) -> f64 {
    (6 + value) as f64 / 10.0
}

/// Depths from 1.
fn depth(value: usize) -> usize {
    1 + value
}

struct SelfAdaptive {
    search: SampleMcts,
    rng: Rng,
    space: Space,
    tuner: Box<dyn Tuner>,
    /// Of the values of all simulations, where rewards are normalised.
    bounds: Option<Bounds>,
    /// How many simulations each setting has controlled.
    used: Vec<u64>,
}

impl SelfAdaptive {
    fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> SelfAdaptive {
        let mut rng = Rng::new(seed);
        let space = Space::new(&[VALUES; 2], |_| true).expect("225 settings, all of them legal");
        let tuner = spec.settings().word("tuner");
        let rewards = [("auto", None), ("raw", Some(false)), ("normalised", Some(true))];
        let normalises = spec.settings().choose("reward", &rewards).unwrap_or(tuner == "nmc");
        let tuner: Box<dyn Tuner> = match tuner {
            "nmc" => Box::new(NaiveMonteCarlo::new(space.clone(), 0.75, 0.7)),
            "ea" => Box::new(Evolution::new(space.clone(), 50, 25, 0.5)),
            "ntbea" => Box::new(NTupleBandit::new(space.clone(), 5, 0.7)),
            other => unreachable!("`{other}` is no tuner"),
        };
        SelfAdaptive {
            search: SampleMcts::new(Setup::TUNED, turn, rng.bits()),
            rng,
            tuner,
            bounds: normalises.then_some(Bounds::EMPTY),
            used: vec![0; space.combinations()],
            space,
        }
    }

    fn simulate(&mut self, turn: Turn<'_>) {
        let setting = self.tuner.choose(&mut self.rng);
        self.search.set_c(constant(self.space.value(setting, 0)));
        self.search.set_depth(depth(self.space.value(setting, 1)));
        let Some(end) = self.search.simulate(turn) else { return };
        let value = Evaluation::Add.of(end);
        let reward = match &mut self.bounds {
            None => value,
            Some(bounds) => {
                bounds.include(value);
                bounds.normalise(value, 0.5)
            }
        };
        self.tuner.update(setting, reward);
        self.used[setting.index()] += 1;
    }

    /// The setting used most often; of equals the first.
    fn most_used(&self) -> Option<Setting> {
        let most = self.used.iter().max()?;
        self.space.settings().find(|setting| self.used[setting.index()] == *most)
    }
}

impl Agent for SelfAdaptive {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        if !self.search.begin(turn) {
            return Action::Nil;
        }
        while turn.next_iteration() {
            self.simulate(turn);
        }
        self.search.answer()
    }

    fn insight(&self) -> Insight {
        self.search.insight()
    }

    fn remarks(&self) -> Option<String> {
        let setting = self.most_used()?;
        let (k, d) = (self.space.value(setting, 0), self.space.value(setting, 1));
        Some(format!("k={} d={}", constant(k), depth(d)))
    }
}
