//! The games that recordings speak of: those of a folder, and those that are part of Ludex.

use ludex_engine::{ONTOLOGY, World, WorldError};
use ludex_library::{FindError, bundled_game};
use ludex_vgdl::{Game, Level, ParseError};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// What the names of bundled games begin with: no file of a folder of games is called so.
const BUNDLED: &str = "ludex:";

/// The games that recordings may name: bundled ones, and those of a folder laid out as GVGAI's examples, relative to
/// which recordings name their files.
#[derive(Debug, Clone)]
pub struct Games {
    folder: Option<PathBuf>,
}

/// A game on a level.
#[derive(Debug)]
pub struct Playable {
    /// The game's description.
    pub game: Game,
    /// The game on the level.
    pub world: Arc<World>,
}

/// Why a game that a recording names cannot be played.
#[derive(Debug)]
#[non_exhaustive]
pub enum GamesError {
    /// The name leads out of the folder.
    Outside(String),
    /// There is no folder to look in.
    NoFolder(String),
    /// There is no bundled game of this name.
    NotBundled(String),
    /// The bundled game has no such level.
    NoSuchLevel(FindError),
    /// The name looks like that of a bundled game's level, but is none.
    NoLevelName(String),
    /// A file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The game's text cannot be understood.
    Game(PathBuf, ParseError),
    /// The level does not fit the game.
    Level(PathBuf, WorldError),
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesError::Outside(name) => {
                write!(
                    f,
                    "`{name}` is no file of the folder of games: expected a name such as gridphysics/zelda.txt"
                )
            }
            GamesError::NoFolder(name) => {
                write!(f, "`{name}` is a file of a folder of games: name the folder with --games-dir")
            }
            GamesError::NotBundled(name) => {
                write!(f, "there is no bundled game `{name}`: `ludex games` lists those of this version")
            }
            GamesError::NoSuchLevel(error) => error.fmt(f),
            GamesError::NoLevelName(name) => {
                write!(f, "`{name}` is no level of that game: expected a name such as ludex:zelda/level0")
            }
            GamesError::Unreadable(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            GamesError::Game(path, error) => write!(f, "cannot play {}: {error}", path.display()),
            GamesError::Level(path, error) => write!(f, "cannot play {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for GamesError {}

/// What recordings call a bundled game and a level of it, such as `ludex:zelda` and `ludex:zelda/level0`.
pub fn bundled_names(game: &str, level: usize) -> (String, String) {
    (format!("{BUNDLED}{game}"), format!("{BUNDLED}{game}/level{level}"))
}

impl Games {
    /// The games of this folder, and the bundled ones.
    pub fn new(folder: impl Into<PathBuf>) -> Games {
        Games { folder: Some(folder.into()) }
    }

    /// The bundled games alone.
    pub fn bundled() -> Games {
        Games { folder: None }
    }

    /// A game on a level, as recordings name them.
    pub fn world(&self, game: &str, level: &str) -> Result<Arc<World>, GamesError> {
        self.open(game, level).map(|playable| playable.world)
    }

    /// A game on a level, as recordings name them, with its description.
    pub fn open(&self, game: &str, level: &str) -> Result<Playable, GamesError> {
        match game.strip_prefix(BUNDLED) {
            Some(name) => open_bundled(name, level),
            None => open(&self.path(game)?, &self.path(level)?),
        }
    }

    /// The path of a file of the folder, and of none outside it: recordings come from anywhere.
    fn path(&self, name: &str) -> Result<PathBuf, GamesError> {
        let inside = |part: Component<'_>| matches!(part, Component::Normal(_));
        if name.is_empty() || !Path::new(name).components().all(inside) {
            return Err(GamesError::Outside(name.to_owned()));
        }
        let folder = self.folder.as_ref().ok_or_else(|| GamesError::NoFolder(name.to_owned()))?;
        Ok(folder.join(name))
    }
}

fn open_bundled(name: &str, level: &str) -> Result<Playable, GamesError> {
    let files = bundled_game(name).ok_or_else(|| GamesError::NotBundled(name.to_owned()))?.files();
    let number = || level.strip_prefix(BUNDLED)?.strip_prefix(name)?.strip_prefix("/level")?.parse().ok();
    let number = number().ok_or_else(|| GamesError::NoLevelName(level.to_owned()))?;
    let level = files.level(number).map_err(GamesError::NoSuchLevel)?;
    build(&files.path, &files.text, &level.path, &level.text)
}

/// A game on a level, from their files.
pub fn load(game: &Path, level: &Path) -> Result<Arc<World>, GamesError> {
    open(game, level).map(|playable| playable.world)
}

fn open(game: &Path, level: &Path) -> Result<Playable, GamesError> {
    let read = |path: &Path| fs::read(path).map_err(|error| GamesError::Unreadable(path.to_owned(), error));
    let (text, rows) = (read(game)?, read(level)?);
    build(game, &ludex_vgdl::decode(&text), level, &ludex_vgdl::decode(&rows))
}

fn build(game: &Path, text: &str, level: &Path, rows: &str) -> Result<Playable, GamesError> {
    let parsed =
        ludex_vgdl::parse(text, &ONTOLOGY).map_err(|error| GamesError::Game(game.to_owned(), error))?;
    let world = World::new(&parsed.game, &Level::parse(rows))
        .map_err(|error| GamesError::Level(level.to_owned(), error))?;
    Ok(Playable { game: parsed.game, world })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_games_have_names_of_their_own() {
        let (game, level) = bundled_names("zelda", 3);
        assert_eq!((game.as_str(), level.as_str()), ("ludex:zelda", "ludex:zelda/level3"));
        let found = Games::bundled().open(&game, &level).unwrap();
        assert_eq!(found.world.players(), 1);
        assert!(Games::new("nowhere").world(&game, &level).is_ok());
    }

    #[test]
    fn what_no_recording_may_name() {
        let why = |game: &str, level: &str| Games::bundled().open(game, level).unwrap_err().to_string();
        assert!(why("ludex:zedla", "ludex:zedla/level0").contains("no bundled game `zedla`"));
        assert!(why("ludex:zelda", "ludex:zelda/level9").contains("its levels are 0, 1, 2, 3, 4"));
        for level in ["ludex:zelda", "ludex:zelda/level", "ludex:aliens/level0", "zelda/level0", ""] {
            assert!(why("ludex:zelda", level).contains("is no level of that game"), "{level}");
        }
        assert!(why("gridphysics/zelda.txt", "gridphysics/zelda_lvl0.txt").contains("--games-dir"));
        assert!(why("../zelda.txt", "zelda_lvl0.txt").contains("is no file of the folder"));
    }
}
