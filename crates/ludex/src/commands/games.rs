//! `ludex games`: which games there are, and what they are about.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use ludex_arena::plan::set;
use ludex_engine::{ONTOLOGY, World};
use ludex_library::{Bundled, Collection, Entry, GameFiles, Origin, bundled, bundled_game};
use ludex_solver::is_deterministic;
use ludex_vgdl::Level;
use serde_json::{Value, json};

use crate::game::GamesDir;
use crate::output::{self, Progress};

/// Lists the games, or tells all about one.
///
/// Without a name: every bundled game, or every game of a folder, with its set, the size of its levels and its tags; in a
/// folder these are what a few ticks of play show. With a name: what the game is about, how to win and lose it, and its
/// levels.
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
        let rows: Vec<Row> = bundled().iter().map(Row::of_bundled).collect();
        if self.json {
            return document(rows.iter().map(Row::to_json).collect());
        }
        table(&rows) + "\n`ludex games NAME` tells all about one of them.\n"
    }

    fn list_folder(&self, collection: &Collection) -> String {
        let progress = Progress::new();
        let measured = |(i, entry): (usize, &Entry)| {
            progress.show(format_args!("{} of {}: {}", i + 1, collection.entries().len(), entry.name));
            Row::of_entry(entry)
        };
        let rows: Vec<Row> = collection.entries().iter().enumerate().map(measured).collect();
        progress.clear();
        if !self.json {
            return table(&rows);
        }
        let with_path = |(row, entry): (&Row, &Entry)| {
            let mut value = row.to_json();
            value["folder"] = json!(entry.group);
            value["path"] = json!(entry.path);
            value
        };
        document(rows.iter().zip(collection.entries()).map(with_path).collect())
    }

    fn tell(&self, name: &str) -> Result<String, String> {
        let game = self.games_dir.load(name)?;
        let about = if self.games_dir.games_dir.is_none() { bundled_game(name) } else { None };
        if self.json {
            let levels: Vec<Value> =
                game.files.levels.iter().map(|l| json!({"number": l.number, "text": l.text})).collect();
            let mut value = about
                .map_or_else(|| json!({"name": game.files.name}), |game| Row::of_bundled(game).to_json());
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

/// What the list says of a game.
struct Row {
    name: String,
    /// The number of its set in the papers.
    set: Option<u32>,
    levels: usize,
    size: String,
    tags: Vec<String>,
}

impl Row {
    fn of_bundled(game: &Bundled) -> Row {
        Row {
            name: game.name.to_owned(),
            set: Some(game.set),
            levels: game.levels.len(),
            size: sizes(game.levels.iter().map(|level| level.text)),
            tags: game.tags.iter().map(|&tag| tag.to_owned()).collect(),
        }
    }

    fn of_entry(entry: &Entry) -> Row {
        let in_set = |n: &u32| set(&format!("set{n}")).is_some_and(|set| set.games.contains(&entry.name));
        let mut row = Row {
            name: entry.name.clone(),
            // The papers' sets are of games for one player.
            set: (1..=6).filter(|_| entry.group != "2player").find(in_set),
            levels: 0,
            size: "–".to_owned(),
            tags: Vec::new(),
        };
        match GameFiles::read(&entry.path, Origin::Collection) {
            Ok(files) => {
                row.levels = files.levels.len();
                row.size = sizes(files.levels.iter().map(|level| &*level.text));
                row.tags = measured_tags(&files)
                    .unwrap_or_else(|| vec!["not playable: `ludex check` says why".to_owned()]);
            }
            Err(problem) => row.tags.push(problem.to_string()),
        }
        row
    }

    fn to_json(&self) -> Value {
        let Row { name, set, levels, size, tags } = self;
        json!({"name": name, "set": set, "tags": tags, "levels": levels, "size": size})
    }
}

/// What can be found out about a game by playing its levels a little; nothing if one cannot be played.
fn measured_tags(files: &GameFiles) -> Option<Vec<String>> {
    let game = ludex_vgdl::parse(&files.text, &ONTOLOGY).ok()?.game;
    let levels = files.levels.iter().map(|level| World::new(&game, &Level::parse(&level.text)).ok());
    let worlds: Vec<Arc<World>> = levels.collect::<Option<_>>()?;
    let two_players = worlds.first()?.players() > 1;
    let chance = if worlds.iter().all(is_deterministic) { "deterministic" } else { "stochastic" };
    let tags = [Some(chance), two_players.then_some("two players")];
    Some(tags.into_iter().flatten().map(str::to_owned).collect())
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(16);
    let mut text = format!("{:<width$} {:>3}  {:<16} {}\n", "game", "set", "size", "tags");
    for Row { name, set, size, tags, .. } in rows {
        let set = set.map(|set| set.to_string()).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<width$} {set:>3}  {size:<16} {}", tags.join(", "));
    }
    text
}

/// The sizes of levels, as `13x9` or `13x9 to 17x12`.
fn sizes<'a>(levels: impl Iterator<Item = &'a str>) -> String {
    let levels = levels.map(Level::parse);
    let mut sizes: Vec<(usize, usize)> = levels.map(|level| (level.width(), level.height())).collect();
    sizes.sort_by_key(|(width, height)| width * height);
    match (sizes.first(), sizes.last()) {
        (Some(least), Some(most)) if least == most => format!("{}x{}", least.0, least.1),
        (Some(least), Some(most)) => format!("{}x{} to {}x{}", least.0, least.1, most.0, most.1),
        _ => "no levels".to_owned(),
    }
}

fn document(values: Vec<Value>) -> String {
    format!("{:#}\n", Value::Array(values))
}
