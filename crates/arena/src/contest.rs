//! A plan played into a folder of results: what `ludex arena` and `ludex reproduce` have in common.

use crate::cell::Cell;
use crate::plan::{Plan, PlanError};
use crate::player::{Guest, Player, PlayerError};
use crate::runner::{Progress, RunError, RunOptions, RunSummary, WorkerContext, run};
use crate::store::{Recorder, Results, RunFacts, StoreError, results_file};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Why an experiment was not played, or not to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// It cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Its games or agents cannot be played.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Its results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The run did not begin or was broken off.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Plays what a plan still lacks in the results at `out`. The configuration, as TOML, is kept with them.
pub fn contest(
    plan: &Plan,
    out: &Path,
    configuration: &str,
    options: RunOptions,
    stop: &AtomicBool,
    report: impl FnMut(&Progress) + Send,
) -> Result<RunSummary, ContestError> {
    contest_with(plan, &[], out, configuration, options, stop, report)
}

/// Likewise, for a plan in which some agents are guests.
pub fn contest_with(
    plan: &Plan,
    guests: &[&dyn Guest],
    out: &Path,
    configuration: &str,
    options: RunOptions,
    stop: &AtomicBool,
    report: impl FnMut(&Progress) + Send,
) -> Result<RunSummary, ContestError> {
    let player = Player::with_guests(plan, guests)?;
    refuse_other_seed(out, configuration)?;
    let mut recorder = Recorder::begin(out, &RunFacts::here(configuration))?;
    let play = |cell: &Cell, context: &WorkerContext<'_>| player.play(cell, context);
    Ok(run(&plan.cells, &mut recorder, options, stop, play, report)?)
}

/// Refuses to add games with one seed to results with another: nobody who reads them could tell.
fn refuse_other_seed(out: &Path, configuration: &str) -> Result<(), StoreError> {
    #[derive(serde::Deserialize)]
    struct Seeded {
        seed: u64,
    }
    let seed = |text: &str| toml::from_str::<Seeded>(text).ok().map(|seeded| seeded.seed);
    let (path, Some(now)) = (results_file(out), seed(configuration)) else { return Ok(()) };
    if !path.is_file() {
        return Ok(());
    }
    let runs = Results::open(&path)?.runs()?;
    let others = runs.iter().filter(|run| run.games > 0).filter_map(|run| seed(&run.facts.configuration));
    // Whoever pooled seeds before this was refused may go on with any of them.
    let others: Vec<u64> = others.collect();
    match others.last() {
        Some(&before) if !others.contains(&now) => Err(StoreError::OtherSeed { path, before, now }),
        _ => Ok(()),
    }
}
