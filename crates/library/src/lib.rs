//! The games that ship with Ludex, and the one way in which everything in Ludex finds a game.
//!
//! A game is named in one of three ways, and [`find`] takes them all:
//!
//! - a bundled name, such as `zelda`;
//! - a path to a game description, with its level files beside it, or to a folder that holds a `game.vgdl`;
//! - a name inside a folder laid out as GVGAI's examples (`gridphysics`, `contphysics`, `2player`).
//!
//! ```
//! let zelda = ludex_library::find("zelda", None)?;
//! assert_eq!(zelda.levels.len(), 5);
//! println!("{}", zelda.level(0)?.text);
//!
//! let problem = ludex_library::find("zedla", None).unwrap_err();
//! assert!(problem.to_string().contains("zelda"));
//! # Ok::<(), ludex_library::FindError>(())
//! ```

mod bundled;
mod collection;
mod error;
mod files;
mod near;

pub use bundled::{Bundled, BundledLevel, bundled, bundled_game};
pub use collection::{Collection, Entry};
pub use error::FindError;
pub use files::{GameFiles, LevelFile, Origin};

use std::path::Path;

/// Finds a game by what a user typed: a bundled name, a path, or a name inside `games_dir`.
///
/// With a `games_dir` names are looked for there and nowhere else, so that no bundled game of the same name is
/// taken for the one that was meant.
pub fn find(spec: &str, games_dir: Option<&Path>) -> Result<GameFiles, FindError> {
    if let Some(folder) = games_dir {
        let collection = Collection::open(folder)?;
        if let Some(entry) = collection.entry(spec) {
            return GameFiles::read(&entry.path, Origin::Collection);
        }
        if looks_like_path(spec) {
            return GameFiles::read(Path::new(spec), Origin::File);
        }
        return Err(collection.unknown(spec));
    }
    if let Some(game) = bundled_game(spec) {
        return Ok(game.files());
    }
    if looks_like_path(spec) {
        return GameFiles::read(Path::new(spec), Origin::File);
    }
    let suggestions = near::nearest(spec, bundled().iter().map(|game| game.name));
    Err(FindError::UnknownName { name: spec.to_owned(), folder: None, bundled_too: false, suggestions })
}

/// Is this meant as a path rather than as a name?
fn looks_like_path(spec: &str) -> bool {
    let path = Path::new(spec);
    spec.contains(['/', '\\']) || path.extension().is_some_and(|e| e == "txt" || e == "vgdl") || path.exists()
}
