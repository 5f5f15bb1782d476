//! `ludex run`: plays one game with an agent.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_agents::{AgentSpec, Budget, Entrant, GameResult, Match, PlayerResult, Rules};
use ludex_engine::Winner;
use ludex_trace::watch::{Source, Watcher};
use ludex_trace::write::Writer;
use serde_json::json;

use crate::game::{GamesDir, Loaded};
use crate::output;

/// Plays one game with an agent and says how it ended.
///
/// With a budget in forward-model calls (480fm) or iterations (50it) the same arguments give the same game on any
/// machine. With a budget in time (40ms, the competition's) the agent plays as well as the machine is fast; an answer
/// that is late becomes NIL, and one that is late by more than a quarter disqualifies.
///
/// Exit codes: 0 done, 2 used wrongly.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex run zelda --agent olets
  ludex run my/game.vgdl --agent 'samplemcts(depth=20)' --level 3 --seed 7 --budget 480fm --json")]
pub struct Args {
    /// The game: a bundled name, a path, or a name inside --games-dir.
    game: String,

    #[command(flatten)]
    games_dir: GamesDir,

    /// The agent, as `ludex agents` explains it; once for each player.
    #[arg(long, value_name = "SPEC", default_value = "samplemcts")]
    agent: Vec<AgentSpec>,

    /// The level's number.
    #[arg(long, value_name = "N", default_value_t = 0)]
    level: usize,

    /// The seed of the game's random generator.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i64,

    /// The seed of the agent's random generator.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    agent_seed: u64,

    /// What the agent may spend on each tick: 40ms, 480fm, 50it, or several joined by +.
    #[arg(long, default_value_t = Budget::COMPETITION)]
    budget: Budget,

    /// Takes late answers and disqualifies nobody for them.
    #[arg(long)]
    lenient: bool,

    /// Writes down everything that happens, for `ludex verify`; compressed if the name ends in .gz.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = args.games_dir.load(&args.game).and_then(|game| {
        let result = args.play(&game)?;
        let text = if args.json { args.json(&game, &result) } else { args.text(&game, &result) };
        output::print(&text).map_err(|error| error.to_string())
    });
    done.map_or_else(output::used_wrongly, |()| ExitCode::SUCCESS)
}

impl Args {
    fn play(&self, game: &Loaded) -> Result<GameResult, String> {
        let world = game.world(self.level)?;
        if self.agent.len() > world.players() {
            return Err(format!("{} agents for {} players", self.agent.len(), world.players()));
        }
        let seeds = (0..).map(|player: u64| self.agent_seed.wrapping_add(player));
        let entrants: Vec<Entrant<'_>> =
            self.agent.iter().zip(seeds).map(|(agent, seed)| (agent as _, seed)).collect();
        let rules = Rules { budget: self.budget, lenient: self.lenient };
        let game_in_play = Match::new(&world, self.seed, &entrants, rules);
        match &self.record {
            None => Ok(finish(game_in_play)),
            Some(path) => self
                .finish_and_record(game, &game.level(self.level)?.path, game_in_play, path)
                .map_err(|error| format!("cannot write {}: {error}", path.display())),
        }
    }

    fn finish_and_record(
        &self,
        loaded: &Loaded,
        level: &Path,
        mut game: Match<'_>,
        path: &Path,
    ) -> std::io::Result<GameResult> {
        let relative = |file: &Path| {
            let inside = self.games_dir.games_dir.as_deref().and_then(|dir| file.strip_prefix(dir).ok());
            inside.unwrap_or(file).to_string_lossy().replace('\\', "/")
        };
        let source = Source {
            file: relative(&loaded.files.path),
            level_file: relative(level),
            seed: self.seed,
            policy: None,
        };
        let (mut watcher, header) = Watcher::start(game.state(), source);
        let mut writer = Writer::create(path, &header)?;
        let mut tick = 0;
        while !game.is_over() {
            let actions = game.step().to_vec();
            writer.tick(&watcher.tick(game.state(), tick, &actions))?;
            tick += 1;
        }
        writer.finish()?;
        Ok(game.result())
    }

    fn text(&self, game: &Loaded, result: &GameResult) -> String {
        let mut text =
            format!("{} level {}, seed {}, budget {}\n", game.files.name, self.level, self.seed, self.budget);
        for (player, outcome) in result.players.iter().enumerate() {
            let agent = self.agent.get(player).map_or_else(|| "nobody".to_owned(), AgentSpec::to_string);
            let _ = writeln!(
                text,
                "{agent} {} with score {}, {} ticks",
                verb(outcome),
                outcome.score,
                result.ticks
            );
            if let Some(reason) = &outcome.disqualified {
                let _ = writeln!(text, "  disqualified: {reason}");
            }
            let per_tick = |n: u64| n as f64 / f64::from(result.ticks + 1);
            let _ = writeln!(
                text,
                "  {} forward-model calls ({:.0} a tick), {} iterations ({:.0} a tick), {} late answers",
                outcome.calls,
                per_tick(outcome.calls),
                outcome.iterations,
                per_tick(outcome.iterations),
                outcome.overspends
            );
        }
        text
    }

    fn json(&self, game: &Loaded, result: &GameResult) -> String {
        let players: Vec<_> = result
            .players
            .iter()
            .enumerate()
            .map(|(player, outcome)| {
                json!({
                    "agent": self.agent.get(player).map(AgentSpec::to_string),
                    "win": outcome.won(),
                    "score": outcome.score,
                    "fm_calls": outcome.calls,
                    "iterations": outcome.iterations,
                    "overspends": outcome.overspends,
                    "disqualified": outcome.disqualified.as_ref().map(ToString::to_string),
                })
            })
            .collect();
        let value = json!({
            "game": game.files.name,
            "level": self.level,
            "seed": self.seed,
            "agent_seed": self.agent_seed,
            "budget": self.budget.to_string(),
            "lenient": self.lenient,
            "ticks": result.ticks,
            "players": players,
        });
        format!("{value}\n")
    }
}

fn finish(mut game: Match<'_>) -> GameResult {
    while !game.is_over() {
        game.step();
    }
    game.result()
}

fn verb(outcome: &PlayerResult) -> &'static str {
    match outcome.winner {
        Winner::Wins => "won",
        Winner::Loses => "lost",
        Winner::None => "neither won nor lost",
    }
}
