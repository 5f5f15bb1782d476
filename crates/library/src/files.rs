//! A game read from its files.

use crate::error::FindError;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest file that is taken for a game or a level.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// A game description and its levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFiles {
    /// The name of the game.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The path of the game description; for a bundled game, its place in the source of Ludex.
    pub path: PathBuf,
    /// The text of the game description.
    pub text: String,
    /// Its levels in ascending order of their numbers. There may be none.
    pub levels: Vec<LevelFile>,
}

/// One level of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelFile {
    /// Its number.
    pub number: usize,
    /// Its path.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// Where a game comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It is part of Ludex.
    Bundled,
    /// It was named by its path.
    File,
    /// It was found by its name in a folder of games.
    Collection,
}

impl GameFiles {
    /// The level of this number.
    pub fn level(&self, number: usize) -> Result<&LevelFile, FindError> {
        self.levels.iter().find(|level| level.number == number).ok_or_else(|| FindError::NoSuchLevel {
            game: self.name.clone(),
            number,
            have: self.levels.iter().map(|level| level.number).collect(),
        })
    }

    /// Reads a game from the path of its description, or of a folder that holds a `game.vgdl`.
    pub fn read(path: &Path, origin: Origin) -> Result<GameFiles, FindError> {
        let path = match path.is_dir() {
            true if !path.join("game.vgdl").is_file() => {
                return Err(FindError::NoGameInFolder { path: path.to_path_buf() });
            }
            true => path.join("game.vgdl"),
            false => path.to_path_buf(),
        };
        let text = read_text(&path)?;
        let levels = level_paths(&path)?
            .into_iter()
            .map(|(number, path)| Ok(LevelFile { number, text: read_text(&path)?, path }))
            .collect::<Result<_, FindError>>()?;
        Ok(GameFiles { name: game_name(&path), origin, path, text, levels })
    }
}

/// A game in a folder of its own is called after the folder, any other after its file.
pub(crate) fn game_name(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let name = |folder: &Path| folder.file_name().map(|s| s.to_string_lossy().into_owned());
    // `.` and `..` have names, too, of the folders that they stand for.
    let real = || name(fs::canonicalize(path).ok()?.parent()?);
    let folder = path.parent().and_then(name).or_else(real);
    match folder {
        Some(folder) if stem == "game" => folder,
        _ => stem,
    }
}

/// The level files beside a game description: `NAME_lvlN.txt`, or else `levelN.txt`.
fn level_paths(game: &Path) -> Result<Vec<(usize, PathBuf)>, FindError> {
    let folder = match game.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let stem = game.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let unreadable = |problem| FindError::Unreadable { path: folder.to_path_buf(), problem };
    let mut named = Vec::new();
    let mut plain = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let Some(file) = path.file_name().and_then(|f| f.to_str()) else { continue };
        if let Some(number) = file.strip_prefix(&stem).and_then(|rest| level_number(rest, "_lvl")) {
            named.push((number, path));
        } else if let Some(number) = level_number(file, "level") {
            plain.push((number, path));
        }
    }
    let mut levels = if named.is_empty() { plain } else { named };
    levels.sort();
    Ok(levels)
}

/// The number in `_lvl3.txt` or `level3.txt`.
pub(crate) fn level_number(file: &str, prefix: &str) -> Option<usize> {
    file.strip_prefix(prefix)?.strip_suffix(".txt")?.parse().ok()
}

/// A whole file. Bytes that are no UTF-8 are replaced: old game files have some in their comments.
fn read_text(path: &Path) -> Result<String, FindError> {
    let unreadable = |problem| FindError::Unreadable { path: path.to_path_buf(), problem };
    let size = fs::metadata(path).map_err(unreadable)?.len();
    if size > LARGEST_FILE {
        return Err(FindError::TooLarge { path: path.to_path_buf(), size });
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    Ok(ludex_vgdl::decode(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_levels() {
        assert_eq!(level_number("_lvl3.txt", "_lvl"), Some(3));
        assert_eq!(level_number("level12.txt", "level"), Some(12));
        assert_eq!(level_number("levels.txt", "level"), None);
        assert_eq!(level_number("level3.win", "level"), None);
    }

    #[test]
    fn names_of_games() {
        assert_eq!(game_name(Path::new("games/zelda/game.vgdl")), "zelda");
        assert_eq!(game_name(Path::new("gridphysics/zelda.txt")), "zelda");
        assert_eq!(game_name(Path::new("nowhere/../game.vgdl")), "game");
        let here = std::env::temp_dir().join(format!("ludex-names-{}", std::process::id())).join("fire");
        fs::create_dir_all(here.join("inside")).unwrap();
        fs::write(here.join("game.vgdl"), "").unwrap();
        assert_eq!(game_name(&here.join("inside/../game.vgdl")), "fire");
        fs::remove_dir_all(here.parent().unwrap()).unwrap();
    }
}
