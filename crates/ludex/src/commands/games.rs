//! `ludex games`: which games there are, and what they are about.

use std::fmt::Write as _;
use std::process::ExitCode;

use ludex_library::{Bundled, Collection, bundled, bundled_game};
use ludex_vgdl::Level;
use serde_json::{Value, json};

use crate::game::GamesDir;
use crate::output;

/// Lists the games, or tells all about one.
///
/// Without a name: every bundled game with its set, the size of its levels and its tags. With a name: what the
/// game is about, how to win and lose it, and its levels.
///
/// Exit codes: 0 done, 2 used wrongly.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex games
  ludex games zelda
  ludex games --games-dir gvgai/examples")]
pub struct Args {
    /// A game: a bundled name, a path, or a name inside --games-dir.
    game: Option<String>,

    #[command(flatten)]
    games_dir: GamesDir,

    /// Prints JSON, for scripts.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let text = match (&args.game, &args.games_dir.games_dir) {
        (Some(name), _) => args.tell(name),
        (None, None) => Ok(args.list()),
        (None, Some(folder)) => {
            Collection::open(folder).map(|c| args.list_folder(&c)).map_err(|e| e.to_string())
        }
    };
    match text.and_then(|text| output::print(&text).map_err(|problem| problem.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => output::used_wrongly(problem),
    }
}

impl Args {
    fn list(&self) -> String {
        if self.json {
            return document(bundled().iter().map(describe).collect());
        }
        let mut text = format!("{:<16} {:>3}  {:<16} {}\n", "game", "set", "size", "tags");
        for game in bundled() {
            let tags = game.tags.join(", ");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:<16} {:>3}  {:<16} {tags}", game.name, game.set, sizes(game));
        }
        text + "\n`ludex games NAME` tells all about one of them.\n"
    }

    fn list_folder(&self, collection: &Collection) -> String {
        let entries = collection.entries();
        if self.json {
            let entry = |e: &ludex_library::Entry| json!({"name": e.name, "folder": e.group, "path": e.path});
            return document(entries.iter().map(entry).collect());
        }
        let mut text = String::new();
        for entry in entries {
            let _ = writeln!(text, "{:<24} {}", entry.name, entry.path.display());
        }
        text
    }

    fn tell(&self, name: &str) -> Result<String, String> {
        let game = self.games_dir.load(name)?;
        let about = if self.games_dir.games_dir.is_none() { bundled_game(name) } else { None };
        if self.json {
            let levels: Vec<Value> =
                game.files.levels.iter().map(|l| json!({"number": l.number, "text": l.text})).collect();
            let mut value = about.map_or_else(|| json!({"name": game.files.name}), describe);
            value["game"] = json!(game.files.text);
            value["about"] = json!(about.map(|game| game.about));
            value["levels"] = json!(levels);
            return Ok(format!("{value:#}\n"));
        }
        let mut text = match about {
            Some(game) => game.about.to_owned(),
            None => format!("# {}\n\n{}\n", game.files.name, game.files.path.display()),
        };
        for level in &game.files.levels {
            let _ = write!(text, "\nLevel {}\n\n", level.number);
            for line in level.text.lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
        Ok(text)
    }
}

/// The sizes of a game's levels, as `13x9` or `13x9 to 17x12`.
fn sizes(game: &Bundled) -> String {
    let levels = game.levels.iter().map(|level| Level::parse(level.text));
    let mut sizes: Vec<(usize, usize)> = levels.map(|level| (level.width(), level.height())).collect();
    sizes.sort_by_key(|(width, height)| width * height);
    match (sizes.first(), sizes.last()) {
        (Some(least), Some(most)) if least == most => format!("{}x{}", least.0, least.1),
        (Some(least), Some(most)) => format!("{}x{} to {}x{}", least.0, least.1, most.0, most.1),
        _ => "no levels".to_owned(),
    }
}

fn describe(game: &Bundled) -> Value {
    json!({"name": game.name, "set": game.set, "tags": game.tags, "levels": game.levels.len(), "size": sizes(game)})
}

fn document(values: Vec<Value>) -> String {
    format!("{:#}\n", Value::Array(values))
}
