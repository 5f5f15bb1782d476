//! The games that ship with Ludex, as a source of games.

use super::{GameFiles, GameFolder, GameSource, PlanError};
use crate::hash::content_hash;
use crate::names::canonical;
use ludex_library::{Bundled, bundled};
use std::path::Path;

/// The games inside the binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BundledGames;

impl GameSource for BundledGames {
    fn names(&self) -> Vec<String> {
        bundled().iter().map(|game| canonical(game.name)).collect()
    }

    fn load(&self, name: &str) -> Result<Option<GameFiles>, PlanError> {
        Ok(bundled().iter().find(|game| canonical(game.name) == name).map(files))
    }
}

fn files(game: &Bundled) -> GameFiles {
    GameFiles {
        name: canonical(game.name),
        game: game.game.to_owned(),
        levels: (0..).zip(game.levels).map(|(number, level)| (number, level.text.to_owned())).collect(),
    }
}

/// Is this a game that ships with Ludex, and not another one of the same name?
pub(super) fn ships(game: &GameFiles) -> bool {
    bundled().iter().any(|known| canonical(known.name) == game.name && known.game == game.game)
}

/// Is this the content, as [`content_hash`] tells it, of a level of the bundled game of this name?
pub fn is_bundled(game: &str, level: u32, content: &str) -> bool {
    let known = bundled().iter().find(|known| canonical(known.name) == game);
    let text = |known: &Bundled| Some(content_hash(known.game, known.levels.get(level as usize)?.text));
    known.and_then(text).is_some_and(|hash| hash == content)
}

/// Where an experiment's games come from: the folder it names, or else the games that ship with Ludex. Never both, so
/// that no bundled game is taken for one of the same name that is missing in the folder.
pub fn source(games_dir: Option<&Path>) -> Result<Box<dyn GameSource>, PlanError> {
    Ok(match games_dir {
        Some(folder) => Box::new(GameFolder::open(folder)?),
        None => Box::new(BundledGames),
    })
}
