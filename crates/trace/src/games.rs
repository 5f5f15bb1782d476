//! The folder of games that recordings speak of.

use ludex_engine::{ONTOLOGY, World, WorldError};
use ludex_vgdl::{Level, ParseError};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A folder of games, laid out as GVGAI's examples: recordings name files relative to it.
#[derive(Debug, Clone)]
pub struct Games {
    folder: PathBuf,
}

/// Why a game of the folder cannot be played.
#[derive(Debug)]
pub enum GamesError {
    /// The name leads out of the folder.
    Outside(String),
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
            GamesError::Unreadable(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            GamesError::Game(path, error) => write!(f, "cannot play {}: {error}", path.display()),
            GamesError::Level(path, error) => write!(f, "cannot play {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for GamesError {}

impl Games {
    /// The games of this folder.
    pub fn new(folder: impl Into<PathBuf>) -> Games {
        Games { folder: folder.into() }
    }

    /// A game on a level, both named relative to the folder.
    pub fn world(&self, game: &str, level: &str) -> Result<Arc<World>, GamesError> {
        load(&self.path(game)?, &self.path(level)?)
    }

    /// The path of a file of the folder, and of none outside it: recordings come from anywhere.
    fn path(&self, name: &str) -> Result<PathBuf, GamesError> {
        let inside = |part: Component<'_>| matches!(part, Component::Normal(_));
        if name.is_empty() || !Path::new(name).components().all(inside) {
            return Err(GamesError::Outside(name.to_owned()));
        }
        Ok(self.folder.join(name))
    }
}

/// A game on a level, from their files.
pub fn load(game: &Path, level: &Path) -> Result<Arc<World>, GamesError> {
    let read = |path: &Path| fs::read(path).map_err(|error| GamesError::Unreadable(path.to_owned(), error));
    let text = read(game)?;
    let parsed = ludex_vgdl::parse(&ludex_vgdl::decode(&text), &ONTOLOGY)
        .map_err(|error| GamesError::Game(game.to_owned(), error))?;
    let text = read(level)?;
    let rows = Level::parse(&ludex_vgdl::decode(&text));
    World::new(&parsed.game, &rows).map_err(|error| GamesError::Level(level.to_owned(), error))
}
