//! Where games come from: folders laid out as Ludex's or as GVGAI's.

use super::PlanError;
use crate::names::canonical;
use ludex_library::{Collection, Origin};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A game with its levels, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFiles {
    /// Canonical name.
    pub name: String,
    /// The description.
    pub game: String,
    /// Levels by number.
    pub levels: BTreeMap<u32, String>,
}

/// Somewhere to find games by name. The games that are built into the binary are one such place.
pub trait GameSource {
    /// Canonical names of all games here.
    fn names(&self) -> Vec<String>;

    /// The game of a canonical name, or `None` if it is not here.
    fn load(&self, name: &str) -> Result<Option<GameFiles>, PlanError>;
}

/// The games of a folder, in any layout that [`Collection`] knows, but for those of two players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFolder {
    /// By canonical name: the path of the description.
    games: BTreeMap<String, PathBuf>,
}

/// The folder in which GVGAI keeps its games of two players.
const TWO_PLAYERS: &str = "2player";

impl GameFolder {
    /// Looks through a folder.
    pub fn open(folder: &Path) -> Result<Self, PlanError> {
        let collection = Collection::open(folder)?;
        let mut games = BTreeMap::new();
        for entry in collection.entries().iter().filter(|entry| entry.group != TWO_PLAYERS) {
            games.entry(canonical(&entry.name)).or_insert_with(|| entry.path.clone());
        }
        Ok(Self { games })
    }
}

impl GameSource for GameFolder {
    fn names(&self) -> Vec<String> {
        self.games.keys().cloned().collect()
    }

    fn load(&self, name: &str) -> Result<Option<GameFiles>, PlanError> {
        self.games.get(name).map(|path| GameFiles::read(path)).transpose()
    }
}

impl GameFiles {
    /// Reads a game from the path of its description, or of a folder of its own.
    pub(super) fn read(path: &Path) -> Result<Self, PlanError> {
        let files = ludex_library::GameFiles::read(path, Origin::File)?;
        let levels =
            files.levels.into_iter().filter_map(|level| Some((level.number.try_into().ok()?, level.text)));
        Ok(Self { name: canonical(&files.name), game: files.text, levels: levels.collect() })
    }
}
