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
/// the second; the share of the model is the part of the time that goes into advancing and copying states, measured on
/// one operation in 31.
///
/// Exit codes: 0 done, 2 used wrongly.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex bench agents                    the bundled games
  ludex bench agents --games zelda,aliens --agents 'samplemcts;olets' --json")]
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
    calls: f64,
    iterations: f64,
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
        let (calls, iterations, seconds) = play_for(agent, world, budget, limit / 2, None);
        let profile = Profile::new();
        let (_, _, profiled) = play_for(agent, world, budget, limit / 2, Some(&profile));
        Row {
            agent: agent.to_string(),
            game: game.to_owned(),
            calls: calls as f64 / seconds,
            iterations: iterations as f64 / seconds,
            share: (profile.model_time().as_secs_f64() / profiled).min(1.0),
        }
    }
}

/// Plays until the time is over: calls, iterations and seconds.
fn play_for(
    agent: &AgentSpec,
    world: &Arc<World>,
    budget: Budget,
    limit: Duration,
    profile: Option<&Profile>,
) -> (u64, u64, f64) {
    let rules = Rules { budget, lenient: true };
    let begin = |seed: u64| match profile {
        None => Match::new(world, seed as i64, &[(agent, seed)], rules),
        Some(profile) => Match::profiled(world, seed as i64, &[(agent, seed)], rules, profile),
    };
    let mut seed = 0;
    let mut game = begin(seed);
    let (mut calls, mut iterations) = (0, 0);
    let start = Instant::now();
    loop {
        game.step();
        let spent = game.last_spent(0);
        calls += spent.calls;
        iterations += spent.iterations;
        let elapsed = start.elapsed();
        if elapsed >= limit {
            return (calls, iterations, elapsed.as_secs_f64());
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
        "{:agents$}  {:games$}  {:>10}  {:>10}  {:>5}\n",
        "agent", "game", "calls/s", "iter/s", "model"
    );
    for row in rows {
        let _ = writeln!(
            text,
            "{:agents$}  {:games$}  {:>10.0}  {:>10.0}  {:>4.0}%",
            row.agent,
            row.game,
            row.calls,
            row.iterations,
            100.0 * row.share
        );
    }
    for agent in rows.chunk_by(|a, b| a.agent == b.agent).filter(|rows| rows.len() > 1) {
        let median =
            |of: fn(&Row) -> f64| Distribution::of(agent.iter().map(of)).map_or(0.0, |d| d.quartiles[1]);
        let _ = writeln!(
            text,
            "{:agents$}  {:games$}  {:>10.0}  {:>10.0}  {:>4.0}%",
            agent[0].agent,
            "(median)",
            median(|r| r.calls),
            median(|r| r.iterations),
            100.0 * median(|r| r.share)
        );
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
                "model_share": row.share,
            })
        })
        .collect();
    format!("{}\n", json!({ "rows": rows }))
}
