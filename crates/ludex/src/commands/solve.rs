//! `ludex solve`: finds a way to win a level.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use ludex_agents::DEFAULT_SEED;
use ludex_library::Origin;
use ludex_solver::{Limits, Progress, Search, solve};
use serde_json::json;

use crate::game::{GamesDir, Loaded};
use crate::output;

/// Looks for a way to win a level and writes it down.
///
/// A solver is no agent: it reads the rules, it knows the seed, and it takes its time. What it finds shows that the
/// level can be won. The recording is a small text file, a seed and a letter for each tick; `ludex picture` shows it.
///
/// Exit codes: 0 a win was found, 1 none was found, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex solve sokoban --level 2
  ludex solve my/game.vgdl --level 0 --search beam --limit 50000000
  ludex solve zelda --level 4 -o zelda4.win && ludex picture zelda --level 4 --actions zelda4.win -o zelda4.gif")]
pub struct Args {
    /// The game: a bundled name, a path, or a name inside --games-dir.
    game: String,

    #[command(flatten)]
    games_dir: GamesDir,

    /// The level.
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = crate::values::whole::<usize>(0..))]
    level: usize,

    /// The seed of the game.
    #[arg(long, default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = crate::values::game_seed)]
    seed: i64,

    /// How to look for it.
    #[arg(long, value_enum, default_value_t = SearchName::Auto)]
    search: SearchName,

    /// Gives up after so many ticks of play.
    #[arg(long, value_name = "TICKS", default_value_t = Limits::default().ticks, value_parser = crate::values::whole::<u64>(0..))]
    limit: u64,

    /// Where to write the recording. By default beside the level, or for bundled games in the current folder.
    #[arg(short, long = "out", alias = "output", value_name = "FILE")]
    output: Option<PathBuf>,

    /// Prints the result as JSON, for scripts.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum SearchName {
    /// Best-first and then breadth-first where nothing happens by chance, else beam.
    Auto,
    /// Every state, tick by tick: finds a shortest win.
    Breadth,
    /// The most promising state first.
    Best,
    /// The most promising states of each tick, wider and wider.
    Beam,
}

impl From<SearchName> for Search {
    fn from(name: SearchName) -> Search {
        match name {
            SearchName::Auto => Search::Auto,
            SearchName::Breadth => Search::BreadthFirst,
            SearchName::Best => Search::BestFirst,
            SearchName::Beam => Search::Beam,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let found = args.solve().and_then(|(won, text)| {
        output::print(&text).map_err(|problem| problem.to_string())?;
        Ok(won)
    });
    match found {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => output::usage_error(problem),
    }
}

impl Args {
    /// Was a win found, and what to say about it.
    fn solve(&self) -> Result<(bool, String), String> {
        let game = self.games_dir.load(&self.game)?;
        let world = game.world(self.level)?;
        if world.players() > 1 {
            return Err(format!(
                "{name} is a game for two players, and solve plays for one: let two agents play it, as in `ludex run {name} \
                 --agent olets --agent olets`",
                name = self.game
            ));
        }
        let mut line = StatusLine::new();
        let limits = Limits { ticks: self.limit };
        let found = solve(&game.game, &world, self.seed, self.search.into(), limits, &mut |progress| {
            line.show(progress);
            true
        });
        line.clear();
        let win = match found {
            Ok(win) => win,
            Err(gave_up) if self.json => {
                let value = json!({"won": false, "searched": gave_up.ticks, "exhausted": gave_up.exhausted});
                return Ok((false, format!("{value}\n")));
            }
            Err(gave_up) => {
                let name = &game.files.name;
                return Ok((false, format!("{name} level {}, seed {}: {gave_up}\n", self.level, self.seed)));
            }
        };
        let end = win.replay(&world).map_err(|problem| problem.to_string())?;
        let path = self.path(&game)?;
        // What may have taken hours to find is not lost for a mistyped folder.
        fs::write(&path, win.to_string())
            .map_err(|problem| format!("cannot write {}: {problem}; the win is\n{win}", path.display()))?;
        let (ticks, score) = (win.actions.len(), end.score(0));
        let text = if self.json {
            let file = path.to_string_lossy();
            format!(
                "{}\n",
                json!({"won": true, "ticks": ticks, "score": score, "seed": self.seed, "file": file})
            )
        } else {
            format!("won in {ticks} ticks with score {score}, written to {}\n", path.display())
        };
        Ok((true, text))
    }

    fn path(&self, game: &Loaded) -> Result<PathBuf, String> {
        Ok(match (&self.output, game.files.origin) {
            (Some(path), _) => path.clone(),
            (None, Origin::Bundled) => PathBuf::from(format!("{}-level{}.win", game.files.name, self.level)),
            (None, _) => game.level(self.level)?.path.with_extension("win"),
        })
    }
}

/// Progress in one line that is written over and over; nothing where nobody watches.
struct StatusLine {
    watched: bool,
    shown: bool,
}

impl StatusLine {
    fn new() -> Self {
        StatusLine { watched: io::stderr().is_terminal(), shown: false }
    }

    fn show(&mut self, progress: &Progress) {
        if !self.watched {
            return;
        }
        let search = match (progress.search, progress.width) {
            (Search::BestFirst, _) => "best-first".to_owned(),
            (Search::Beam, Some(width)) => format!("beam of {width}"),
            _ => "breadth-first".to_owned(),
        };
        let Progress { ticks, depth, open, .. } = progress;
        self.shown = true;
        // Progress that cannot be shown is no reason to stop.
        let _ = write!(
            io::stderr(),
            "\r\x1b[K{search}: {ticks} ticks played, at tick {depth}, {open} states waiting"
        );
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
