//! `ludex bench agents`: how fast agents search, and how much of their time is the forward model's.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_agents::{AgentSpec, Budget, Match, ModelCost, Profile, Rules, SpecError, registry};
use ludex_engine::World;
use serde_json::json;

use super::statistics::Distribution;
use super::{cpu, games};
use crate::game::GamesDir;
use crate::output::{self, Progress};

/// Measures how fast agents search.
///
/// Every agent plays level 0 of every game for a while, with one thread. Forward-model calls and iterations are counted by
/// the second of processor time. The share of the model is the part of that time that goes into advancing and copying
/// states, with that of copies alone beside it, measured on one operation in 31 and only while nothing else took the processor
/// away, if there is such a time. All figures are medians over spans of a decision or several, that before the first tick included.
/// Decisions for which an agent hardly uses its calls, because it follows a plan that it has, say nothing of its search and do not
/// count: a game with no others has a dash. The last lines are the agents' medians over all games that have figures.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex bench agents                    all agents, the bundled games
  ludex bench agents --games zelda,aliens --agents 'samplemcts;olets' --json")]
pub struct Args {
    #[command(flatten)]
    games_dir: GamesDir,

    /// Games to measure, separated by commas; without it the bundled games, or the grid games of the folder.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    games: Vec<String>,

    /// The agents; `;` goes between them. Without it, all that `ludex agents` lists.
    #[arg(long, value_name = "SPECS", value_delimiter = ';')]
    agents: Vec<AgentSpec>,

    /// What an agent may spend on each tick.
    #[arg(long, default_value = "4000fm")]
    budget: Budget,

    /// How long every agent plays every game, in seconds.
    #[arg(long, value_name = "S", default_value = "0.5", value_parser = super::seconds)]
    seconds: Duration,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// Decisions are measured together until they have taken this long: a few operations say nothing.
const SPAN: Duration = Duration::from_millis(1);

/// What was measured of an agent in a span, a game, or the median over games.
#[derive(Default)]
struct Speed {
    calls: f64,
    iterations: f64,
    /// The part of the time that was the model's, copies included.
    model: f64,
    /// The part of the time that went into copies.
    copies: f64,
}

/// An agent in all games.
struct Row {
    agent: String,
    games: Vec<(String, Option<Speed>)>,
    median: Option<Speed>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = args.measure().and_then(|rows| {
        let text = if args.json { as_json(&rows) } else { as_text(&rows) };
        output::print(&text).map_err(|error| error.to_string())
    });
    done.map_or_else(output::usage_error, |()| ExitCode::SUCCESS)
}

impl Args {
    fn measure(&self) -> Result<Vec<Row>, String> {
        let games = games::choose(&self.games_dir, &self.games)?;
        let progress = Progress::new();
        let mut rows = Vec::new();
        for (label, agent) in &self.agents()? {
            let mut measured = Vec::new();
            for game in &games {
                progress.show(format_args!("{label} plays {}", game.name));
                let world = game.load(&self.games_dir)?;
                measured.push((game.name.clone(), Speed::measure(agent, &world, self.budget, self.seconds)));
            }
            let median = Speed::median(measured.iter().filter_map(|(_, speed)| speed.as_ref()));
            rows.push(Row { agent: label.clone(), games: measured, median });
        }
        progress.clear();
        Ok(rows)
    }

    /// The agents that are asked for, or all by their names.
    fn agents(&self) -> Result<Vec<(String, AgentSpec)>, String> {
        if !self.agents.is_empty() {
            return Ok(self.agents.iter().map(|agent| (agent.to_string(), agent.clone())).collect());
        }
        // Those that think in another process are told which one.
        let names = registry::agents().filter(|entry| entry.ready.is_none()).map(|entry| entry.name);
        let names = names.chain(registry::aliases().map(|alias| alias.name));
        let read = |name: &str| Ok((name.to_owned(), name.parse()?));
        names.map(read).collect::<Result<_, SpecError>>().map_err(|error| error.to_string())
    }
}

impl Speed {
    /// Plays games until the time is over. The model's share is measured in a run of its own, so that measuring costs the
    /// other figures nothing.
    fn measure(agent: &AgentSpec, world: &Arc<World>, budget: Budget, limit: Duration) -> Option<Speed> {
        let plain = play_for(agent, world, budget, limit / 2, None);
        let plain = Speed::median(plain.iter().map(|span| &span.speed))?;
        let profile = Profile::new();
        let profiled = play_for(agent, world, budget, limit / 2, Some(&profile));
        // Operations are timed by the clock on the wall: while something else has the processor, their share is chance.
        let calm = profiled.iter().filter(|span| span.calm).map(|span| &span.speed);
        let profiled =
            Speed::median(calm).or_else(|| Speed::median(profiled.iter().map(|span| &span.speed)))?;
        Some(Speed { model: profiled.model, copies: profiled.copies, ..plain })
    }

    /// None if there are none.
    fn median<'a>(of: impl Iterator<Item = &'a Speed> + Clone) -> Option<Speed> {
        let median = |figure: fn(&Speed) -> f64| Some(Distribution::of(of.clone().map(figure))?.quartiles[1]);
        Some(Speed {
            calls: median(|s| s.calls)?,
            iterations: median(|s| s.iterations)?,
            model: median(|s| s.model)?.min(1.0),
            copies: median(|s| s.copies)?.min(1.0),
        })
    }
}

/// A decision or several.
struct Span {
    speed: Speed,
    /// Had the thread the processor all the time?
    calm: bool,
}

/// By how much the clock on the wall may be ahead of processor time, as a share, for a span to count as calm.
const CALM: f64 = 0.05;

impl Span {
    /// What was spent, and how long it took of the processor and on the wall; nothing if that cannot be said.
    fn of((calls, iterations): (u64, u64), cost: ModelCost, took: Duration, wall: Duration) -> Option<Span> {
        let seconds = took.as_secs_f64();
        (seconds > 0.0).then(|| Span {
            speed: Speed {
                calls: calls as f64 / seconds,
                iterations: iterations as f64 / seconds,
                model: (cost.advance_time + cost.copy_time).as_secs_f64() / seconds,
                copies: cost.copy_time.as_secs_f64() / seconds,
            },
            calm: wall.as_secs_f64() <= seconds * (1.0 + CALM),
        })
    }
}

/// Plays until the time is over; says how fast each [span](SPAN) was.
fn play_for(
    agent: &AgentSpec,
    world: &Arc<World>,
    budget: Budget,
    limit: Duration,
    profile: Option<&Profile>,
) -> Vec<Span> {
    let rules = Rules { budget, lenient: true };
    let begin = |seed: u64| match profile {
        None => Match::new(world, seed as i64, &[(agent, seed)], rules),
        Some(profile) => Match::profiled(world, seed as i64, &[(agent, seed)], rules, profile),
    };
    let cost = || profile.map(Profile::take).unwrap_or_default();
    let mut spans = Vec::new();
    let start = Instant::now();
    for seed in 0.. {
        cost();
        let (clock, wall) = (cpu::time(), Instant::now());
        let mut game = begin(seed);
        let (took, wall) = (cpu::time() - clock, wall.elapsed());
        let warm_up = &game.result().players[0];
        // Many agents do nothing yet.
        if warm_up.calls > 0 {
            spans.extend(Span::of((warm_up.calls, warm_up.iterations), cost(), took, wall));
        }
        while !game.is_over() && start.elapsed() < limit {
            cost();
            let (mut calls, mut iterations, mut searched) = (0, 0, Duration::ZERO);
            let (clock, wall) = (cpu::time(), Instant::now());
            let mut took = Duration::ZERO;
            while took < SPAN && !game.is_over() {
                game.step();
                let spent = game.last_spent(0);
                let now = cpu::time() - clock;
                if budget.call_limit().is_none_or(|limit| spent.calls >= limit / 10) {
                    searched += now - took;
                }
                (calls, iterations) = (calls + spent.calls, iterations + spent.iterations);
                took = now;
            }
            let (cost, wall) = (cost(), wall.elapsed());
            if searched * 2 > took {
                spans.extend(Span::of((calls, iterations), cost, took, wall));
            }
        }
        if start.elapsed() >= limit {
            break;
        }
    }
    spans
}

fn as_text(rows: &[Row]) -> String {
    let agents = rows.iter().map(|row| row.agent.len()).max().unwrap_or(0).max("agent".len());
    let names = rows.iter().flat_map(|row| &row.games).map(|(name, _)| name.len());
    let games = names.max().unwrap_or(0).max("(median)".len());
    let mut text = format!(
        "{:agents$}  {:games$}  {:>10}  {:>10}  {:>5}  {:>6}\n",
        "agent", "game", "calls/s", "iter/s", "model", "copies"
    );
    let each =
        rows.iter().flat_map(|row| row.games.iter().map(move |(game, speed)| (row, game.as_str(), speed)));
    let several = rows.iter().filter(|row| row.games.len() > 1);
    for (row, game, speed) in each.chain(several.map(|row| (row, "(median)", &row.median))) {
        let Some(speed) = speed else {
            let _ = writeln!(text, "{:agents$}  {game:games$}  {:>10}", row.agent, "–");
            continue;
        };
        let _ = writeln!(
            text,
            "{:agents$}  {game:games$}  {:>10.0}  {:>10.0}  {:>4.0}%  {:>5.0}%",
            row.agent,
            speed.calls,
            speed.iterations,
            100.0 * speed.model,
            100.0 * speed.copies
        );
    }
    text
}

fn as_json(rows: &[Row]) -> String {
    let figures = |speed: &Option<Speed>| {
        let figure = |of: fn(&Speed) -> f64| speed.as_ref().map(of);
        json!({
            "fm_calls_per_s": figure(|speed| speed.calls),
            "iterations_per_s": figure(|speed| speed.iterations),
            "model_share": figure(|speed| speed.model),
            "copy_share": figure(|speed| speed.copies),
        })
    };
    let agents: Vec<_> = rows
        .iter()
        .map(|row| {
            let games = row.games.iter().map(|(name, speed)| {
                let mut value = figures(speed);
                value["game"] = json!(name);
                value
            });
            json!({ "agent": row.agent, "games": games.collect::<Vec<_>>(), "median": figures(&row.median) })
        })
        .collect();
    format!("{}\n", json!({ "agents": agents }))
}
