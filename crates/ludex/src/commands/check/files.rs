//! Which files are games, which are levels, and which level belongs to which game.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use ludex_library::{FindError, GameFiles, Origin};
use ludex_vgdl::{decode, looks_like_game};

/// A file to check.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    pub path: PathBuf,
    pub kind: Kind,
    /// The text of a bundled file, whose path only says where it is in the source of Ludex.
    pub bundled: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Kind {
    Game,
    Level {
        /// The game that it belongs to, if there is one.
        game: Option<PathBuf>,
        /// What the game would be called.
        expected: String,
    },
}

/// All files to check, in the order given: a game before its levels, each file once. Games can also be named, as
/// everywhere in Ludex.
pub fn collect(paths: &[PathBuf], games_dir: Option<&Path>) -> Result<Vec<Source>, String> {
    let mut collection = Collection::default();
    for path in paths {
        match ludex_library::find(&path.to_string_lossy(), games_dir) {
            Ok(files) if files.origin != Origin::File => collection.game(files),
            Err(problem @ FindError::NoFolder { .. }) => return Err(problem.to_string()),
            _ if path.is_dir() => collection.folder(path)?,
            _ if path.is_file() => collection.file(path)?,
            _ if path.exists() => {
                return Err(format!("`{}` is neither a file nor a folder", path.display()));
            }
            Err(problem @ FindError::UnknownName { .. }) => return Err(problem.to_string()),
            _ => return Err(format!("there is no file or folder `{}`", path.display())),
        }
    }
    if collection.sources.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
        return Err(format!(
            "no game and no level in {}: games are files such as `zelda.txt` or `game.vgdl`, levels are beside \
             them as `zelda_lvl0.txt` or `level0.txt`",
            names.join(", ")
        ));
    }
    Ok(collection.sources)
}

#[derive(Default)]
struct Collection {
    sources: Vec<Source>,
    seen: HashSet<PathBuf>,
}

impl Collection {
    fn add(&mut self, path: &Path, kind: Kind) {
        self.add_text(path, kind, None);
    }

    fn add_text(&mut self, path: &Path, kind: Kind, bundled: Option<String>) {
        if self.seen.insert(path.to_owned()) {
            self.sources.push(Source { path: path.to_owned(), kind, bundled });
        }
    }

    /// A game found by its name, with its levels.
    fn game(&mut self, files: GameFiles) {
        let text = |text: String| (files.origin == Origin::Bundled).then_some(text);
        self.add_text(&files.path, Kind::Game, text(files.text));
        for level in files.levels {
            let kind = Kind::Level { game: Some(files.path.clone()), expected: String::new() };
            self.add_text(&level.path, kind, text(level.text));
        }
    }

    fn file(&mut self, path: &Path) -> Result<(), String> {
        match LevelName::of(path) {
            Some(name) => {
                let (game, expected) = (name.game(path), name.expected());
                self.add(path, Kind::Level { game, expected });
            }
            None => {
                self.add(path, Kind::Game);
                for level in levels_of(path)? {
                    let (game, expected) = (Some(path.to_owned()), String::new());
                    self.add(&level, Kind::Level { game, expected });
                }
            }
        }
        Ok(())
    }

    /// All games and levels below a folder. Files of other kinds are passed over.
    fn folder(&mut self, folder: &Path) -> Result<(), String> {
        let mut waiting = vec![folder.to_owned()];
        while let Some(folder) = waiting.pop() {
            let entries = entries(&folder)?;
            // Games first: each brings its levels along.
            let (levels, others): (Vec<_>, Vec<_>) =
                entries.iter().filter(|path| path.is_file()).partition(|path| LevelName::of(path).is_some());
            for path in others.into_iter().filter(|path| is_game(path)).chain(levels) {
                self.file(path)?;
            }
            // The folders wait on a stack, so the first has to be put there last. Links are not followed: they
            // can lead in circles.
            let folders = entries.iter().filter(|path| path.is_dir() && !path.is_symlink());
            waiting.extend(folders.rev().cloned());
        }
        Ok(())
    }
}

/// The entries of a folder by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let problem = |error| format!("cannot read the folder `{}`: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(problem)?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(problem)?;
    paths.sort();
    Ok(paths)
}

/// In a folder only files that look like games are taken for games: there may be others.
fn is_game(path: &Path) -> bool {
    match path.extension().and_then(|e| e.to_str()) {
        Some("vgdl") => true,
        Some("txt") => fs::read(path).is_ok_and(|bytes| looks_like_game(&decode(&bytes))),
        _ => false,
    }
}

/// What the name of a level says.
enum LevelName<'a> {
    /// `NAME_lvlN.txt` belongs to `NAME.txt`.
    Of(&'a str),
    /// `levelN.txt` belongs to `game.vgdl`.
    Numbered,
}

impl<'a> LevelName<'a> {
    fn of(path: &'a Path) -> Option<LevelName<'a>> {
        let stem = path.file_name()?.to_str()?.strip_suffix(".txt")?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if stem.strip_prefix("level").is_some_and(is_number) {
            return Some(LevelName::Numbered);
        }
        let (name, number) = stem.rsplit_once("_lvl")?;
        (is_number(number) && !name.is_empty()).then_some(LevelName::Of(name))
    }

    /// The names that its game can have.
    fn games(&self) -> [String; 2] {
        let name = match self {
            LevelName::Of(name) => name,
            LevelName::Numbered => "game",
        };
        [format!("{name}.txt"), format!("{name}.vgdl")]
    }

    fn game(&self, level: &Path) -> Option<PathBuf> {
        self.games().map(|name| level.with_file_name(name)).into_iter().find(|path| path.is_file())
    }

    fn expected(&self) -> String {
        let [text, vgdl] = self.games();
        match self {
            LevelName::Of(_) => text,
            LevelName::Numbered => vgdl,
        }
    }
}

/// The levels beside a game.
fn levels_of(game: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = game.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(stem) = game.file_stem().and_then(|s| s.to_str()) else { return Ok(Vec::new()) };
    let belongs = |path: &&PathBuf| match LevelName::of(path) {
        Some(LevelName::Of(name)) => name == stem,
        Some(LevelName::Numbered) => stem == "game",
        None => false,
    };
    let levels = entries(folder)?;
    let levels = levels.iter().filter(belongs).filter_map(|path| path.file_name());
    Ok(levels.map(|name| game.with_file_name(name)).collect())
}
