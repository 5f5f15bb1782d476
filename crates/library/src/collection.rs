//! A folder of games, laid out as GVGAI's examples or as the games of Ludex.

use crate::bundled::bundled_game;
use crate::error::FindError;
use crate::files::game_name;
use crate::near::nearest;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of GVGAI's examples. A game in an earlier one wins over one of the same name in a later one.
const FOLDERS: [&str; 3] = ["gridphysics", "contphysics", "2player"];

/// The games found in a folder.
#[derive(Debug, Clone)]
pub struct Collection {
    folder: PathBuf,
    entries: Vec<Entry>,
}

/// A game in a folder of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The sub-folder it was found in, empty for the folder itself.
    pub group: String,
    /// The path of its description.
    pub path: PathBuf,
}

impl Collection {
    /// Looks at all games of a folder: in `gridphysics`, `contphysics` and `2player` (also below `examples`), in
    /// the folder itself, and in folders of their own with a `game.vgdl`.
    pub fn open(folder: &Path) -> Result<Collection, FindError> {
        if !folder.is_dir() {
            return Err(FindError::NoFolder { path: folder.to_path_buf() });
        }
        let examples = folder.join("examples");
        let base =
            if FOLDERS.iter().any(|f| examples.join(f).is_dir()) { examples } else { folder.to_path_buf() };
        let mut entries = Vec::new();
        for group in FOLDERS {
            let folder = base.join(group);
            if folder.is_dir() {
                entries.extend(games_in(&folder, group)?);
            }
        }
        entries.extend(games_in(&base, "")?);
        Ok(Collection { folder: folder.to_path_buf(), entries })
    }

    /// All games, folder by folder, sorted by name.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The game of this name, or of this `folder/name`.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.name == name || format!("{}/{}", e.group, e.name) == name)
    }

    pub(crate) fn unknown(&self, name: &str) -> FindError {
        FindError::UnknownName {
            name: name.to_owned(),
            folder: Some(self.folder.clone()),
            bundled_too: bundled_game(name).is_some(),
            suggestions: nearest(name, self.entries.iter().map(|e| e.name.as_str())),
        }
    }
}

/// The games of one folder. A text file is a game if it is no level of another.
fn games_in(folder: &Path, group: &str) -> Result<Vec<Entry>, FindError> {
    let unreadable = |problem| FindError::Unreadable { path: folder.to_path_buf(), problem };
    let mut games = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let own = path.join("game.vgdl");
        if own.is_file() {
            games.insert(game_name(&own), own);
        } else if is_game(&path) {
            games.insert(game_name(&path), path);
        }
    }
    Ok(games.into_iter().map(|(name, path)| Entry { name, group: group.to_owned(), path }).collect())
}

fn is_game(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
    let ends_with_number = |prefix: &str| {
        stem.rfind(prefix).is_some_and(|i| {
            let number = &stem[i + prefix.len()..];
            !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
        })
    };
    match extension {
        Some("vgdl") => true,
        // A text file with no level beside it may be anything: a licence, a read-me.
        Some("txt") => {
            !ends_with_number("_lvl")
                && !ends_with_number("level")
                && path.with_file_name(format!("{stem}_lvl0.txt")).is_file()
        }
        _ => false,
    }
}
