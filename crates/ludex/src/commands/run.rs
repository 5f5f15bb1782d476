//! `ludex run`: plays one game with an agent.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use ludex_agents::{AgentSpec, GameResult, Match, PlayerResult};
use ludex_engine::{Action, Winner};
use serde_json::json;

use crate::contest::Contest;
use crate::game::Loaded;
use crate::output;
use crate::recording::Recording;

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
    #[command(flatten)]
    contest: Contest,

    /// Takes late answers and disqualifies nobody for them.
    #[arg(long)]
    lenient: bool,

    /// Writes down everything that happens, for `ludex replay` and `ludex verify`; compressed if the name ends in .gz.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = args.contest.games_dir.load(&args.contest.game).and_then(|game| {
        let played = args.play(&game)?;
        let text = if args.json { args.json(&game, &played) } else { args.text(&game, &played) };
        output::print(&text).map_err(|error| error.to_string())
    });
    done.map_or_else(output::used_wrongly, |()| ExitCode::SUCCESS)
}

impl Args {
    fn play(&self, loaded: &Loaded) -> Result<Played, String> {
        let contest = &self.contest;
        let game = contest.begin(&contest.world(loaded)?, self.lenient);
        let Some(path) = &self.record else { return Ok(finish(game)) };
        let agents: Vec<String> = contest.agent.iter().map(AgentSpec::to_string).collect();
        let source = contest.games_dir.source(loaded, contest.level, contest.seed, Some(agents.join(" ")))?;
        let recording = Recording::start(path, game.state(), source)?;
        finish_and_record(game, recording)
    }

    fn text(&self, game: &Loaded, Played { result, remarks }: &Played) -> String {
        let Contest { level, seed, budget, .. } = &self.contest;
        let mut text = format!("{} level {level}, seed {seed}, budget {budget}\n", game.files.name);
        for (player, outcome) in result.players.iter().enumerate() {
            let agent = self.contest.name(player);
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
            if let Some(remarks) = remarks.get(player).and_then(Option::as_ref) {
                let _ = writeln!(text, "  the agent remarks: {remarks}");
            }
        }
        text
    }

    fn json(&self, game: &Loaded, Played { result, remarks }: &Played) -> String {
        let players: Vec<_> = result
            .players
            .iter()
            .enumerate()
            .map(|(player, outcome)| {
                json!({
                    "agent": self.contest.agent.get(player).map(AgentSpec::to_string),
                    "win": outcome.won(),
                    "score": outcome.score,
                    "fm_calls": outcome.calls,
                    "iterations": outcome.iterations,
                    "overspends": outcome.overspends,
                    "disqualified": outcome.disqualified.as_ref().map(ToString::to_string),
                    "remarks": remarks.get(player),
                })
            })
            .collect();
        let value = json!({
            "game": game.files.name,
            "level": self.contest.level,
            "seed": self.contest.seed,
            "agent_seed": self.contest.agent_seed,
            "budget": self.contest.budget.to_string(),
            "lenient": self.lenient,
            "ticks": result.ticks,
            "players": players,
        });
        format!("{value}\n")
    }
}

/// A game that is over.
struct Played {
    result: GameResult,
    /// What each player's agent tells of it.
    remarks: Vec<Option<String>>,
}

impl Played {
    fn new(game: &Match<'_>) -> Played {
        let result = game.result();
        Played { remarks: (0..result.players.len()).map(|player| game.remarks(player)).collect(), result }
    }
}

fn finish(mut game: Match<'_>) -> Played {
    while !game.is_over() {
        game.step();
    }
    Played::new(&game)
}

/// A player who is disqualified leaves the game: so the recording says ESCAPE, which ends the game when replayed.
fn finish_and_record(mut game: Match<'_>, mut recording: Recording) -> Result<Played, String> {
    while !game.is_over() {
        let mut actions = game.step().to_vec();
        if game.is_over() {
            for (action, player) in actions.iter_mut().zip(game.result().players) {
                if player.disqualified.is_some() {
                    *action = Action::Escape;
                }
            }
        }
        recording.tick(game.state(), &actions)?;
    }
    recording.finish()?;
    Ok(Played::new(&game))
}

fn verb(outcome: &PlayerResult) -> &'static str {
    match outcome.winner {
        Winner::Wins => "won",
        Winner::Loses => "lost",
        Winner::None => "neither won nor lost",
    }
}
