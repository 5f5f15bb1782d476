//! The games inside the binary.

use crate::files::{GameFiles, LevelFile, Origin};
use std::path::PathBuf;

/// A game that ships with Ludex.
#[derive(Debug, Clone, Copy)]
pub struct Bundled {
    /// Its name.
    pub name: &'static str,
    /// The set it belongs to, as experiments name it: `bundled1` to `bundled6`, `bundled-coop` or `bundled-versus`.
    pub set: &'static str,
    /// What kind of game it is; the first tag is `deterministic` or `stochastic`.
    pub tags: &'static [&'static str],
    /// What the game is about, as Markdown.
    pub about: &'static str,
    /// The game description.
    pub game: &'static str,
    /// The levels, from easy to hard.
    pub levels: &'static [BundledLevel],
}

/// A level of a bundled game.
#[derive(Debug, Clone, Copy)]
pub struct BundledLevel {
    /// The level text.
    pub text: &'static str,
    /// A recorded win, as text.
    pub win: Option<&'static str>,
}

include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// All bundled games, sorted by name.
pub fn bundled() -> &'static [Bundled] {
    GAMES
}

/// The bundled game of this name.
pub fn bundled_game(name: &str) -> Option<&'static Bundled> {
    GAMES.binary_search_by_key(&name, |game| game.name).ok().map(|i| &GAMES[i])
}

impl Bundled {
    /// The game as files. Their paths say where they are in the source of Ludex.
    pub fn files(&self) -> GameFiles {
        let place = |file: String| PathBuf::from(format!("games/{}/{file}", self.name));
        let level = |(number, level): (usize, &BundledLevel)| LevelFile {
            number,
            path: place(format!("level{number}.txt")),
            text: level.text.to_owned(),
        };
        GameFiles {
            name: self.name.to_owned(),
            origin: Origin::Bundled,
            path: place("game.vgdl".to_owned()),
            text: self.game.to_owned(),
            levels: self.levels.iter().enumerate().map(level).collect(),
        }
    }
}
