//! `ludex cluster status`: how a run is doing.

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use ludex_arena::cluster::slurm::Task;
use ludex_arena::cluster::{Overview, RunFile, RunFolder, ShardState, ShardStatus, now};
use ludex_arena::runner::duration;

use super::{open, scheduler};
use crate::output;

/// Says how a run is doing: shards, games, games a second, the end as far as it can be told, failures and why.
///
/// On a terminal it renews itself until nothing plays or waits any more; Ctrl-C ends it and nothing else.
///
/// Exit codes: 0 all games are there, 1 not yet, 2 usage error.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the run.
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// Prints once, also on a terminal.
    #[arg(long)]
    once: bool,

    /// Only looks, as it always does; here so that all of `ludex cluster` has it.
    #[arg(long)]
    dry_run: bool,

    /// Prints everything as JSON, once.
    #[arg(long)]
    json: bool,
}

/// How often a terminal is renewed.
const RENEW: Duration = Duration::from_secs(3);

/// Shards that are named at most.
const NAMED: usize = 15;

/// A shard that has not been heard of for so long is silent: several deliveries are overdue.
const SILENT: u64 = 900;

/// A run as its folder and the queue show it.
struct View {
    overview: Overview,
    /// Tasks by shard; none if no scheduler could be asked.
    tasks: Option<HashMap<u32, Task>>,
    /// Why the queue could not be read.
    problem: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, String> {
    let (folder, run) = open(&args.run)?;
    let renew = io::stdout().is_terminal() && !args.once && !args.json;
    let mut shown = 0;
    loop {
        let view = View::of(&folder, &run)?;
        let text = if args.json { view.to_json() } else { view.to_text(&folder) };
        if shown > 0 {
            output::print(&format!("\x1b[{shown}F\x1b[J")).map_err(|error| error.to_string())?;
        }
        shown = text.lines().count();
        // Lines that wrap would not be cleared.
        let text = if renew { format!("\x1b[?7l{text}\x1b[?7h") } else { text };
        let wanted = output::print_on(&text).map_err(|error| error.to_string())?;
        let complete = view.overview.done >= view.overview.games;
        if complete || !renew || !wanted || !view.is_busy() {
            return Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        std::thread::sleep(RENEW);
    }
}

impl View {
    fn of(folder: &RunFolder, run: &RunFile) -> Result<Self, String> {
        let overview = Overview::of(folder, run).map_err(|error| error.to_string())?;
        let submitted = !scheduler::jobs(folder).is_empty();
        let (tasks, problem) = match submitted.then(|| scheduler::tasks(folder, run)) {
            None => (None, None),
            Some(Ok(tasks)) => (Some(tasks.into_iter().map(|task| (task.shard, task)).collect()), None),
            Some(Err(problem)) => (None, Some(problem)),
        };
        Ok(Self { overview, tasks, problem })
    }

    /// A word for a shard, and why, if it is neither done nor on its way.
    fn word(&self, shard: &ShardStatus) -> (&'static str, Option<String>) {
        let reason = || shard.reason.clone();
        if shard.state == ShardState::Done {
            return ("done", None);
        }
        if let Some(task) = self.tasks.as_ref().and_then(|tasks| tasks.get(&shard.shard)) {
            return match &*task.state {
                "RUNNING" | "COMPLETING" => ("playing", None),
                "PENDING" => (
                    "waiting",
                    Some(task.reason.clone()).filter(|reason| {
                        !["None", "Priority", "Resources", "JobArrayTaskLimit", "BeginTime"]
                            .contains(&&**reason)
                    }),
                ),
                _ => ("waiting", Some(task.state.to_lowercase())),
            };
        }
        let silence = now().saturating_sub(shard.updated);
        match shard.state {
            ShardState::Failed => ("failed", reason()),
            ShardState::Stopped => ("stopped", reason()),
            ShardState::Playing if self.tasks.is_some() => (
                "lost",
                Some(format!("ended without a word on {}: killed, or the machine was lost", shard.host)),
            ),
            ShardState::Playing if silence > SILENT => (
                "silent",
                Some(format!(
                    "not heard of for {} on {}",
                    duration(Duration::from_secs(silence)),
                    shard.host
                )),
            ),
            ShardState::Playing => ("playing", None),
            _ if self.tasks.is_some() => {
                ("lost", Some("ended before it brought anything: see its log".to_owned()))
            }
            _ => ("not started", None),
        }
    }

    fn is_busy(&self) -> bool {
        self.overview.shards.iter().any(|shard| ["playing", "waiting"].contains(&self.word(shard).0))
    }

    fn counts(&self) -> Vec<(&'static str, usize)> {
        let words: Vec<&str> = self.overview.shards.iter().map(|shard| self.word(shard).0).collect();
        ["done", "playing", "waiting", "not started", "stopped", "failed", "lost", "silent"]
            .into_iter()
            .map(|word| (word, words.iter().filter(|other| **other == word).count()))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    fn to_json(&self) -> String {
        let Overview { games, done, games_per_second, seconds_left, shards } = &self.overview;
        let shards: Vec<serde_json::Value> = shards
            .iter()
            .map(|shard| {
                let (word, why) = self.word(shard);
                let mut json = serde_json::json!(shard);
                json["state"] = word.into();
                json["reason"] = why.into();
                json
            })
            .collect();
        let counts: serde_json::Map<String, serde_json::Value> =
            self.counts().into_iter().map(|(word, count)| (word.to_owned(), count.into())).collect();
        let json = serde_json::json!({
            "games": games, "done": done, "games_per_second": games_per_second, "seconds_left": seconds_left,
            "counts": counts, "queue": self.problem, "shards": shards,
        });
        format!("{json:#}\n")
    }

    fn to_text(&self, folder: &RunFolder) -> String {
        let Overview { games, done, games_per_second, shards, .. } = &self.overview;
        let percent = 100.0 * *done as f64 / (*games).max(1) as f64;
        let left =
            self.overview.left().map_or_else(String::new, |left| format!(", about {} left", duration(left)));
        let rate =
            if *games_per_second > 0.0 { format!(", {games_per_second:.1} a second") } else { String::new() };
        let mut text = format!("Games   {done} of {games}, {percent:.0} %{rate}{left}\n");
        let counts: Vec<String> =
            self.counts().iter().map(|(word, count)| format!("{count} {word}")).collect();
        text.push_str(&format!("Shards  {}: {}\n", shards.len(), counts.join(", ")));
        let overspends: u64 = shards.iter().map(|shard| shard.overspends).sum();
        let replayed: u64 = shards.iter().map(|shard| shard.replayed).sum();
        if overspends + replayed > 0 {
            text.push_str(&format!("Time    {overspends} late answers, {replayed} games played again because something else took their core\n"));
        }
        let troubled: Vec<(&ShardStatus, &str, String)> = shards
            .iter()
            .filter_map(|shard| {
                let (word, why) = self.word(shard);
                why.map(|why| (shard, word, why))
            })
            .collect();
        for (shard, word, why) in troubled.iter().take(NAMED) {
            text.push_str(&format!(
                "  {:>6}  {word:<8} {:>6} of {:<6} {why}\n",
                shard.shard, shard.done, shard.games
            ));
        }
        if troubled.len() > NAMED {
            text.push_str(&format!("  and {} more\n", troubled.len() - NAMED));
        }
        if let Some(problem) = &self.problem {
            text.push_str(&format!("The queue could not be read: {problem}\n"));
        }
        let path = folder.path().display();
        if done >= games {
            text.push_str(&format!("Next    ludex cluster merge {path}\n"));
        } else if !self.is_busy() {
            text.push_str(&format!("Next    ludex cluster rerun {path}\n"));
        }
        text
    }
}
