//! `ludex record`: plays a game with a simple player and writes a recording.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::ValueEnum;
use ludex_agents::DEFAULT_SEED;
use ludex_engine::World;
use ludex_trace::games;
use ludex_trace::policy::Policy;
use ludex_trace::recorder::{self, Played};
use ludex_trace::watch::Source;

use crate::game::GamesDir;
use crate::output;

/// Plays a game and writes down everything that happens, tick by tick.
///
/// The recording has the same form as those of GVGAI, so `ludex verify` replays it. The same game, seed and actions
/// give the same recording, on any machine.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex record zelda 0 --seed 7 --policy random -o zelda.jsonl.gz
  ludex record gridphysics/zelda.txt gridphysics/zelda_lvl0.txt --seed 7 --policy sticky -o zelda.jsonl.gz
  ludex record game.txt level.txt --seed 7 --actions moves.txt -o out.jsonl

A file of actions has a line for each tick with an action for each player
(NIL, UP, LEFT, DOWN, RIGHT, USE, ESCAPE); `#` starts a comment.")]
pub struct Args {
    /// A game: its file, or with the number of a level its bundled name or its name in the folder of games.
    game: PathBuf,

    /// The level: its file, or its number.
    level: PathBuf,

    /// The folder of games: GAME and LEVEL are looked for in it, and the recording names them relative to it.
    #[arg(long, value_name = "DIR", env = "LUDEX_GVGAI")]
    games_dir: Option<PathBuf>,

    /// The seed of the game's random generator.
    #[arg(long, default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = crate::values::game_seed)]
    seed: i64,

    /// Plays the actions of this file.
    #[arg(long, value_name = "FILE", conflicts_with = "policy", required_unless_present = "policy")]
    actions: Option<PathBuf>,

    /// Who chooses the actions.
    #[arg(long, value_enum)]
    policy: Option<PolicyName>,

    /// The seed of the player's own random generator.
    #[arg(long, value_name = "SEED", default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = crate::values::game_seed)]
    policy_seed: i64,

    /// Stops after so many ticks, if the game has not ended by then.
    #[arg(long, default_value_t = 2001, value_parser = crate::values::whole::<u32>(0..))]
    ticks: u32,

    /// Where to write the recording; compressed if the name ends in .gz.
    #[arg(short, long = "out", alias = "output", value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum PolicyName {
    /// Any action, each as likely as the others.
    Random,
    /// The last action again with probability 0.6, else any.
    Sticky,
    /// Nothing at all.
    Nil,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let printed = match args.record() {
        Ok(played) => output::print(&args.summary(&played)),
        Err(message) => return output::usage_error(message),
    };
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::usage_error(error),
    }
}

impl Args {
    fn record(&self) -> Result<Played, String> {
        let name = self.policy.and_then(|policy| policy.to_possible_value());
        let name = name.map(|name| name.get_name().to_owned());
        let (world, source) = self.load(name)?;
        let policy = self.player(world.players())?;
        recorder::record(&world, source, policy, self.ticks, &self.output)
            .map_err(|error| format!("cannot write {}: {error}", self.output.display()))
    }

    /// The game on its level, and what the recording says of where they come from.
    fn load(&self, policy: Option<String>) -> Result<(Arc<World>, Source), String> {
        if let Ok(number) = self.level.to_string_lossy().parse() {
            let games = GamesDir { games_dir: self.games_dir.clone() };
            let loaded = games.load(&self.game.to_string_lossy())?;
            return Ok((loaded.world(number)?, games.source(&loaded, number, self.seed, policy)?));
        }
        let (game, file) = self.locate(&self.game);
        let (level, level_file) = self.locate(&self.level);
        let world = games::load(&game, &level).map_err(|error| error.to_string())?;
        Ok((world, Source { file, level_file, seed: self.seed, policy }))
    }

    fn summary(&self, played: &Played) -> String {
        let end = if played.ended { "to the end of the game" } else { "then stopped" };
        let scores: Vec<String> = played.scores.iter().map(f64::to_string).collect();
        let (file, ticks, scores) = (self.output.display(), played.ticks, scores.join(" and "));
        format!("{file}: {ticks} ticks, {end}, score {scores}\n")
    }

    fn player(&self, players: usize) -> Result<Policy, String> {
        if let Some(file) = &self.actions {
            let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
            let text = fs::read_to_string(file).map_err(|error| fail(&error))?;
            return Policy::script(&text, players).map_err(|error| fail(&error));
        }
        Ok(match self.policy.unwrap_or(PolicyName::Nil) {
            PolicyName::Random => Policy::random(self.policy_seed),
            PolicyName::Sticky => Policy::sticky(self.policy_seed),
            PolicyName::Nil => Policy::Nil,
        })
    }

    /// Where a file is, and what the recording calls it: its path inside the folder of games, or its name.
    fn locate(&self, file: &Path) -> (PathBuf, String) {
        let Some(folder) = &self.games_dir else { return (file.to_owned(), file_name(file)) };
        let inside = folder.join(file);
        let path = if inside.is_file() { inside } else { file.to_owned() };
        let name = match path.strip_prefix(folder) {
            Ok(relative) => relative.to_string_lossy().replace('\\', "/"),
            Err(_) => file_name(file),
        };
        (path, name)
    }
}

fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}
