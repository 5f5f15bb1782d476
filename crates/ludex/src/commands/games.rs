//! `ludex games`: which games there are, and what they are about.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use ludex_arena::names::canonical;
use ludex_arena::plan::{GameSet, sets};
use ludex_engine::{ONTOLOGY, World};
use ludex_library::{Bundled, Collection, Entry, GameFiles, Origin, bundled, bundled_game};
use ludex_solver::is_deterministic;
use ludex_vgdl::Level;
use serde_json::{Value, json};

use crate::game::GamesDir;
use crate::output::{self, Progress};

/// Lists the games, or tells all about one.
///
/// Without a name: every bundled game, or every game of a folder, with its set, its players, the size of its levels and its
/// tags; in a folder these are what a few ticks of play show. --players, --tag and --set leave out the others. With a
/// name: what the game is about, how to win and lose it, and its
/// levels.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex games
  ludex games zelda
  ludex games --players 2 --tag cooperative
  ludex games --set bundled3
  ludex games --games-dir gvgai/examples")]
pub struct Args {
    /// A game: a bundled name, a path, or a name inside --games-dir.
    game: Option<String>,

    #[command(flatten)]
    games_dir: GamesDir,

    /// Only games for so many players.
    #[arg(long, value_name = "N", conflicts_with = "game", value_parser = crate::values::whole::<u8>(1..=2))]
    players: Option<u8>,

    /// Only games that have this tag; given several times, all of them.
    #[arg(long, value_name = "TAG", conflicts_with = "game")]
    tag: Vec<String>,

    /// Only games of this set, as `ludex arena --games` takes it.
    #[arg(long, value_name = "SET", conflicts_with = "game")]
    set: Option<String>,

    /// Prints JSON, for scripts.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let text = match (&args.game, &args.games_dir.games_dir) {
        (Some(name), _) => args.tell(name),
        (None, None) => args.list(),
        (None, Some(folder)) => {
            Collection::open(folder).map_err(|e| e.to_string()).and_then(|c| args.list_folder(&c))
        }
    };
    match text.and_then(|text| output::print(&text).map_err(|problem| problem.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => output::usage_error(problem),
    }
}

impl Args {
    fn list(&self) -> Result<String, String> {
        let set = self.chosen_set(true)?;
        let rows = self.filter(bundled().iter().map(Row::of_bundled).collect(), set)?;
        if self.json {
            return Ok(document(rows.iter().map(Row::to_json).collect()));
        }
        Ok(table(&rows) + "\n`ludex games NAME` tells all about one of them.\n")
    }

    fn list_folder(&self, collection: &Collection) -> Result<String, String> {
        let set = self.chosen_set(false)?;
        let progress = Progress::new();
        let measured = |(i, entry): (usize, &Entry)| {
            progress.show(format_args!("{} of {}: {}", i + 1, collection.entries().len(), entry.name));
            Row::of_entry(entry)
        };
        let rows = collection.entries().iter().enumerate().map(measured).collect();
        progress.clear();
        let rows = self.filter(rows, set)?;
        Ok(if self.json { document(rows.iter().map(Row::to_json).collect()) } else { table(&rows) })
    }

    /// The set that the user wants to see: of the games that ship with Ludex, or of those in a folder.
    fn chosen_set(&self, bundled: bool) -> Result<Option<&'static GameSet>, String> {
        let Some(name) = &self.set else { return Ok(None) };
        let mut known = sets().iter().filter(|set| set.bundled == bundled);
        known.clone().find(|set| set.name == *name).map(Some).ok_or_else(|| {
            let names: Vec<&str> = known.by_ref().map(|set| &*set.name).collect();
            format!("there is no set `{name}` here: choose one of {}", names.join(", "))
        })
    }

    /// The rows that the user wants to see.
    fn filter(&self, rows: Vec<Row>, set: Option<&GameSet>) -> Result<Vec<Row>, String> {
        let known: BTreeSet<String> = rows.iter().flat_map(|row| row.tags.iter().cloned()).collect();
        if let Some(tag) = self.tag.iter().find(|tag| !known.contains(*tag)) {
            let names: Vec<String> = known.into_iter().collect();
            return Err(format!("no game has the tag `{tag}`: choose from {}", names.join(", ")));
        }
        let wanted = |row: &Row| {
            self.players.is_none_or(|players| row.players == usize::from(players))
                && self.tag.iter().all(|tag| row.tags.contains(tag))
                && set.is_none_or(|set| row.is_in(set))
        };
        Ok(rows.into_iter().filter(wanted).collect())
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
    /// The smallest set that it is in.
    set: Option<&'static str>,
    /// How many play it; 0 where that is not known.
    players: usize,
    levels: usize,
    size: String,
    tags: Vec<String>,
    /// Folder and path of one that does not ship with Ludex.
    file: Option<(String, PathBuf)>,
}

impl Row {
    fn of_bundled(game: &Bundled) -> Row {
        Row {
            name: game.name.to_owned(),
            set: Some(game.set),
            players: ludex_vgdl::parse(game.game, &ONTOLOGY).map_or(0, |parsed| parsed.game.players),
            levels: game.levels.len(),
            size: sizes(game.levels.iter().map(|level| level.text)),
            tags: game.tags.iter().map(|&tag| tag.to_owned()).collect(),
            file: None,
        }
    }

    fn of_entry(entry: &Entry) -> Row {
        let mut row = Row {
            name: entry.name.clone(),
            set: None,
            players: 0,
            levels: 0,
            size: "–".to_owned(),
            tags: Vec::new(),
            file: Some((entry.group.clone(), entry.path.clone())),
        };
        match GameFiles::read(&entry.path, Origin::Collection) {
            Ok(files) => {
                row.levels = files.levels.len();
                row.size = sizes(files.levels.iter().map(|level| &*level.text));
                match measured(&files) {
                    Some((players, chance)) => (row.players, row.tags) = (players, vec![chance.to_owned()]),
                    None => row.tags.push("not playable: `ludex check` says why".to_owned()),
                }
                let ships = bundled_game(&entry.name).filter(|game| game.game == files.text);
                row.set = ships.map(|game| game.set).or_else(|| row.published_set());
            }
            Err(problem) => row.tags.push(problem.to_string()),
        }
        row
    }

    /// The sets of the papers have games for one player; GVGAI has others of the same names for two.
    fn is_in(&self, set: &GameSet) -> bool {
        (set.bundled || self.players == 1) && set.games.contains(&canonical(&self.name))
    }

    fn published_set(&self) -> Option<&'static str> {
        let mut parts = sets().iter().filter(|set| set.name.starts_with("set"));
        parts.find(|set| self.is_in(set)).map(|set| &*set.name)
    }

    fn to_json(&self) -> Value {
        let Row { name, set, players, levels, size, tags, file } = self;
        let mut value = json!({"name": name, "set": set, "players": players, "tags": tags, "levels": levels, "size": size});
        if let Some((folder, path)) = file {
            value["folder"] = json!(folder);
            value["path"] = json!(path);
        }
        value
    }
}

/// What can be found out about a game by playing its levels a little: players, and whether chance plays a part. Nothing
/// if a level cannot be played.
fn measured(files: &GameFiles) -> Option<(usize, &'static str)> {
    let game = ludex_vgdl::parse(&files.text, &ONTOLOGY).ok()?.game;
    let levels = files.levels.iter().map(|level| World::new(&game, &Level::parse(&level.text)).ok());
    let worlds: Vec<Arc<World>> = levels.collect::<Option<_>>()?;
    let chance = if worlds.iter().all(is_deterministic) { "deterministic" } else { "stochastic" };
    Some((worlds.first()?.players(), chance))
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(16);
    let mut text = format!("{:<width$} {:<14} {:>7}  {:<16} {}\n", "game", "set", "players", "size", "tags");
    for Row { name, set, players, size, tags, .. } in rows {
        let set = set.unwrap_or_default();
        let players = if *players == 0 { String::new() } else { players.to_string() };
        let head = format!("{name:<width$} {set:<14} {players:>7}  {size:<16} ");
        text += &output::hanging(&head, &tags.join(", "), output::screen().width);
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
