//! `ludex tune`: searches good parameters of an agent by letting it play.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_agents::{AgentSpec, Budget, DEFAULT_SEED};
use ludex_arena::hash::StableHash;
use ludex_arena::names;
use ludex_arena::plan::{Levels, clock_of, select, source};
use ludex_arena::runner::RunOptions;
use ludex_arena::tune::{Evidence, Tuning, Vary, tune};
use serde_json::Value;

use crate::interrupt;
use crate::output::{self, Progress};

/// The file in the folder of results that says what was found.
const FOUND: &str = "tuned.json";

/// Searches good parameters of an agent by letting it play.
///
/// The N-Tuple Bandit Evolutionary Algorithm chooses settings, one after the other. For each the agent plays every game
/// once, on one level after the other, and the share of games won is what the search learns from. It ends with the
/// setting that its model of all it has seen thinks best, and with the evidence: how every value of every parameter did.
///
/// What is found is good in the games it was found in. To see whether it is better than what was there before, let both
/// play games that the search has not seen: `ludex arena --agents 'OLD;NEW' --seed 2`.
///
/// Every finished game is kept at once, and a search that was stopped goes on with the same command.
///
/// Exit codes: 0 done, 1 stopped before the end, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex tune --agent samplemcts --vary c=0.2,0.6,1.4 --vary depth=5,10,20 --games zelda,chase
  ludex tune --agent 'rhea+shift+roll' --vary p=1,2,5,10 --vary l=6,10,14 --vary roll.n=1,5,10 --budget 900fm
  ludex tune --agent samplemcts --vary version --games set1 --games-dir gvgai/examples --evaluations 200 --json

`ludex agents NAME` tells which parameters an agent has.")]
pub struct Args {
    /// The agent, as `ludex agents` explains it. Parameters that are not varied stay as they are written here.
    #[arg(long, value_name = "SPEC")]
    agent: AgentSpec,

    /// A parameter and the values to try, as in depth=5,10,20; of a part, as in roll.n=1,5. Without values, all words of a
    /// choice. Once for each parameter.
    #[arg(long, value_name = "NAME=VALUES", required = true)]
    vary: Vec<Vary>,

    /// The games, separated by commas, as for `ludex arena`.
    #[arg(long, value_name = "GAMES", default_value = "bundled1")]
    games: String,

    /// A folder of games, laid out as GVGAI's examples: names are looked for there instead of among the bundled
    /// games.
    #[arg(long, value_name = "DIR")]
    games_dir: Option<PathBuf>,

    /// The levels of each game, as in 0-4 or 0,2, or all. Evaluations take them in turn.
    #[arg(short, long, default_value = "all")]
    levels: Levels,

    /// How many settings are evaluated, the same one several times included. Each evaluation is a play of every game.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = crate::values::whole::<u32>(1..))]
    evaluations: u32,

    /// What the agent may spend on each tick: 40ms-cpu, 40ms, 480fm, 50it, 50-70it, or several joined by +.
    #[arg(long, default_value = "200fm")]
    budget: Budget,

    /// Takes late answers and disqualifies nobody for them.
    #[arg(long)]
    lenient: bool,

    /// How many games are played at once; without it, one for each core.
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = crate::values::jobs)]
    jobs: Option<usize>,

    /// The number that all seeds are derived from.
    #[arg(long, default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = crate::values::seed)]
    seed: u64,

    /// The folder for the results; without it, one below ludex-runs.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    args.run().unwrap_or_else(output::usage_error)
}

impl Args {
    fn run(&self) -> Result<ExitCode, String> {
        let tuning = self.tuning()?;
        if tuning.settings() < 2 {
            return Err("there is one setting, and nothing to choose: give --vary another value, as in --vary depth=5,10".to_owned());
        }
        let configuration = self.configuration(&tuning);
        let out = self.out.clone().unwrap_or_else(|| {
            let hash = StableHash::default().text(&configuration).finish() >> 32;
            Path::new("ludex-runs").join(format!("tune-{hash:08x}"))
        });
        let stop = interrupt::told_stop_flag().map_err(|error| error.to_string())?;
        let options = RunOptions::new(self.jobs, clock_of(&tuning.budget));
        let progress = Progress::new();
        let seen = tune(&tuning, &out, &configuration, options, &stop, |agent, evidence| {
            progress.show(progress_line(agent, evidence, self.evaluations));
        });
        progress.clear();
        let seen = seen.map_err(|error| error.to_string())?;
        let evidence = Evidence::new(&tuning, &seen);
        let found = out.join(FOUND);
        let json = format!("{:#}\n", evidence.to_json());
        std::fs::write(&found, &json)
            .map_err(|error| format!("cannot write {}: {error}", found.display()))?;
        output::print(&if self.json { json } else { self.text(&tuning, &evidence, &found) })
            .map_err(|error| error.to_string())?;
        let stopped = evidence.evaluations() < u64::from(self.evaluations);
        Ok(if stopped { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn tuning(&self) -> Result<Tuning, String> {
        let games = source(self.games_dir.as_deref()).map_err(|error| error.to_string())?;
        let games = select(&names::list(&self.games), &[&*games]).map_err(|error| error.to_string())?;
        let mut tuning =
            Tuning::new(self.agent.clone(), &self.vary, games).map_err(|error| error.to_string())?;
        tuning.levels = self.levels.clone();
        tuning.budget = self.budget.to_string().into();
        tuning.lenient = self.lenient;
        tuning.seed = self.seed;
        tuning.evaluations = self.evaluations;
        Ok(tuning)
    }

    /// What decides the course of the search, as TOML; kept with the results. More evaluations are the same search,
    /// longer.
    fn configuration(&self, tuning: &Tuning) -> String {
        let list = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| format!("{}", Value::from(text))).collect::<Vec<_>>().join(", ")
        };
        let mut text = format!(
            "agent = {}\ngames = [{}]\nlevels = {}\nbudget = {}\nlenient = {}\nseed = {}\n\n[vary]\n",
            Value::from(tuning.agent.to_string()),
            list(&mut tuning.games.iter().map(|game| &*game.name)),
            Value::from(String::from(tuning.levels.clone())),
            Value::from(&*tuning.budget),
            tuning.lenient,
            tuning.seed,
        );
        for varied in &tuning.varied {
            let values = list(&mut varied.values.iter().map(|value| &**value));
            text += &format!("{} = [{values}]\n", Value::from(&*varied.name));
        }
        text
    }

    fn text(&self, tuning: &Tuning, evidence: &Evidence<'_>, found: &Path) -> String {
        let tables: Vec<String> =
            evidence.tables().iter().map(|table| table.to_text(output::screen())).collect();
        let (evaluations, games, plays) = (evidence.evaluations(), tuning.games.len(), evidence.plays());
        let mut text = tables.join("\n");
        text += &format!("\n{evaluations} evaluations of {games} games: {plays} plays.\n");
        let disqualified = evidence.disqualified();
        if !disqualified.is_empty() {
            text += &format!("Disqualified in {} of them: {disqualified}\n", disqualified.count());
        }
        if evaluations < u64::from(self.evaluations) {
            text += "Stopped: the same command goes on with the rest.\n";
        }
        match evidence.best() {
            Some(best) => text += &format!("Best: {}\n", best.agent),
            None => text += "Nothing has been evaluated.\n",
        }
        text + &format!("Written: {}\n", found.display())
    }
}

/// How far the search is, and what seems best so far.
fn progress_line(agent: &AgentSpec, evidence: &Evidence<'_>, planned: u32) -> String {
    let disqualified = match evidence.disqualified().count() {
        0 => String::new(),
        times => format!("; disqualified in {times} of {} plays", evidence.plays()),
    };
    let best = evidence.best().map_or_else(String::new, |best| {
        format!("; best so far {}, about {:.0} %", best.agent, 100.0 * best.estimate)
    });
    format!("{} of {planned} evaluations, last {agent}{best}{disqualified}", evidence.evaluations())
}
