//! `ludex cluster submit` and `rerun`: shards as job arrays of Slurm.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use ludex_arena::cluster::slurm::{Array, Request, script};
use ludex_arena::cluster::{Overview, RunFile, RunFolder, ShardState, publish};

use super::{open, plan, scheduler};
use crate::commands::arena::DELIVER_EVERY;
use crate::output;

/// Writes the batch script of a run, shows it, and submits it to Slurm.
///
/// The run is planned first, with a pilot, unless `ludex cluster plan` has done so. Shards become job arrays within the limits of the
/// cluster (MaxArraySize, MaxSubmitJobs). With a budget in time they ask for whole cores.
///
/// Exit codes: 0 submitted, 1 not all of it could be submitted, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex cluster submit sizes.toml --out /shared/sizes --dry-run
  ludex cluster submit sizes.toml --out /shared/sizes --at-once 100 --sbatch=--partition=long --sbatch=--account=lab")]
pub struct Args {
    #[command(flatten)]
    flags: plan::PlanFlags,

    /// Minutes that a job may take; without it, twice what the pilot says and ten more.
    #[arg(long, value_name = "MINUTES", value_parser = crate::values::whole::<u32>(1..))]
    time: Option<u32>,

    /// An option for sbatch, such as --partition=long; may be given several times.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,

    /// How often a shard brings finished games to the shared folder.
    #[arg(long, value_name = "SECONDS", default_value_t = DELIVER_EVERY, value_parser = crate::values::whole::<u64>(1..=86_400))]
    deliver_every: u64,

    /// Shows the script and the commands, and submits and writes nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Submits the shards of a run that are neither done nor in the queue.
///
/// A shard goes on where it was: games whose rows are in the folder of the run are not played again.
///
/// Exit codes: 0 submitted, or nothing is missing; 1 not all of it could be submitted, 2 usage error.
#[derive(clap::Args)]
pub struct RerunArgs {
    /// The folder of the run.
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// Minutes that a job may take; without it, as before.
    #[arg(long, value_name = "MINUTES", value_parser = crate::values::whole::<u32>(1..))]
    time: Option<u32>,

    /// How many shards may play at once.
    #[arg(long, value_name = "N", value_parser = crate::values::whole::<u32>(1..))]
    at_once: Option<u32>,

    /// Shows the commands and submits nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Minutes of a job if nothing is known.
const MINUTES: u32 = 60;

/// Runs `submit`.
pub fn run(args: &Args) -> Result<ExitCode, String> {
    let prepared = args.flags.prepare()?;
    let plan::Prepared { folder, run, .. } = &prepared;
    if !scheduler::jobs(folder).is_empty() {
        let path = folder.path().display();
        return Err(format!(
            "{path} is submitted already: `ludex cluster status {path}` tells about it, `ludex cluster rerun {path}` submits what is missing"
        ));
    }
    let expected =
        prepared.shard_seconds(args.flags.cores).map(|seconds| (seconds / 60.0 * 2.0).ceil() as u32 + 10);
    let request = Request {
        minutes: args.time.or(expected).unwrap_or(MINUTES),
        cores: args.flags.cores,
        options: args.sbatch.clone(),
        deliver_every: Some(args.deliver_every).filter(|every| *every != DELIVER_EVERY),
    };
    let program =
        std::env::current_exe().map_err(|error| format!("cannot tell where this program is: {error}"))?;
    let text = script(run, folder, &program, &request);
    output::print(&format!("{}:\n{text}\n", folder.script().display())).map_err(|error| error.to_string())?;
    if !args.dry_run {
        plan::write(&prepared)?;
        publish(&folder.script(), text.as_bytes())
            .map_err(|error| format!("{}: {error}", folder.script().display()))?;
    }
    send(folder, run, (0..run.shards).collect(), args.flags.at_once, None, args.dry_run)
}

/// Runs `rerun`.
pub fn rerun(args: &RerunArgs) -> Result<ExitCode, String> {
    let (folder, run) = open(&args.run)?;
    let overview = Overview::of(&folder, &run).map_err(|error| error.to_string())?;
    let queued: HashSet<u32> = scheduler::tasks(&folder, &run)?.into_iter().map(|task| task.shard).collect();
    let open =
        overview.shards.iter().filter(|shard| shard.state != ShardState::Done).map(|shard| shard.shard);
    let (waiting, missing): (Vec<u32>, Vec<u32>) = open.partition(|shard| queued.contains(shard));
    if missing.is_empty() {
        let text = if waiting.is_empty() {
            "All shards are done: nothing to run again.\n".to_owned()
        } else {
            format!("Nothing to run again: {} shards are in the queue, all others are done.\n", waiting.len())
        };
        output::print(&text).map_err(|error| error.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    if !folder.script().is_file() {
        return Err(format!(
            "{} was not submitted with `ludex cluster submit`: start the shards {} as before, with `ludex arena --shard`",
            folder.path().display(),
            Array { first: 0, tasks: missing }.spec(None),
        ));
    }
    send(&folder, &run, missing, args.at_once, args.time, args.dry_run)
}

fn send(
    folder: &RunFolder,
    run: &RunFile,
    mut shards: Vec<u32>,
    at_once: Option<u32>,
    minutes: Option<u32>,
    dry_run: bool,
) -> Result<ExitCode, String> {
    let limits = scheduler::limits();
    let print = |text: String| output::print(&text).map_err(|error| error.to_string());
    let wanted = shards.len();
    if let Some(limit) = limits.jobs {
        let room = limit.saturating_sub(scheduler::queued().unwrap_or(0));
        shards.truncate(room as usize);
    }
    let mut sent = 0;
    let mut problem = None;
    for array in Array::of(&shards, limits.array) {
        let words = scheduler::sbatch_words(&array, at_once, minutes, &folder.script());
        let tasks = array.tasks.len();
        if dry_run {
            print(format!("sbatch {}\n", words.join(" ")))?;
            sent += tasks;
            continue;
        }
        match scheduler::submit(&words) {
            Ok(job) => {
                note(folder, &job, array.first)?;
                print(format!("job {job}: {tasks} shards from {} on\n", array.first + array.tasks[0]))?;
                sent += tasks;
            }
            Err(error) => {
                problem = Some(error);
                break;
            }
        }
    }
    let path = folder.path().display();
    if let Some(problem) = problem {
        if sent == 0 {
            return Err(problem);
        }
        print(format!("{problem}\n"))?;
    }
    if dry_run {
        print(format!("Nothing was submitted: {sent} of {} shards would be.\n", run.shards))?;
    } else {
        print(format!("{sent} shards submitted. `ludex cluster status {path}` tells how they do.\n"))?;
    }
    if sent < wanted {
        let left = wanted - sent;
        print(format!(
            "{left} shards did not fit into what the cluster allows: `ludex cluster rerun {path}` submits them later.\n"
        ))?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Remembers a job, with the shard of its first task.
fn note(folder: &RunFolder, job: &str, first: u32) -> Result<(), String> {
    let add = || {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(folder.jobs())?;
        writeln!(file, "{job} {first}")
    };
    add().map_err(|error| format!("{}: {error}", folder.jobs().display()))
}
