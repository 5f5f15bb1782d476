//! Where games come from: folders laid out as Ludex's or as GVGAI's.

use super::PlanError;
use crate::names::canonical;
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

/// Games in a folder, in either layout:
///
/// * `NAME/game.vgdl` with `NAME/level0.txt` and so on,
/// * `NAME.txt` with `NAME_lvl0.txt` and so on, as GVGAI has them; also inside its folders of single-player games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFolder {
    games: BTreeMap<String, PathBuf>,
}

/// Folders in which GVGAI keeps its single-player games, seen from a checkout or from its `examples`.
const GVGAI_FOLDERS: [&str; 4] =
    ["gridphysics", "contphysics", "examples/gridphysics", "examples/contphysics"];

impl GameFolder {
    /// Looks through a folder.
    pub fn open(folder: &Path) -> Result<Self, PlanError> {
        let mut games = BTreeMap::new();
        collect(folder, &mut games)?;
        for inner in GVGAI_FOLDERS.map(|name| folder.join(name)).iter().filter(|inner| inner.is_dir()) {
            collect(inner, &mut games)?;
        }
        Ok(Self { games })
    }

    /// A single game by its description's path.
    pub fn of_file(file: &Path) -> Self {
        let name = game_name(file).unwrap_or_default();
        Self { games: BTreeMap::from([(name, file.to_owned())]) }
    }
}

impl GameSource for GameFolder {
    fn names(&self) -> Vec<String> {
        self.games.keys().cloned().collect()
    }

    fn load(&self, name: &str) -> Result<Option<GameFiles>, PlanError> {
        let Some(path) = self.games.get(name) else { return Ok(None) };
        let game = read(path)?;
        let mut levels = BTreeMap::new();
        let folder = path.parent().unwrap_or(Path::new("."));
        let prefix = match path.file_name().and_then(|name| name.to_str()) {
            Some("game.vgdl") => "level".to_owned(),
            _ => format!("{}_lvl", path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()),
        };
        for (file, file_name) in entries(folder)? {
            let number = file_name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".txt"));
            if let Some(number) = number.and_then(|number| number.parse().ok()) {
                levels.insert(number, read(&file)?);
            }
        }
        Ok(Some(GameFiles { name: name.to_owned(), game, levels }))
    }
}

fn collect(folder: &Path, games: &mut BTreeMap<String, PathBuf>) -> Result<(), PlanError> {
    let all = entries(folder)?;
    for (path, file_name) in &all {
        let inner = path.join("game.vgdl");
        if inner.is_file() {
            games.entry(canonical(file_name)).or_insert(inner);
            continue;
        }
        // A text is a game if it has a level beside it: notes and fragments for generators have none.
        let stem = file_name.strip_suffix(".txt").or_else(|| file_name.strip_suffix(".vgdl"));
        if let Some(stem) = stem
            && all.iter().any(|(_, other)| is_level_of(other, stem))
        {
            games.entry(canonical(stem)).or_insert(path.clone());
        }
    }
    Ok(())
}

fn is_level_of(file_name: &str, stem: &str) -> bool {
    file_name
        .strip_prefix(stem)
        .and_then(|rest| rest.strip_prefix("_lvl"))
        .and_then(|rest| rest.strip_suffix(".txt"))
        .is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The name of a game from its description's path: of the folder for `game.vgdl`, of the file otherwise.
fn game_name(file: &Path) -> Option<String> {
    let stem = if file.file_name()? == "game.vgdl" { file.parent()?.file_name()? } else { file.file_stem()? };
    Some(canonical(stem.to_str()?))
}

/// Files and folders with readable names, sorted.
fn entries(folder: &Path) -> Result<Vec<(PathBuf, String)>, PlanError> {
    let io = |source| PlanError::Read { path: folder.to_owned(), source };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        if let Ok(name) = entry.file_name().into_string() {
            entries.push((entry.path(), name));
        }
    }
    entries.sort();
    Ok(entries)
}

fn read(path: &Path) -> Result<String, PlanError> {
    // Some files of the field are in Latin-1: only their comments, so replacement characters do no harm.
    std::fs::read(path)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|source| PlanError::Read { path: path.to_owned(), source })
}
