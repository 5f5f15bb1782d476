//! Ludex from Rust: the one crate to add. It has all others as modules, and the command line as a library.
//!
//! | module | what it is for |
//! | --- | --- |
//! | [`vgdl`], [`engine`] | games written in VGDL: read and checked, played tick by tick as in GVGAI |
//! | [`library`] | the games that ship with Ludex, and games found by name, path or folder |
//! | [`agents`] | planning agents as text, budgets, whole games, agents of your own |
//! | [`arena`] | experiments: plans, results, statistics, reports |
//! | [`environments`] | games for learners, many at once, observed as numbers and words |
//! | [`pictures`], [`trace`], [`solver`], [`programs`] | images and animations, recordings, wins of levels, agents in other languages |
//!
//! An agent plays a game:
//!
//! ```
//! use ludex::agents::{AgentSpec, Budget, Rules, play};
//! use ludex::engine::{ONTOLOGY, World};
//! use ludex::vgdl::{Level, parse};
//!
//! let zelda = ludex::library::find("zelda", None)?;
//! let game = parse(&zelda.text, &ONTOLOGY)?.game;
//! let world = World::new(&game, &Level::parse(&zelda.level(0)?.text))?;
//!
//! let agent: AgentSpec = "olets".parse()?;
//! let seeds = (42, 7); // of the game, of the agent
//! let result = play(&world, seeds.0, (&agent, seeds.1), Rules::new(Budget::calls(480)));
//! println!("{} after {} ticks", result.players[0].score, result.ticks);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`main_with`] is the whole command line with agents of your own. All of Ludex has the same version.
//!
//! Feature `parquet`, off unless asked for because it is heavy: `ludex export --format parquet`.

mod commands;
mod contest;
mod film;
#[cfg(test)]
mod flags;
mod game;
mod interrupt;
mod output;
mod recording;
mod terminal;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use ludex_agents::registry::{self, Entry};
use ludex_environments::scene;

pub use {
    ludex_agents as agents, ludex_arena as arena, ludex_engine as engine, ludex_environments as environments,
    ludex_library as library, ludex_pictures as pictures, ludex_programs as programs, ludex_solver as solver,
    ludex_trace as trace, ludex_vgdl as vgdl,
};

/// A laboratory for general video game playing.
///
/// Ludex plays the games of the GVGAI framework, written in VGDL, tick for tick as GVGAI does.
#[derive(Parser)]
#[command(name = "ludex", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Agents(commands::agents::Args),
    Arena(commands::arena::Args),
    Bench(commands::bench::Args),
    Check(commands::check::Args),
    Cluster(commands::cluster::Args),
    Completions(commands::completions::Completions),
    Convert(commands::convert::Args),
    Explain(commands::explain::Args),
    Export(commands::export::Args),
    Fingerprint(commands::fingerprint::Args),
    Games(commands::games::Args),
    Judge(commands::judge::Args),
    Man(commands::completions::Man),
    New(commands::new::Args),
    Picture(commands::picture::Args),
    Play(commands::play::Args),
    Record(commands::record::Args),
    Replay(commands::replay::Args),
    Report(commands::report::Args),
    Reproduce(commands::reproduce::Args),
    Run(commands::run::Args),
    ServeGvgai(commands::serve_gvgai::Args),
    Solve(commands::solve::Args),
    Studio(commands::studio::Args),
    Tune(commands::tune::Args),
    Verify(commands::verify::Args),
    Watch(commands::watch::Args),
}

/// The whole command line with agents that are not part of Ludex: the `main` of a program that adds its own.
///
/// ```no_run
/// use ludex::agents::registry::Entry;
/// use ludex::agents::{Agent, Turn};
/// use ludex::engine::Action;
///
/// struct Rightwards;
///
/// impl Agent for Rightwards {
///     fn act(&mut self, _turn: Turn<'_>) -> Action {
///         Action::Right
///     }
/// }
///
/// static RIGHTWARDS: Entry = Entry::new("rightwards", "Goes right.", |_, _, _| Box::new(Rightwards));
///
/// fn main() -> std::process::ExitCode {
///     ludex::main_with(&[&RIGHTWARDS])
/// }
/// ```
pub fn main_with(agents: &[&'static Entry]) -> ExitCode {
    for agent in agents {
        if let Err(error) = registry::register(agent) {
            return output::usage_error(error);
        }
    }
    run(std::env::args_os())
}

/// Runs a command line, whose first word is the name of the program.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    ludex_programs::register();
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(usage) => {
            // Where nobody reads, there is nobody to tell.
            let _ = usage.print();
            return if usage.use_stderr() { ExitCode::from(output::USAGE_ERROR) } else { ExitCode::SUCCESS };
        }
    };
    match cli.command {
        Command::Agents(args) => commands::agents::run(&args),
        Command::Arena(args) => commands::arena::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Cluster(args) => commands::cluster::run(&args),
        Command::Completions(args) => commands::completions::complete(&args, Cli::command()),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Fingerprint(args) => commands::fingerprint::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::Judge(args) => commands::judge::run(&args),
        Command::Man(args) => commands::completions::man(&args, Cli::command()),
        Command::New(args) => commands::new::run(&args),
        Command::Picture(args) => commands::picture::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Record(args) => commands::record::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Reproduce(args) => commands::reproduce::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::ServeGvgai(args) => commands::serve_gvgai::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Studio(args) => commands::studio::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Watch(args) => commands::watch::run(&args),
    }
}
