//! The search.

use super::{Evidence, Varied, Vary, VaryError};
use crate::Reasons;
use crate::cell::{Cell, Entrant};
use crate::contest::ContestError;
use crate::plan::{Block, GameFiles, Levels, Plan, PlanError};
use crate::player::Player;
use crate::runner::{RunOptions, WorkerContext, run};
use crate::store::{Recorder, RunFacts, Verdict};
use ludex_agents::tuning::{NTupleBandit, Setting, Space, SpaceError, Tuner};
use ludex_agents::{AgentSpec, DEFAULT_SEED, Rng};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Neighbours that are compared before each evaluation. Many: comparing costs nothing beside a game.
const NEIGHBOURS: usize = 50;

/// Exploration constant, for rewards from 0 to 1.
const EXPLORATION: f64 = 0.7;

/// Why there is nothing to search, or why a search was broken off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// The agent cannot be varied so.
    #[error(transparent)]
    Vary(#[from] VaryError),
    /// There is no setting to choose, or there are too many.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The games cannot be played, or their results not be kept.
    #[error(transparent)]
    Contest(#[from] ContestError),
}

/// What is tuned, and by which games.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The agent; parameters that are not varied stay as they are.
    pub agent: AgentSpec,
    /// The parameters.
    pub varied: Vec<Varied>,
    /// The games: each is played once in an evaluation.
    pub games: Vec<GameFiles>,
    /// The levels: evaluations take them in turn.
    pub levels: Levels,
    /// What the agent may spend on each tick.
    pub budget: Arc<str>,
    /// Whether late answers are forgiven.
    pub lenient: bool,
    /// Number that all seeds and the search's own draws are derived from.
    pub seed: u64,
    /// How many settings are evaluated.
    pub evaluations: u32,
    space: Space,
}

/// What a search has seen.
#[derive(Debug)]
pub struct Seen {
    pub(super) tuner: NTupleBandit,
    /// Why the agent was disqualified, a reason for each play in which it was.
    pub(super) disqualified: Reasons,
}

impl Tuning {
    /// Fits the parameters to the agent. The rest has the defaults of an experiment, and can be set.
    pub fn new(agent: AgentSpec, vary: &[Vary], games: Vec<GameFiles>) -> Result<Self, TuneError> {
        let mut varied: Vec<Varied> = Vec::new();
        for vary in vary {
            let new = vary.of(&agent)?;
            if varied.iter().any(|known| known.name == new.name) {
                return Err(VaryError::Twice(new.name).into());
            }
            varied.push(new);
        }
        let sizes: Vec<usize> = varied.iter().map(|parameter| parameter.values.len()).collect();
        Ok(Self {
            space: Space::new(&sizes, |_| true)?,
            agent,
            varied,
            games,
            levels: Levels::ALL,
            budget: "200fm".into(),
            lenient: false,
            seed: DEFAULT_SEED.into(),
            evaluations: 50,
        })
    }

    /// How many settings there are to choose from.
    pub fn settings(&self) -> usize {
        self.space.combinations()
    }

    /// The value that a setting gives a parameter.
    pub fn value(&self, setting: Setting, parameter: usize) -> &str {
        &self.varied[parameter].values[self.space.value(setting, parameter)]
    }

    /// The agent with a setting.
    pub fn configured(&self, setting: Setting) -> Result<AgentSpec, VaryError> {
        (0..self.varied.len()).try_fold(self.agent.clone(), |agent, parameter| {
            Ok(agent.with(&self.varied[parameter].name, self.value(setting, parameter))?)
        })
    }

    /// The games of an evaluation. Each has seeds of its own, so that no setting is judged by luck with one of them twice.
    fn plan(&self, agent: &AgentSpec, evaluation: u32) -> Result<Plan, PlanError> {
        let entrant = Entrant {
            agent: agent.to_string().into(),
            budget: self.budget.clone(),
            lenient: self.lenient,
            learning: 0,
        };
        let entrants = vec![Arc::new(entrant)];
        let block = |game: &GameFiles| {
            let levels = self.levels.of(game.levels.keys());
            let level =
                *levels.get(evaluation as usize % levels.len().max(1)).ok_or(PlanError::Nothing("levels"))?;
            let (entrants, games) = (entrants.clone(), vec![game.clone()]);
            Ok(Block { entrants, games, levels: Levels::only(level), reps: 1 })
        };
        let blocks: Result<Vec<Block>, PlanError> = self.games.iter().map(block).collect();
        Plan::of_blocks(self.seed.wrapping_add(u64::from(evaluation)), blocks?)
    }

    /// Plays what an evaluation lacks. Returns how its games came out; nothing if it was stopped.
    fn evaluate(
        &self,
        agent: &AgentSpec,
        evaluation: u32,
        recorder: &mut Recorder,
        options: RunOptions,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Verdict>>, ContestError> {
        let plan = self.plan(agent, evaluation)?;
        let player = Player::new(&plan)?;
        let play = |cell: &Cell, context: &WorkerContext<'_>| player.play(cell, context);
        if run(&plan.cells, recorder, options, stop, play, |_| {})?.stopped {
            return Ok(None);
        }
        let verdicts = plan.cells.iter().filter_map(|cell| recorder.verdict(cell).transpose());
        Ok(Some(verdicts.collect::<Result<_, _>>()?))
    }
}

/// Plays what a search still lacks in the results at `out`. `report` is told after every evaluation which agent was
/// evaluated, how many of how many games it won, and what is known by then. If `stop` is set the search ends early.
pub fn tune(
    tuning: &Tuning,
    out: &Path,
    configuration: &str,
    options: RunOptions,
    stop: &AtomicBool,
    mut report: impl FnMut(&AgentSpec, &Evidence<'_>),
) -> Result<Seen, TuneError> {
    let mut rng = Rng::new(tuning.seed);
    let tuner = NTupleBandit::new(tuning.space.clone(), NEIGHBOURS, EXPLORATION);
    let mut seen = Seen { tuner, disqualified: Reasons::default() };
    let mut recorder = Recorder::begin(out, &RunFacts::here(configuration)).map_err(ContestError::from)?;
    for evaluation in 0..tuning.evaluations {
        let setting = seen.tuner.choose(&mut rng);
        let agent = tuning.configured(setting)?;
        let Some(games) = tuning.evaluate(&agent, evaluation, &mut recorder, options, stop)? else { break };
        let won = games.iter().filter(|game| game.won).count();
        seen.tuner.update(setting, won as f64 / games.len().max(1) as f64);
        for reason in games.into_iter().filter_map(|game| game.disqualified) {
            seen.disqualified.add(&reason);
        }
        report(&agent, &Evidence::new(tuning, &seen));
    }
    Ok(seen)
}
