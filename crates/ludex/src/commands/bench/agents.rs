//! `ludex bench agents`: how fast agents search, and how much of their time is the forward model's.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludex_agents::{AgentSpec, Budget, Match, Profile, Rules};
use ludex_engine::World;
use serde_json::json;
use std::sync::Arc;

use super::games;
use super::statistics::Distribution;
use crate::game::GamesDir;
use crate::output::{self, Progress};

/// Measures how fast agents search.
///
/// Every agent plays level 0 of every game for a while, with one thread. Forward-model calls and iterations are counted by
/// the second and by the tick; the share of the model is the part of the time that goes into advancing and copying states,
/// measured on one operation in 31.
///
/// Exit codes: 0 done, 2 used wrongly.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex bench agents                    the bundled games
  ludex bench agents --games zelda,aliens --agents 'samplemcts;olets' --json
  ludex bench agents --agents 'mcts;mcts+kbe' --budget 40ms --seconds 2")]
pub struct Args {
    #[command(flatten)]
    games_dir: GamesDir,

    /// Games to measure, divided by commas; without it the bundled games, or the grid games of the folder.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    games: Vec<String>,

    /// The agents; `;` goes between them.
    #[arg(long, value_name = "SPECS", value_delimiter = ';', default_value = "samplemcts")]
    agents: Vec<AgentSpec>,

    /// What an agent may spend on each tick.
    #[arg(long, default_value = "4000fm")]
    budget: Budget,

    /// How long every agent plays every game, in seconds.
    #[arg(long, value_name = "S", default_value_t = 0.5)]
    seconds: f64,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// What was measured of an agent in a game.
struct Row {
    agent: String,
    game: String,
    /// By the second.
    calls: f64,
    iterations: f64,
    /// By the tick.
    tick_calls: f64,
    tick_iterations: f64,
    /// The part of the time that was the model's.
    share: f64,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = args.measure().and_then(|rows| {
        let text = if args.json { as_json(&rows) } else { as_text(&rows) };
        output::print(&text).map_err(|error| error.to_string())
    });
    done.map_or_else(output::used_wrongly, |()| ExitCode::SUCCESS)
}

impl Args {
    fn measure(&self) -> Result<Vec<Row>, String> {
        let games = games::choose(&self.games_dir, &self.games)?;
        let limit = Duration::try_from_secs_f64(self.seconds).map_err(|e| format!("--seconds: {e}"))?;
        let progress = Progress::new();
        let mut rows = Vec::new();
        for agent in &self.agents {
            for game in &games {
                progress.show(format_args!("{agent} plays {}", game.name));
                let world = game.load(&self.games_dir)?;
                rows.push(Row::measure(agent, &game.name, &world, self.budget, limit));
            }
        }
        progress.clear();
        Ok(rows)
    }
}

impl Row {
    /// Plays games until the time is over. The model's share is measured in a run of its own, so that measuring costs the
    /// other figures nothing.
    fn measure(agent: &AgentSpec, game: &str, world: &Arc<World>, budget: Budget, limit: Duration) -> Row {
        let played = play_for(agent, world, budget, limit / 2, None);
        let (calls, iterations) = (played.calls as f64, played.iterations as f64);
        let profile = Profile::new();
        let profiled = play_for(agent, world, budget, limit / 2, Some(&profile));
        Row {
            agent: agent.to_string(),
            game: game.to_owned(),
            calls: calls / played.seconds,
            iterations: iterations / played.seconds,
            tick_calls: calls / played.ticks as f64,
            tick_iterations: iterations / played.ticks as f64,
            share: (profile.model_time().as_secs_f64() / profiled.seconds).min(1.0),
        }
    }
}

/// What has been played.
struct Played {
    ticks: u64,
    calls: u64,
    iterations: u64,
    seconds: f64,
}

/// Plays until the time is over.
fn play_for(
    agent: &AgentSpec,
    world: &Arc<World>,
    budget: Budget,
    limit: Duration,
    profile: Option<&Profile>,
) -> Played {
    let rules = Rules { budget, lenient: true };
    let begin = |seed: u64| match profile {
        None => Match::new(world, seed as i64, &[(agent, seed)], rules),
        Some(profile) => Match::profiled(world, seed as i64, &[(agent, seed)], rules, profile),
    };
    let mut seed = 0;
    let mut game = begin(seed);
    let mut played = Played { ticks: 0, calls: 0, iterations: 0, seconds: 0.0 };
    let mut time = Duration::ZERO;
    loop {
        // What agents do before the first tick is not counted.
        let start = Instant::now();
        game.step();
        time += start.elapsed();
        let spent = game.last_spent(0);
        played.ticks += 1;
        played.calls += spent.calls;
        played.iterations += spent.iterations;
        if time >= limit {
            played.seconds = time.as_secs_f64();
            return played;
        }
        if game.is_over() {
            seed += 1;
            game = begin(seed);
        }
    }
}

fn as_text(rows: &[Row]) -> String {
    let width = |of: fn(&Row) -> &str, title: &str| {
        rows.iter().map(|r| of(r).len()).max().unwrap_or(0).max(title.len())
    };
    let (agents, games) = (width(|r| &r.agent, "agent"), width(|r| &r.game, "game"));
    let mut text = format!(
        "{:agents$}  {:games$}  {:>10}  {:>10}  {:>10}  {:>9}  {:>5}\n",
        "agent", "game", "calls/s", "iter/s", "calls/tick", "iter/tick", "model"
    );
    let mut line = |agent: &str, game: &str, of: &dyn Fn(fn(&Row) -> f64) -> f64| {
        let _ = writeln!(
            text,
            "{agent:agents$}  {game:games$}  {:>10.0}  {:>10.0}  {:>10.1}  {:>9.1}  {:>4.0}%",
            of(|row| row.calls),
            of(|row| row.iterations),
            of(|row| row.tick_calls),
            of(|row| row.tick_iterations),
            100.0 * of(|row| row.share)
        );
    };
    for row in rows {
        line(&row.agent, &row.game, &|figure| figure(row));
    }
    for rows in rows.chunk_by(|a, b| a.agent == b.agent).filter(|rows| rows.len() > 1) {
        let median = |figure: fn(&Row) -> f64| {
            Distribution::of(rows.iter().map(figure)).map_or(0.0, |values| values.quartiles[1])
        };
        line(&rows[0].agent, "(median)", &median);
    }
    text
}

fn as_json(rows: &[Row]) -> String {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "agent": row.agent,
                "game": row.game,
                "fm_calls_per_s": row.calls,
                "iterations_per_s": row.iterations,
                "fm_calls_per_tick": row.tick_calls,
                "iterations_per_tick": row.tick_iterations,
                "model_share": row.share,
            })
        })
        .collect();
    format!("{}\n", json!({ "rows": rows }))
}
