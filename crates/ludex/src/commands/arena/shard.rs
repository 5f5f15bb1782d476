//! `ludex arena --shard`: one part of an experiment, as a scheduler starts it.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludex_arena::cluster::{Program, RunFolder, Shard, ShardEnd, ShardOptions, play_shard, scratch};
use ludex_arena::runner::{Display, RunOptions};

use super::Args;
use crate::{interrupt, output};

/// The exit code of a shard that has to be played on. It is `EX_TEMPFAIL` of sysexits.h: try again later.
const NOT_DONE_YET: u8 = 75;

/// How often a game on the wall clock is played again at most, if something else took its core.
const REPLAYS: u32 = 2;

/// Plays a shard.
pub fn play(args: &Args, shard: Shard) -> Result<ExitCode, String> {
    let stop = interrupt::told_stop_flag().map_err(|error| error.to_string())?;
    let every = Duration::from_secs(args.deliver_every);
    if let (Some(file), Some(out)) = (&args.experiment.file, &args.experiment.out)
        && file.starts_with(out)
    {
        // The experiment is in the shared folder, which may be away for a while.
        wait_for(file, every * 5, &stop);
        if !file.exists() {
            return Ok(not_done(shard, &format!("{} is not there", file.display())));
        }
    }
    let experiment = args.experiment.experiment()?;
    let config = experiment.to_toml().map_err(|error| error.to_string())?;
    let options = ShardOptions {
        shard,
        folder: RunFolder::new(experiment.folder(args.experiment.file.as_deref())),
        scratch: args.scratch.clone().unwrap_or_else(scratch),
        every,
        program: Program::this().map_err(|error| format!("cannot read this program: {error}"))?,
        run: RunOptions { replays: REPLAYS, ..RunOptions::new(experiment.jobs, experiment.clock()) },
    };
    say(&format!("shard {shard} of the run in {}", options.folder.path().display()));
    let mut display = Display::new(io::stderr(), io::stderr().is_terminal());
    let end = play_shard(&experiment, &config, &options, &stop, &say, |progress| display.update(progress));
    display.finish();
    match end.map_err(|error| error.to_string())? {
        ShardEnd::NotDone(reason) => Ok(not_done(shard, &reason)),
        ShardEnd::Done(summary) => {
            let text = if args.json {
                let progress = &summary.progress;
                let json = serde_json::json!({
                    "shard": shard.to_string(), "games": progress.planned, "played": progress.played,
                    "kept": progress.kept, "seconds": summary.took.as_secs_f64(),
                });
                format!("{json:#}\n")
            } else {
                let folder = options.folder.path().display();
                format!(
                    "{}\nShard {shard} is done: `ludex cluster status {folder}` tells about the others.\n",
                    summary.facts()
                )
            };
            output::print(&text).map_err(|error| error.to_string())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn not_done(shard: Shard, reason: &str) -> ExitCode {
    say(&format!("shard {shard} is not done yet: {reason}. The same command goes on."));
    ExitCode::from(NOT_DONE_YET)
}

fn wait_for(file: &Path, patience: Duration, stop: &AtomicBool) {
    let start = Instant::now();
    while !file.exists() && start.elapsed() < patience && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// A line for the log of the job.
fn say(text: &str) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "{text}");
}
