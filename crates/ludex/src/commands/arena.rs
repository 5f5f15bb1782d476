//! `ludex arena`: agents play games, again and again, and a table comes out.

mod shard;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use ludex_arena::cluster::Shard;
use ludex_arena::paper::registered;
use ludex_arena::plan::{Experiment, Levels, Overrides, Plan, source};
use ludex_arena::report::{Choices, Report};
use ludex_arena::runner::{Display, RunOptions, RunSummary};
use ludex_arena::store::Results;
use ludex_arena::{contest, names};

use crate::commands::report::ChoiceFlags;
use crate::{interrupt, output, values};

/// Lets agents play games again and again and compares them.
///
/// Without arguments: a small tournament on the games that ship with Ludex. Flags and a file say the same things; a flag
/// wins over the file.
///
/// Every finished game is kept at once. A run that was stopped, by Ctrl-C or by pulling the plug, goes on with the same
/// command: nothing is lost and nothing is played twice. With budgets in forward-model calls (480fm) or iterations (50it)
/// results are the same on every machine and with any number of jobs. With a budget in time every game has a core to itself.
/// Time is best taken as GVGAI takes it, by what the agent's thread has had of a processor (40ms-cpu): then nobody pays for what
/// else the machine does. With wall-clock time (40ms), games that had to share their core are counted.
///
/// Exit codes: 0 done, 1 stopped before the end, 2 usage error; of a shard (--shard) 75 not done yet: the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex arena
  ludex arena --agents 'samplemcts,samplemcts(depth=5),olets' --games zelda,chase --reps 20 --budget 480fm
  ludex arena --games set2 --games-dir gvgai/examples --budget 40ms-cpu --out competition
  ludex arena --agents 'small=rhea(p=5);large=rhea(p=20)' --print-config > sizes.toml
  ludex arena sizes.toml --control small
  ludex arena sizes.toml --shard 3/40 --out /shared/sizes

`ludex agents` tells which agents there are, `ludex games` which games. `ludex report DIR` makes tables and plots of what was played, `ludex export DIR` a line for each game.")]
pub struct Args {
    #[command(flatten)]
    experiment: ExperimentFlags,

    /// Plays only one part of the experiment, 0/40 for the first of forty to 39/40 for the last, on any machine. --out is then a
    /// folder that all machines share. Without it LUDEX_SHARD is looked for, and the variables of Slurm's job arrays and of
    /// Kubernetes' indexed jobs. `ludex cluster` plans, submits, watches and merges all of them.
    #[arg(long, value_name = "I/N", help_heading = "Part of an experiment")]
    shard: Option<Shard>,

    /// A folder on this machine's own disk for a shard while it plays; without it, what the scheduler or the system names.
    #[arg(long, value_name = "DIR", help_heading = "Part of an experiment")]
    scratch: Option<PathBuf>,

    /// How often a shard brings finished games to the shared folder.
    #[arg(long, value_name = "SECONDS", default_value_t = DELIVER_EVERY, value_parser = crate::values::whole::<u64>(1..=86_400), help_heading = "Part of an experiment")]
    deliver_every: u64,

    #[command(flatten)]
    choices: ChoiceFlags,

    /// Prints the experiment as a file for `ludex arena FILE` and plays nothing.
    #[arg(long)]
    print_config: bool,

    /// Prints the results as JSON, as `ludex report --json` does.
    #[arg(long)]
    json: bool,
}

/// Seconds between two deliveries of a shard, unless something else is said.
pub const DELIVER_EVERY: u64 = 180;

/// An experiment on the command line.
#[derive(clap::Args)]
pub struct ExperimentFlags {
    /// A file that describes the experiment, as --print-config writes it.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// The agents, separated by commas or semicolons, as `ludex agents` explains them. A label before one, as in 'all=soemers-all',
    /// is what it is called in tables and plots; results are kept under its full text.
    #[arg(long, value_name = "SPECS")]
    agents: Option<String>,

    /// The games, separated by commas: names, patterns such as 's*', folders, files, the sets of the papers (set1 to
    /// set6, sixty, samcts20, omcts28), and those of the games that ship with Ludex (bundled1 to bundled6, bundled).
    #[arg(long, value_name = "GAMES")]
    games: Option<String>,

    /// A folder of games, laid out as GVGAI's examples: names are looked for there instead of among the bundled
    /// games.
    #[arg(long, value_name = "DIR")]
    games_dir: Option<PathBuf>,

    /// The levels of each game, as in 0-4 or 0,2; without it, all that a game has.
    #[arg(short, long)]
    levels: Option<Levels>,

    /// How often every agent plays every level.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::whole::<u32>(1..))]
    reps: Option<u32>,

    /// What an agent may spend on each tick: 40ms-cpu (processor time), 40ms (wall-clock time), 480fm, 50it, 50-70it, or
    /// several joined by +.
    #[arg(long)]
    budget: Option<String>,

    /// Takes late answers and disqualifies nobody for them.
    #[arg(long)]
    lenient: bool,

    /// Games that an agent plays on a level before each one that counts, for agents that carry what they learnt from game to
    /// game.
    #[arg(long, value_name = "N", value_parser = crate::values::whole::<u32>(0..))]
    learning: Option<u32>,

    /// How many games are played at once; without it, one for each core.
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = values::jobs)]
    jobs: Option<usize>,

    /// The number that the seeds of all games and agents are derived from; without it, 1.
    #[arg(long, allow_negative_numbers = true, value_parser = values::seed)]
    seed: Option<u64>,

    /// The folder for the results; without it, one below ludex-runs.
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    args.run().unwrap_or_else(output::usage_error)
}

impl ExperimentFlags {
    /// The experiment, with agents and budget in their canonical form.
    pub fn experiment(&self) -> Result<Experiment, String> {
        let file = match &self.file {
            None => Experiment::default(),
            Some(path) => {
                let wrong = |problem: String| format!("cannot read {}: {problem}", path.display());
                let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
                Experiment::from_toml(&text).map_err(|error| wrong(error.to_string()))?
            }
        };
        let flags = Overrides {
            agents: self.agents.as_deref().map(names::list),
            games: self.games.as_deref().map(names::list),
            games_dir: self.games_dir.clone(),
            levels: self.levels.clone(),
            reps: self.reps,
            budget: self.budget.clone(),
            lenient: self.lenient.then_some(true),
            learning: self.learning,
            jobs: self.jobs,
            seed: self.seed,
            out: self.out.clone(),
        };
        file.with(flags).canonical().map_err(|error| error.to_string())
    }
}

impl Args {
    fn run(&self) -> Result<ExitCode, String> {
        let shard = match self.shard {
            Some(shard) => Some(shard),
            None => Shard::from_environment(|name| std::env::var(name).ok())?,
        };
        if let Some(shard) = shard.filter(|_| !self.print_config) {
            return shard::play(self, shard);
        }
        let experiment = self.experiment.experiment()?;
        let config = experiment.to_toml().map_err(|error| error.to_string())?;
        if self.print_config {
            output::print(&config).map_err(|error| error.to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        let out = experiment.folder(self.experiment.file.as_deref());
        let choices = self.choices.choices(&[])?;
        let stop = interrupt::told_stop_flag().map_err(|error| error.to_string())?;
        let summary = play(&experiment, &config, &out, &stop)?;
        self.show(&summary, &out, &choices)?;
        Ok(if summary.stopped { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn show(&self, summary: &RunSummary, out: &Path, choices: &Choices) -> Result<(), String> {
        let report = Results::open(out)
            .and_then(|results| Report::with(&[results], &[], &registered, choices))
            .map_err(|error| error.to_string())?;
        let text = if self.json {
            format!("{:#}\n", report.to_json())
        } else {
            format!("{}\n{}\n", report.summary(output::screen()), summary.remarks(out))
        };
        output::print(&text).map_err(|error| error.to_string())
    }
}

fn play(experiment: &Experiment, config: &str, out: &Path, stop: &AtomicBool) -> Result<RunSummary, String> {
    let games = source(experiment.games_dir.as_deref()).map_err(|error| error.to_string())?;
    let plan = Plan::new(experiment, &[&*games]).map_err(|error| error.to_string())?;
    let options = RunOptions::new(experiment.jobs, experiment.clock());
    let mut display = Display::new(io::stderr(), io::stderr().is_terminal());
    let summary = contest(&plan, out, config, options, stop, |progress| display.update(progress));
    display.finish();
    summary.map_err(|error| error.to_string())
}
