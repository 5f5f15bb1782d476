//! `ludex bench`: how fast things are.

mod agents;
mod fm;
mod games;
mod statistics;

use std::process::ExitCode;

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
