//! `ludex bench`: how fast things are.

mod fm;

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
    Fm(fm::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    match &args.what {
        What::Fm(args) => fm::run(args),
    }
}
