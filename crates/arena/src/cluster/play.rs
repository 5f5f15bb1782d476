//! Plays one shard: on the machine's own disk, with its rows brought to the folder of the run now and then and at the end.

use super::courier::{Courier, patiently};
use super::{ClusterError, Outline, Program, RunFile, RunFolder, Shard, ShardState};
use crate::cell::Cell;
use crate::contest::ContestError;
use crate::plan::Experiment;
use crate::player::Player;
use crate::runner::{Progress, RunError, RunOptions, RunSummary, WorkerContext, run};
use crate::store::{FILE_NAME, Recorder, RunFacts, ShardMark, StoreError};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the folder of a run is waited for, in intervals between two deliveries.
const PATIENCE: u32 = 5;

/// How and where a shard is played.
#[derive(Debug, Clone)]
pub struct ShardOptions {
    /// Which.
    pub shard: Shard,
    /// The folder of the run, which all machines share.
    pub folder: RunFolder,
    /// A folder on this machine's own disk.
    pub scratch: PathBuf,
    /// How often finished rows are brought to the folder of the run.
    pub every: Duration,
    /// The program that plays.
    pub program: Program,
    /// How games are played.
    pub run: RunOptions,
}

/// How a shard ended.
#[derive(Debug)]
pub enum ShardEnd {
    /// All its games are in the folder of the run.
    Done(RunSummary),
    /// It has to be played on: the same command goes on where it was.
    NotDone(String),
}

/// Plays what a shard still lacks. Setting `stop` ends it early: its rows are brought home all the same.
///
/// What will be well again when it is tried again (a full disk, a folder that is away) ends a shard as
/// [not done](ShardEnd::NotDone); an error is what will not.
pub fn play_shard(
    experiment: &Experiment,
    configuration: &str,
    options: &ShardOptions,
    stop: &AtomicBool,
    warn: &(dyn Fn(&str) + Sync),
    mut report: impl FnMut(&Progress) + Send,
) -> Result<ShardEnd, ClusterError> {
    let ShardOptions { shard, folder, scratch, every, program, run: run_options } = options;
    let outline = Outline::new(experiment)?;
    let mine = RunFile::new(experiment, &outline, shard.count, program.clone());
    let mark = ShardMark {
        plan: mine.plan.clone(),
        binary: program.hash.clone(),
        index: shard.index,
        count: shard.count,
    };
    let local = scratch.join(format!("ludex-{}-{}-{}-of-{}", mark.plan, mark.binary, mark.index, mark.count));
    let courier = Courier::new(folder, mark, outline.games_of(*shard), local.join(FILE_NAME), *every);

    let patience = *every * PATIENCE;
    let away =
        |error: &ClusterError| warn(&format!("the folder of the run is not there ({error}): trying again"));
    let agreed = patiently(patience, stop, away, || {
        let path = folder.shards();
        std::fs::create_dir_all(&path).map_err(|source| ClusterError::Io { path, source })?;
        mine.clone().agree(folder)
    });
    let agreed = match agreed {
        Err(ClusterError::Io { path, source }) => {
            return Ok(ShardEnd::NotDone(format!(
                "the folder of the run stayed away: {}: {source}",
                path.display()
            )));
        }
        other => other?,
    };
    let failed = |error: ClusterError| {
        // Whoever looks at the run sees it there; the error itself is what counts.
        let _ = courier.say(ShardState::Failed, Some(&error.to_string()));
        error
    };
    agreed.expect(&mine, folder).map_err(failed)?;

    let mut plan = outline.plan(*shard);
    agreed.sort(&mut plan.cells);
    let player = Player::new(&plan).map_err(|error| failed(ContestError::from(error).into()))?;
    let played = std::thread::scope(|scope| {
        let mut recorder = Recorder::begin(&courier.local, &RunFacts::here(configuration))?;
        recorder.mark(&courier.mark)?;
        courier.fetch()?;
        scope.spawn(|| courier.bring_now_and_then(warn));
        let play = |cell: &Cell, context: &WorkerContext<'_>| player.play(cell, context);
        let summary = run(&plan.cells, &mut recorder, *run_options, stop, play, |progress| {
            courier.note(progress);
            report(progress);
        });
        courier.finish();
        let summary = summary.map_err(ContestError::from)?;
        courier.note(&summary.progress);
        Ok::<_, ClusterError>(summary)
    });
    let (state, reason) = match &played {
        Ok(summary) if !summary.stopped => (ShardState::Done, None),
        Ok(_) => (ShardState::Stopped, Some("told to stop before it was done".to_owned())),
        Err(error) => (ShardState::Failed, Some(error.to_string())),
    };
    let late =
        |error: &ClusterError| warn(&format!("rows could not be brought home ({error}): trying again"));
    let brought = patiently(patience, stop, late, || courier.bring(state, reason.as_deref()));
    match (played, brought) {
        (Ok(summary), Ok(())) if !summary.stopped => {
            // Only a copy of what is in the folder of the run.
            let _ = std::fs::remove_dir_all(&local);
            Ok(ShardEnd::Done(summary))
        }
        (Err(error), _) if !is_passing(&error) => Err(error),
        (_, Err(error)) => {
            Ok(ShardEnd::NotDone(format!("rows are on this machine, in {}: {error}", local.display())))
        }
        (_, Ok(())) => Ok(ShardEnd::NotDone(reason.unwrap_or_default())),
    }
}

/// May it be well again the next time?
fn is_passing(error: &ClusterError) -> bool {
    let store = |error: &StoreError| {
        matches!(error, StoreError::Sqlite { .. } | StoreError::Io { .. } | StoreError::Locked { .. })
    };
    match error {
        ClusterError::Io { .. } => true,
        ClusterError::Store(error)
        | ClusterError::Contest(ContestError::Store(error) | ContestError::Run(RunError::Store(error))) => {
            store(error)
        }
        _ => false,
    }
}
