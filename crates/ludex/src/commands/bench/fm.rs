//! `ludex bench fm`: how fast the forward model is.

mod json;
mod measure;
mod reference;
mod table;
mod workload;

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use super::games;
use crate::game::GamesDir;
use crate::output::{self, Progress};
use measure::{Plan, Speeds};
use reference::Reference;

/// Measures the forward model with the work of a search.
///
/// For each game, on its first level: copy the state into a reused one, advance it by 10 random actions (fewer where
/// the game ends), again and again. Reported are advances, rollouts and copies a second, the size of a state, and
/// heap allocations per advance; below, over all games, their geometric mean, minimum and quartiles.
///
/// To warm up, 2,048 different rollouts are played once; then the same ones count. Speeds are medians of five rounds.
/// Copies are measured alone, on one thread, into a state that holds another.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex bench fm                        the bundled games
  ludex bench fm --games-dir gvgai/examples
  ludex bench fm --games zelda,aliens --seconds 5
  ludex bench fm --deep --json > deep.json
  ludex bench fm --threads 2            what a second thread adds
  ludex bench fm --reference gvgai.csv  how many times as fast as that

Other programs disturb the figures: let the machine be idle.")]
pub struct Args {
    #[command(flatten)]
    games_dir: GamesDir,

    /// Games to measure, separated by commas.
    ///
    /// Without it: the bundled games or, of a --games-dir laid out as GVGAI's examples, those of `gridphysics`.
    /// `all` takes the other folders too, and `2player/sokoban` one game of one of them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    games: Vec<String>,

    /// Seconds of rollouts for each game; copies alone get a quarter of that.
    #[arg(long, value_name = "S", default_value = "1", value_parser = super::seconds)]
    seconds: Duration,

    /// Plays on this many threads at once, each with its own states, and compares with one.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: usize,

    /// Starts from states deep in a game, after 200 ticks of random play, where sprites have multiplied.
    ///
    /// Where each of 20 plays ends before that, the longest is taken, 10 ticks before its end.
    #[arg(long)]
    deep: bool,

    /// Compares with the speeds of another implementation, on one thread.
    ///
    /// A table with the columns game,level,advances_per_s,rollouts10_per_s,copies_per_s,sprites.
    #[arg(long, value_name = "FILE.csv")]
    reference: Option<PathBuf>,

    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number of threads from 1 to 1024".to_owned()),
    }
}

/// What was measured of a game.
struct Row {
    game: String,
    speeds: Speeds,
    state_bytes: usize,
    reference: Option<Reference>,
}

impl Row {
    /// How many times as fast as the reference: advances.
    fn advances_ratio(&self) -> Option<f64> {
        self.reference.map(|reference| self.speeds.one_thread_advances_per_s / reference.advances_per_s)
    }

    /// How many times as fast as the reference: copies.
    fn clones_ratio(&self) -> Option<f64> {
        self.reference.map(|reference| self.speeds.clones_per_s / reference.clones_per_s)
    }
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let rows = match measure_all(args) {
        Ok(rows) => rows,
        Err(problem) => return output::usage_error(problem),
    };
    let text = if args.json { json::document(&rows, args) } else { table::report(&rows, args) };
    match output::print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::usage_error(format!("cannot write the report: {error}")),
    }
}

fn measure_all(args: &Args) -> Result<Vec<Row>, String> {
    let references = match &args.reference {
        Some(path) => reference::read(path)?,
        None => HashMap::new(),
    };
    let candidates = games::choose(&args.games_dir, &args.games)?;
    let plan = Plan { time: args.seconds, threads: args.threads };
    let progress = Progress::new();
    let mut rows = Vec::new();
    for (number, game) in (1..).zip(&candidates) {
        progress.show(format_args!("{number} of {}: {}", candidates.len(), game.name));
        let measured = game.load(&args.games_dir).map(|world| {
            let start = if args.deep { workload::deep(&world) } else { workload::initial(&world) };
            Row {
                game: game.name.clone(),
                speeds: measure::measure(&start, &plan),
                state_bytes: start.bytes(),
                reference: references.get(&game.name).copied(),
            }
        });
        progress.clear();
        rows.push(measured?);
    }
    if let Some(path) = &args.reference
        && rows.iter().all(|row| row.reference.is_none())
    {
        return Err(format!("{} says nothing of the games that were measured", path.display()));
    }
    Ok(rows)
}
