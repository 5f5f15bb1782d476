//! What shards say of themselves, and what that comes to.

use super::{ClusterError, RunFile, RunFolder};
use crate::store::count_cells;
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How a shard is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardState {
    /// Nothing is known of it.
    Unknown,
    /// It is playing, or was when it was last heard of.
    Playing,
    /// It was told to stop before it was done.
    Stopped,
    /// It could not go on.
    Failed,
    /// All its games are in the folder of the run.
    Done,
}

/// What a shard says of itself whenever it brings rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShardStatus {
    /// Its number, from 0.
    pub shard: u32,
    /// How it is doing.
    pub state: ShardState,
    /// Why it is not done, if it has ended.
    #[serde(default)]
    pub reason: Option<String>,
    /// Its games.
    pub games: u64,
    /// Of them in the folder of the run.
    pub done: u64,
    /// Games that this process has played.
    pub played: u64,
    /// Games a second in this process.
    pub games_per_second: f64,
    /// Answers that came too late, in this process.
    pub overspends: u64,
    /// Games that were played again because something else took their core.
    pub replayed: u64,
    /// Load of the machine.
    pub load: Option<f64>,
    /// Cores that the process may use.
    pub cores: u32,
    /// The machine.
    pub host: String,
    /// The process.
    pub process: u32,
    /// The job that it is of a scheduler, if it is.
    pub job: Option<String>,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// When it wrote this.
    pub updated: u64,
}

impl ShardStatus {
    /// A shard of which nothing is known.
    fn unknown(shard: u32, games: u64) -> Self {
        Self {
            shard,
            state: ShardState::Unknown,
            reason: None,
            games,
            done: 0,
            played: 0,
            games_per_second: 0.0,
            overspends: 0,
            replayed: 0,
            load: None,
            cores: 0,
            host: String::new(),
            process: 0,
            job: None,
            started: 0,
            updated: 0,
        }
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// A run and its shards.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Overview {
    /// Games of the run.
    pub games: u64,
    /// Of them in its folder.
    pub done: u64,
    /// Games a second, of the shards that are playing.
    pub games_per_second: f64,
    /// Seconds until all that is playing and waiting is done, at this rate; unknown while nothing plays.
    pub seconds_left: Option<f64>,
    /// Every shard.
    pub shards: Vec<ShardStatus>,
}

impl Overview {
    /// Looks at a run. A shard that says it is done, and whose rows are gone or too few, is not.
    pub fn of(folder: &RunFolder, run: &RunFile) -> Result<Self, ClusterError> {
        let (games, count) = (run.games, u64::from(run.shards));
        let mut shards = Vec::new();
        for shard in 0..run.shards {
            let planned = games / count + u64::from(u64::from(shard) < games % count);
            let text = std::fs::read_to_string(folder.status(shard));
            let said = text.ok().and_then(|text| serde_json::from_str::<ShardStatus>(&text).ok());
            let mut status = said.unwrap_or_else(|| ShardStatus::unknown(shard, planned));
            let rows = folder.rows(shard);
            let there = if rows.is_file() { count_cells(&rows) } else { Ok(0) };
            match there {
                Ok(there) => status.done = there,
                Err(error) => {
                    status.done = 0;
                    status.reason = Some(error.to_string());
                }
            }
            match status.state {
                _ if status.done >= planned => status.state = ShardState::Done,
                ShardState::Done => {
                    status.state = ShardState::Failed;
                    status
                        .reason
                        .get_or_insert_with(|| "its rows are gone from the folder of the run".to_owned());
                }
                _ => {}
            }
            shards.push(status);
        }
        let done = shards.iter().map(|shard| shard.done).sum();
        let playing = shards.iter().filter(|shard| shard.state == ShardState::Playing);
        let games_per_second: f64 = playing.map(|shard| shard.games_per_second).sum();
        let left = games.saturating_sub(done) as f64;
        let seconds_left = (games_per_second > 0.0).then(|| left / games_per_second);
        Ok(Self { games, done, games_per_second, seconds_left, shards })
    }

    /// Shards in a state.
    pub fn count(&self, state: ShardState) -> usize {
        self.shards.iter().filter(|shard| shard.state == state).count()
    }

    /// Time until the end, if it can be told.
    pub fn left(&self) -> Option<Duration> {
        self.seconds_left.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}
