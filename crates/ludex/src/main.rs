//! The command line of Ludex. Each command is a module of [`commands`].

mod commands;
mod output;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A laboratory for general video game playing.
///
/// Ludex plays the games of the GVGAI framework, written in VGDL, tick for tick as GVGAI does.
#[derive(Parser)]
#[command(version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(commands::check::Args),
    Fingerprint(commands::fingerprint::Args),
    Record(commands::record::Args),
    Verify(commands::verify::Args),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Check(args) => commands::check::run(&args),
        Command::Fingerprint(args) => commands::fingerprint::run(&args),
        Command::Record(args) => commands::record::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
    }
}
