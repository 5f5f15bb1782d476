//! Plays the games of a plan: workers over one list, every result committed before its worker goes on.
//!
//! A worker records its own games. It waits for the commit anyway, and a writer thread would need a core that a
//! real-time game may be using.

mod cores;
mod display;
mod load;
mod progress;
mod summary;

use cores::whole_cores;
pub use display::Display;
pub use display::duration;
pub use load::Stopwatch;
pub use progress::{Progress, Score};
pub use summary::RunSummary;

use crate::cell::{Cell, Outcome, Timing};
use crate::store::{Recorder, StoreError, UNDISTURBED, cores};
use ludex_agents::{Clock, DISQUALIFIED_SCORE};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunOptions {
    /// Games at once.
    pub jobs: usize,
    /// The clock that decides results, if one does: then every worker gets a core to itself.
    pub clock: Option<Clock>,
    /// How often a game with a budget on the wall clock is played again at most, if something else took its core.
    pub replays: u32,
}

impl RunOptions {
    /// As many games at once as wanted, or else one per core: whole cores where time decides results, of which the two halves of
    /// one would take from each other.
    pub fn new(jobs: Option<usize>, clock: Option<Clock>) -> Self {
        let all = || if clock.is_some() { whole_cores().len().max(1) } else { cores() };
        Self { jobs: jobs.unwrap_or_else(all), clock, replays: 0 }
    }
}

/// Why a run did not begin or was broken off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// More games at once than cores, with a budget in time.
    #[error(
        "{jobs} games at once on {cores} cores would take time from each other: with a budget in time use --jobs {cores} or fewer"
    )]
    TooManyJobs {
        /// What was asked for.
        jobs: usize,
        /// What there is.
        cores: usize,
    },
    /// The results could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A worker could not be started.
    #[error("a worker thread could not be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// What a player may know of the worker that it plays in.
#[derive(Debug, Clone, Copy)]
pub struct WorkerContext<'a> {
    /// Number of the worker, from 0.
    pub worker: usize,
    /// The core that it is pinned to, if it is.
    pub core: Option<usize>,
    stop: &'a AtomicBool,
}

impl WorkerContext<'_> {
    /// Whether the run is to stop: a player looks at this between ticks and gives up a game that is not finished.
    pub fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What the workers share, behind one lock.
struct Shared<'a, F> {
    recorder: &'a mut Recorder,
    progress: Progress,
    report: F,
    error: Option<StoreError>,
}

/// Plays every cell that has no result yet.
///
/// `play` plays one game; it returns `None` only when it gave up because the run is to stop. A panic in it is recorded as
/// a lost game with the reason, and takes nothing else down. `report` is called after every recorded game. Setting `stop`
/// ends the run: games in progress are given up by the player or finished, and nothing new begins.
pub fn run<P, F>(
    cells: &[Cell],
    recorder: &mut Recorder,
    options: RunOptions,
    stop: &AtomicBool,
    play: P,
    report: F,
) -> Result<RunSummary, RunError>
where
    P: Fn(&Cell, &WorkerContext<'_>) -> Option<Outcome> + Sync,
    F: FnMut(&Progress) + Send,
{
    let jobs = options.jobs.max(1);
    if options.clock.is_some() && jobs > cores() {
        return Err(RunError::TooManyJobs { jobs, cores: cores() });
    }
    let missing = recorder.missing(cells)?;
    let jobs = jobs.min(missing.len().max(1));
    let progress = Progress::new(cells.len(), cells.len() - missing.len());
    let core_ids = if options.clock.is_some() { whole_cores() } else { Vec::new() };
    let next = AtomicUsize::new(0);
    let unpinned = AtomicUsize::new(0);
    // Separate from the caller's flag: a failing disk ends the run without pretending that somebody pressed a key.
    let halt = AtomicBool::new(false);
    let shared = Mutex::new(Shared { recorder, progress, report, error: None });

    let work = |worker: usize| {
        let core = core_ids.get(worker).copied().filter(|core| core_affinity::set_for_current(*core));
        if core.is_none() {
            unpinned.fetch_add(1, Ordering::Relaxed);
        }
        let context = WorkerContext { worker, core: core.map(|core| core.id), stop };
        while !context.should_stop() && !halt.load(Ordering::Relaxed) {
            let Some(&index) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let cell = &cells[index];
            let attempt = || {
                let stopwatch = Stopwatch::start();
                let played = catch_unwind(AssertUnwindSafe(|| play(cell, &context)));
                let timing = stopwatch.read();
                let outcome =
                    played.unwrap_or_else(|panic| Some(lost_by_panic(&*panic, cell.partner.is_some())));
                outcome.map(|outcome| (outcome, timing))
            };
            let Some((mut outcome, mut timing)) = attempt() else { break };
            let mut replays = 0;
            while options.clock == Some(Clock::Wall)
                && timing.cpu_share() < UNDISTURBED
                && replays < options.replays
            {
                replays += 1;
                // Stopped meanwhile: a disturbed game is better than none.
                let Some(again) = attempt() else { break };
                if again.1.cpu_share() > timing.cpu_share() {
                    (outcome, timing) = again;
                }
            }
            if !lock(&shared).record(cell, &outcome, timing, replays) {
                halt.store(true, Ordering::Relaxed);
            }
        }
    };

    std::thread::scope(|scope| -> std::io::Result<()> {
        for worker in 0..jobs {
            let work = &work;
            let started = std::thread::Builder::new()
                .name(format!("arena-{worker}"))
                .spawn_scoped(scope, move || work(worker));
            if let Err(error) = started {
                halt.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })?;

    let Shared { progress, error, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = error {
        return Err(error.into());
    }
    Ok(RunSummary {
        took: progress.elapsed(),
        stopped: progress.done() < progress.planned,
        clock: options.clock,
        pinned: options.clock.is_some() && unpinned.into_inner() == 0,
        loaded: options.clock == Some(Clock::Wall) && progress.time.cpu_share() < UNDISTURBED,
        progress,
    })
}

impl<F: FnMut(&Progress)> Shared<'_, F> {
    /// Commits a game; false if that failed.
    fn record(&mut self, cell: &Cell, outcome: &Outcome, timing: Timing, replays: u32) -> bool {
        match self.recorder.record(cell, outcome, timing) {
            Ok(()) => {
                self.progress.add(cell, outcome, timing);
                self.progress.replayed += u64::from(replays);
                (self.report)(&self.progress);
                true
            }
            Err(error) => {
                self.error.get_or_insert(error);
                false
            }
        }
    }
}

/// The lock's data are whole after every statement, so a panic elsewhere does not spoil them.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An agent's panic disqualifies it within its game; this is one of the game itself, which everybody loses.
fn lost_by_panic(panic: &(dyn std::any::Any + Send), two: bool) -> Outcome {
    let message = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned());
    let lost = Outcome {
        score: DISQUALIFIED_SCORE,
        disqualified: Some(format!("panic: {message}")),
        ..Outcome::default()
    };
    Outcome { partner: two.then(|| Box::new(lost.clone())), ..lost }
}
