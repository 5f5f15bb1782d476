//! Brings the rows of a shard from the machine's own disk to the folder of the run, and fetches them from there.

use super::{ClusterError, RunFolder, Shard, ShardState, ShardStatus, now, program, publish};
use crate::runner::Progress;
use crate::store::{ShardMark, StoreError, absorb_into, cores, read_mark, snapshot};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// A shard's way between two disks.
pub struct Courier<'a> {
    folder: &'a RunFolder,
    shard: Shard,
    /// What the shard's files say of themselves.
    pub mark: ShardMark,
    /// The shard's results on the machine's own disk.
    pub local: PathBuf,
    games: u64,
    started: u64,
    clock: Instant,
    /// How often rows are brought.
    every: Duration,
    /// What is known of the run; none before the first game.
    progress: Mutex<Option<Progress>>,
    finished: (Mutex<bool>, Condvar),
    /// The file in the run's folder, as this process last wrote it.
    brought: Mutex<Option<(u64, SystemTime)>>,
}

impl<'a> Courier<'a> {
    pub fn new(folder: &'a RunFolder, mark: ShardMark, games: u64, local: PathBuf, every: Duration) -> Self {
        Self {
            folder,
            shard: Shard { index: mark.index, count: mark.count },
            mark,
            local,
            games,
            started: now(),
            clock: Instant::now(),
            every,
            progress: Mutex::new(None),
            finished: (Mutex::new(false), Condvar::new()),
            brought: Mutex::new(None),
        }
    }

    /// Notes how far the run is.
    pub fn note(&self, progress: &Progress) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.clone());
    }

    /// Brings rows every now and then until [`finish`](Self::finish). What fails is tried again the next time: games go on.
    pub fn bring_now_and_then(&self, warn: impl Fn(&str)) {
        let (lock, condition) = &self.finished;
        let mut wait = Duration::from_secs(1).min(self.every);
        loop {
            let finished = lock.lock().unwrap_or_else(PoisonError::into_inner);
            let (finished, _) = condition
                .wait_timeout_while(finished, wait, |finished| !*finished)
                .unwrap_or_else(PoisonError::into_inner);
            if *finished {
                return;
            }
            drop(finished);
            if let Err(error) = self.bring(ShardState::Playing, None) {
                warn(&format!(
                    "rows could not be brought to {} ({error}): trying again",
                    self.folder.path().display()
                ));
            }
            wait = self.every;
        }
    }

    /// Ends [`bring_now_and_then`](Self::bring_now_and_then).
    pub fn finish(&self) {
        *self.finished.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.finished.1.notify_all();
    }

    /// Brings all rows and what there is to say. Rows that another process of the same shard has brought meanwhile, on a machine
    /// that was taken for lost, are not overwritten.
    pub fn bring(&self, state: ShardState, reason: Option<&str>) -> Result<(), ClusterError> {
        if self.local.is_file() {
            self.fetch()?;
            let bytes = snapshot(&self.local)?;
            let rows = self.folder.rows(self.shard.index);
            publish(&rows, &bytes).map_err(|source| ClusterError::Io { path: rows.clone(), source })?;
            *self.brought.lock().unwrap_or_else(PoisonError::into_inner) = self.there();
        }
        self.say(state, reason)
    }

    /// Says how the shard is doing.
    pub fn say(&self, state: ShardState, reason: Option<&str>) -> Result<(), ClusterError> {
        let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let of = |count: fn(&Progress) -> u64| progress.as_ref().map_or(0, count);
        let played = of(|progress| progress.played as u64);
        let status = ShardStatus {
            shard: self.shard.index,
            state,
            reason: reason.map(str::to_owned),
            games: self.games,
            done: of(|progress| progress.done() as u64),
            played,
            games_per_second: played as f64 / self.clock.elapsed().as_secs_f64().max(1e-9),
            overspends: of(|progress| progress.overspends),
            replayed: of(|progress| progress.replayed),
            load: program::load(),
            cores: u32::try_from(cores()).unwrap_or(u32::MAX),
            host: program::host(),
            process: std::process::id(),
            job: std::env::var("SLURM_JOB_ID").ok(),
            started: self.started,
            updated: now(),
        };
        let path = self.folder.status(self.shard.index);
        let text = format!("{:#}\n", serde_json::json!(status));
        publish(&path, text.as_bytes()).map_err(|source| ClusterError::Io { path, source })
    }

    /// Takes over rows that are in the run's folder and were not brought by this process.
    pub fn fetch(&self) -> Result<(), ClusterError> {
        let there = self.there();
        let brought = *self.brought.lock().unwrap_or_else(PoisonError::into_inner);
        if there.is_none() || there == brought {
            return Ok(());
        }
        let rows = self.folder.rows(self.shard.index);
        let copy = self.local.with_file_name("fetched.sqlite");
        std::fs::copy(&rows, &copy).map_err(|source| ClusterError::Io { path: copy.clone(), source })?;
        let absorbed = self.take_over(&copy);
        let _ = std::fs::remove_file(&copy);
        match absorbed {
            // A file that cannot be read is of no use to anybody: its games are played again, and it is overwritten.
            Ok(()) | Err(ClusterError::Store(StoreError::Foreign(_))) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn take_over(&self, copy: &Path) -> Result<(), ClusterError> {
        if let Some(mark) = read_mark(copy)?.filter(|mark| *mark != self.mark) {
            let path = self.folder.rows(self.shard.index);
            return Err(ClusterError::OtherShard { path, problem: mark.difference(&self.mark) });
        }
        absorb_into(&self.local, copy)?;
        Ok(())
    }

    fn there(&self) -> Option<(u64, SystemTime)> {
        let data = std::fs::metadata(self.folder.rows(self.shard.index)).ok()?;
        Some((data.len(), data.modified().ok()?))
    }
}

/// Tries until it works, or for so long; looks at `stop` between tries and then gives up sooner.
pub fn patiently<T, E>(
    patience: Duration,
    stop: &AtomicBool,
    warn: impl Fn(&E),
    mut attempt: impl FnMut() -> Result<T, E>,
) -> Result<T, E> {
    const WHEN_STOPPED: Duration = Duration::from_secs(60);
    let start = Instant::now();
    let mut pause = Duration::from_millis(200);
    loop {
        let error = match attempt() {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let limit = if stop.load(Ordering::Relaxed) { patience.min(WHEN_STOPPED) } else { patience };
        if start.elapsed() + pause > limit {
            return Err(error);
        }
        warn(&error);
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_secs(15));
    }
}
