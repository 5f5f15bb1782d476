//! `ludex cluster cancel`: takes a run out of the queue.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use super::{open, scheduler};
use crate::output;

/// Takes the shards of a run out of the queue, and stops those that play.
///
/// Shards that play bring home what they have. `ludex cluster rerun` goes on.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the run.
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// Shows the command and cancels nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, String> {
    let (folder, run) = open(&args.run)?;
    let tasks = scheduler::tasks(&folder, &run)?;
    let jobs: BTreeSet<String> = scheduler::jobs(&folder).into_iter().map(|(job, _)| job).collect();
    let jobs: Vec<String> = jobs.into_iter().collect();
    let text = if tasks.is_empty() {
        "Nothing to cancel: no shard of this run is in the queue.\n".to_owned()
    } else if args.dry_run {
        format!("scancel {}\nNothing was cancelled: {} shards would be.\n", jobs.join(" "), tasks.len())
    } else {
        scheduler::cancel(&jobs)?;
        let path = folder.path().display();
        format!(
            "{} shards cancelled. `ludex cluster rerun {path}` goes on with what is missing.\n",
            tasks.len()
        )
    };
    output::print(&text).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}
