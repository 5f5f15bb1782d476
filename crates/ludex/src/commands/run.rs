//! `ludex run`: plays one game with an agent.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
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
/// machine. With a budget in time the agent plays as well as the machine is fast; an answer that is late becomes NIL, and one
/// that is late by more than a quarter disqualifies. 40 ms is the competition's: as there, it is processor time of the agent's
/// thread (40ms-cpu), where the system can tell it, so that nobody pays for what else the machine does; 40ms is wall-clock
/// time.
///
/// Some agents learn in a game what helps in the next on the same level: --learn-to keeps it, as text that can be read and
/// edited, and --learn-from begins with it. In a game of two it is the first agent that learns.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex run zelda --agent olets
  ludex run zelda --agent 'program(cmd=\"python3 bot.py\")' --budget 480fm
  ludex run zelda --agent olmcts --learn-to zelda.txt
  ludex run zelda --agent olmcts --learn-from zelda.txt --learn-to zelda.txt --seed 2
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

    /// Begins with what an agent of this kind has learnt in an earlier game.
    #[arg(long, value_name = "FILE")]
    learn_from: Option<PathBuf>,

    /// Writes down what the agent has learnt when the game is over.
    #[arg(long, value_name = "FILE")]
    learn_to: Option<PathBuf>,

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
    done.map_or_else(output::usage_error, |()| ExitCode::SUCCESS)
}

impl Args {
    fn play(&self, loaded: &Loaded) -> Result<Played, String> {
        let contest = &self.contest;
        let memory = self.learn_from.as_deref().map(read).transpose()?;
        let mut game = contest.begin_with(&contest.world(loaded)?, self.lenient, memory.as_deref());
        if self.learn_to.is_some() && game.memory(0).is_none() {
            let agent = contest.name(0);
            return Err(format!(
                "--learn-to: {agent} has nothing to hand on; olmcts is an agent that learns"
            ));
        }
        match &self.record {
            None => {
                while !game.is_over() {
                    game.step();
                }
            }
            Some(path) => {
                let agents: Vec<String> = contest.agent.iter().map(AgentSpec::to_string).collect();
                let source =
                    contest.games_dir.source(loaded, contest.level, contest.seed, Some(agents.join(" ")))?;
                let recording = Recording::start(path, game.state(), source)?;
                play_and_record(&mut game, recording)?;
            }
        }
        if let Some(path) = &self.learn_to {
            // An agent that was disqualified has forgotten the game: what was learnt before is still true.
            let learnt = game.memory(0).or(memory).unwrap_or_default();
            fs::write(path, learnt).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(Played::new(&game))
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

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A player who is disqualified leaves the game: so the recording says ESCAPE, which ends the game when replayed.
fn play_and_record(game: &mut Match<'_>, mut recording: Recording) -> Result<(), String> {
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
    recording.finish()
}

fn verb(outcome: &PlayerResult) -> &'static str {
    match outcome.winner {
        Winner::Wins => "won",
        Winner::Loses => "lost",
        Winner::None => "neither won nor lost",
    }
}
