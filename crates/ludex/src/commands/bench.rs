//! `ludex bench`: how fast things are.

mod agents;
mod cpu;
mod fm;
mod games;
mod statistics;

use std::process::ExitCode;
use std::time::Duration;

use clap::Subcommand;

/// Measures how fast Ludex is on this machine.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Agents(agents::Args),
    Fm(fm::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    match &args.what {
        What::Agents(args) => agents::run(args),
        What::Fm(args) => fm::run(args),
    }
}

/// How long to measure.
fn seconds(text: &str) -> Result<Duration, String> {
    let problem = "expected seconds, more than 0 and at most 3600, such as 0.5";
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(problem.to_owned()),
    }
}
