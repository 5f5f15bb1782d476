//! `ludex cluster plan`: what a run takes, before anything is submitted.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use ludex_arena::cluster::pilot::{Pilot, pilot, shards};
use ludex_arena::cluster::simulate::{Machines, Simulated, Work, simulate};
use ludex_arena::cluster::{Outline, Program, RunFile, RunFolder, publish, scratch};
use ludex_arena::runner::{Display, RunOptions, duration};
use serde_json::json;

use super::scheduler;
use crate::commands::arena::{DELIVER_EVERY, ExperimentFlags};
use crate::{interrupt, output};

/// Says how many shards an experiment should have, how many core-hours and how much wall time it takes.
///
/// Plays a few games of it on this machine, spread over agents, games and levels, and estimates from those. Nothing is submitted. What the
/// run is, and into how many shards it is dealt, is written into the folder of the run, where `submit`, or shards started in another
/// way, find it.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex cluster plan sizes.toml --out /shared/sizes
  ludex cluster plan sizes.toml --out /shared/sizes --minutes 60 --at-once 200 --dry-run
  ludex cluster plan sizes.toml --dry-run --simulate nodes=200,cores=64,games=1e7 --json")]
pub struct Args {
    #[command(flatten)]
    pub flags: PlanFlags,

    /// Simulates the schedule: shards on so many machines, some of which fail or are slow. After nodes and cores may follow
    /// games=1e7, failure-hours=1000, repair-minutes=30, slow=0.02, slowdown=2.
    #[arg(long, value_name = "nodes=N,cores=N")]
    simulate: Option<Machines>,

    /// Writes nothing.
    #[arg(long)]
    dry_run: bool,

    /// Prints the plan as JSON.
    #[arg(long)]
    json: bool,
}

/// What decides how an experiment is dealt.
#[derive(clap::Args)]
pub struct PlanFlags {
    #[command(flatten)]
    pub experiment: ExperimentFlags,

    /// How many shards; without it, as many as take about --minutes each.
    #[arg(long, value_name = "N", value_parser = crate::values::whole::<u32>(1..=1_000_000))]
    shards: Option<u32>,

    /// How long a shard should take. Clusters like jobs of 15 to 60 minutes.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = crate::values::whole::<u32>(1..=100_000))]
    minutes: u32,

    /// Cores of a shard: so many games it plays at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = crate::values::whole::<u32>(1..=1024))]
    pub cores: u32,

    /// How many shards may play at once.
    #[arg(long, value_name = "N", value_parser = crate::values::whole::<u32>(1..))]
    pub at_once: Option<u32>,

    /// Games of the pilot, 0 for none; without it 24, and 8 with a budget in time. Ctrl-C ends it early.
    #[arg(long, value_name = "N", value_parser = crate::values::whole::<u32>(0..))]
    pilot: Option<u32>,
}

/// A run that is ready to be played.
pub struct Prepared {
    pub folder: RunFolder,
    pub run: RunFile,
    /// Seconds of games that were measured; none without a pilot.
    pub seconds: Vec<f64>,
    pub pilot: Option<Pilot>,
}

impl Prepared {
    /// Seconds that a shard takes on its cores; unknown without a pilot.
    pub fn shard_seconds(&self, cores: u32) -> Option<f64> {
        let mean = self.mean()?;
        Some(mean * self.run.games as f64 / f64::from(self.run.shards) / f64::from(cores))
    }

    fn mean(&self) -> Option<f64> {
        (!self.seconds.is_empty()).then(|| self.seconds.iter().sum::<f64>() / self.seconds.len() as f64)
    }
}

impl PlanFlags {
    /// Plans a run, or finds it if it is planned already.
    pub fn prepare(&self) -> Result<Prepared, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let experiment = self.experiment.experiment()?;
        let folder = experiment.folder(self.experiment.file.as_deref());
        let folder = RunFolder::new(std::path::absolute(folder).map_err(|error| text(&error))?);
        let outline = Outline::new(&experiment).map_err(|error| text(&error))?;
        let program = Program::this().map_err(|error| format!("cannot read this program: {error}"))?;
        if let Some(known) = RunFile::read(&folder).map_err(|error| text(&error))? {
            let shards = self.shards.unwrap_or(known.shards);
            let mine = RunFile::new(&experiment, &outline, shards, program);
            known.expect(&mine, &folder).map_err(|error| text(&error))?;
            let seconds = known.costs.iter().map(|cost| cost.seconds).collect();
            return Ok(Prepared { folder, run: known, seconds, pilot: None });
        }
        let games = self.pilot.unwrap_or(if experiment.clock().is_some() { 8 } else { 24 });
        let pilot = (games > 0).then(|| measure(&outline, games, RunOptions::new(None, experiment.clock())));
        let pilot = pilot.transpose()?;
        let total = pilot.as_ref().map(|pilot| pilot.mean().0 * outline.games() as f64);
        let limits = scheduler::limits();
        let shards = match (self.shards, total) {
            (Some(shards), _) => shards.min(u32::try_from(outline.games()).unwrap_or(u32::MAX)),
            (None, None) => {
                return Err("without a pilot, say with --shards how many shards there should be".to_owned());
            }
            (None, Some(total)) => shards(
                total,
                self.cores,
                f64::from(self.minutes),
                outline.games(),
                limits.jobs.unwrap_or(u32::MAX),
            ),
        };
        let mut run = RunFile::new(&experiment, &outline, shards, program);
        run.costs = pilot.as_ref().map(|pilot| pilot.costs.clone()).unwrap_or_default();
        let seconds = pilot.as_ref().map(|pilot| pilot.seconds.clone()).unwrap_or_default();
        Ok(Prepared { folder, run, seconds, pilot })
    }
}

fn measure(outline: &Outline, games: u32, options: RunOptions) -> Result<Pilot, String> {
    let stop = interrupt::stop_flag().map_err(|error| error.to_string())?;
    let mut display = Display::new(io::stderr(), io::stderr().is_terminal());
    let pilot = pilot(outline, games, &scratch(), options, &stop, |progress| display.update(progress));
    display.finish();
    let pilot = pilot.map_err(|error| error.to_string())?;
    if pilot.seconds.is_empty() {
        return Err("the pilot was stopped before any of its games was over: say --pilot 0 and --shards N to do without".to_owned());
    }
    Ok(pilot)
}

/// Writes what the run is into its folder.
pub fn write(prepared: &Prepared) -> Result<(), String> {
    let Prepared { folder, run, .. } = prepared;
    let io = |error: io::Error| format!("{}: {error}", folder.path().display());
    for path in [folder.shards(), folder.logs()] {
        std::fs::create_dir_all(path).map_err(io)?;
    }
    let text = run.experiment.to_toml().map_err(|error| error.to_string())?;
    publish(&folder.path().join("experiment.toml"), text.as_bytes()).map_err(io)?;
    run.clone().agree(folder).map(|_| ()).map_err(|error| error.to_string())
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, String> {
    let prepared = args.flags.prepare()?;
    if !args.dry_run {
        write(&prepared)?;
    }
    let simulated = args.simulate.as_ref().map(|machines| on_paper(args, machines, &prepared)).transpose()?;
    let text = if args.json {
        as_json(args, &prepared, simulated.as_ref())
    } else {
        as_text(args, &prepared, simulated.as_ref())
    };
    output::print(&text).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn on_paper(args: &Args, machines: &Machines, prepared: &Prepared) -> Result<Simulated, String> {
    let mean = prepared.mean().ok_or("a simulation needs a pilot: leave out --pilot 0")?;
    let games = machines.games.unwrap_or(prepared.run.games);
    let shards = match args.flags.shards {
        Some(shards) => shards,
        None => shards(mean * games as f64, 1, f64::from(args.flags.minutes), games, 1_000_000),
    };
    let work = Work { games, shards, seconds: &prepared.seconds, every: DELIVER_EVERY as f64 };
    Ok(simulate(machines, &work))
}

/// Seconds that all shards take, if so many play at once.
fn wall_seconds(prepared: &Prepared, args: &Args) -> Option<f64> {
    let rounds = match args.flags.at_once {
        None => 1,
        Some(at_once) => prepared.run.shards.div_ceil(at_once),
    };
    Some(prepared.shard_seconds(args.flags.cores)? * f64::from(rounds))
}

fn as_json(args: &Args, prepared: &Prepared, simulated: Option<&Simulated>) -> String {
    let limits = scheduler::limits();
    let Prepared { folder, run, pilot, .. } = prepared;
    let json = json!({
        "folder": folder.path(),
        "plan": run.plan,
        "program": run.program,
        "games": run.games,
        "shards": run.shards,
        "games_a_shard": run.games as f64 / f64::from(run.shards),
        "seconds_a_game": prepared.mean(),
        "pilot_games": pilot.as_ref().map(|pilot| pilot.seconds.len()),
        "pilot_error": pilot.as_ref().map(|pilot| pilot.mean().1),
        "core_hours": prepared.mean().map(|mean| mean * run.games as f64 / 3600.0),
        "shard_minutes": prepared.shard_seconds(args.flags.cores).map(|seconds| seconds / 60.0),
        "wall_hours": wall_seconds(prepared, args).map(|seconds| seconds / 3600.0),
        "max_array_size": limits.array,
        "max_submit_jobs": limits.jobs,
        "simulated": simulated,
    });
    format!("{json:#}\n")
}

fn as_text(args: &Args, prepared: &Prepared, simulated: Option<&Simulated>) -> String {
    let Prepared { folder, run, pilot, .. } = prepared;
    let say = |seconds: f64| duration(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    let mut lines = vec![format!("Games      {}, budget {}", run.games, run.experiment.budget)];
    if let Some(pilot) = pilot {
        let (mean, error) = pilot.mean();
        let longest = pilot.seconds.last().copied().unwrap_or_default();
        lines.push(format!(
            "Pilot      {} games, {mean:.2} s each in the mean (± {error:.2} s), the longest {longest:.1} s",
            pilot.seconds.len()
        ));
        let hours = |mean: f64| mean * run.games as f64 / 3600.0;
        lines.push(format!(
            "Total      {:.1} core-hours ({:.1} to {:.1})",
            hours(mean),
            hours((mean - error).max(0.0)),
            hours(mean + error)
        ));
    } else if let Some(mean) = prepared.mean() {
        lines.push(format!(
            "Total      {:.1} core-hours, by the pilot of before",
            mean * run.games as f64 / 3600.0
        ));
    }
    let each = prepared
        .shard_seconds(args.flags.cores)
        .map_or_else(String::new, |seconds| format!(", about {} each", say(seconds)));
    lines.push(format!(
        "Shards     {} of {:.0} games{each}, with {} {} each",
        run.shards,
        run.games as f64 / f64::from(run.shards),
        args.flags.cores,
        if args.flags.cores == 1 { "core" } else { "cores" }
    ));
    if let Some(seconds) = wall_seconds(prepared, args) {
        let how = args
            .flags
            .at_once
            .map_or_else(|| "with a core for every shard".to_owned(), |n| format!("with {n} shards at once"));
        lines.push(format!("Wall time  {}, {how}", say(seconds)));
    }
    if let Some(run) = simulated {
        lines.push(format!(
            "Simulated  {} games in {} shards: {:.1} h of wall time ({:.1} h if nothing failed and no core ever waited), {:.0} core-hours; \
             {} machines fail, {} shards start again, {:.1} core-hours are lost; the shared folder takes {:.1} deliveries and {:.2} MB a second at most, \
             {} shards start in the busiest minute. {}",
            run.games, run.shards, run.wall_hours, run.ideal_hours, run.core_hours, run.failures, run.restarts, run.lost_core_hours,
            run.deliveries_per_second, run.megabytes_per_second, run.starts_per_minute, run.limit
        ));
    }
    if args.dry_run {
        lines.push("Nothing was written.".to_owned());
    } else {
        lines.push(format!("Written    {}", folder.run_file().display()));
        let path = folder.path().display();
        lines.push(format!("Next       ludex cluster submit {path}/experiment.toml --out {path}"));
    }
    lines.join("\n") + "\n"
}
