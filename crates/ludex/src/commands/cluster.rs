//! `ludex cluster`: an experiment in parts on many machines.

mod cancel;
mod merge;
mod plan;
mod scheduler;
mod status;
mod submit;

use std::path::Path;
use std::process::ExitCode;

use clap::Subcommand;
use ludex_arena::cluster::{ClusterError, RunFile, RunFolder};

use crate::output;

/// Plays an experiment on a cluster.
///
/// An experiment is dealt into shards, the same way on every machine. `ludex arena FILE --shard 3/40 --out DIR` plays one of them; this
/// command does the rest with Slurm. Anything else that can start a process on several machines that share a folder plays the
/// same shards (Kubernetes, HTCondor, GNU parallel): see docs/cluster.md.
///
/// With budgets that are counted (480fm, 50it) the result is that of one machine, row for row, whatever was killed in between.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex cluster plan sizes.toml --out /shared/sizes       how many shards, core-hours and wall time; nothing is submitted
  ludex cluster submit sizes.toml --out /shared/sizes     writes the batch script, shows it and submits it
  ludex cluster status /shared/sizes                      renews itself until the run ends
  ludex cluster rerun /shared/sizes                       only what is missing
  ludex cluster merge /shared/sizes                       one results file, as `ludex arena` writes it
  ludex report /shared/sizes                              at any time, merged or not
  ludex cluster cancel /shared/sizes")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Plan(plan::Args),
    Submit(submit::Args),
    Status(status::Args),
    Rerun(submit::RerunArgs),
    Merge(merge::Args),
    Cancel(cancel::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = match &args.what {
        What::Plan(args) => plan::run(args),
        What::Submit(args) => submit::run(args),
        What::Status(args) => status::run(args),
        What::Rerun(args) => submit::rerun(args),
        What::Merge(args) => merge::run(args),
        What::Cancel(args) => cancel::run(args),
    };
    done.unwrap_or_else(output::usage_error)
}

/// The run in a folder.
fn open(folder: &Path) -> Result<(RunFolder, RunFile), String> {
    let folder = RunFolder::new(std::path::absolute(folder).map_err(|error| error.to_string())?);
    let run = RunFile::read(&folder).map_err(|error| error.to_string())?;
    let run = run.ok_or_else(|| ClusterError::NoRun(folder.path().to_owned()).to_string())?;
    Ok((folder, run))
}
