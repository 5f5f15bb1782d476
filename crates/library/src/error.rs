//! Why a game was not found, and what to do about it.

use crate::bundled::bundled;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// A game, or one of its levels, was not found.
#[derive(Debug)]
#[non_exhaustive]
pub enum FindError {
    /// No game has this name.
    UnknownName {
        /// What was asked for.
        name: String,
        /// The folder that was looked through, if it was not the bundled games.
        folder: Option<PathBuf>,
        /// Is there a bundled game of this name?
        bundled_too: bool,
        /// Names that may have been meant, nearest first.
        suggestions: Vec<String>,
    },
    /// The folder of games is not there.
    NoFolder {
        /// Its path.
        path: PathBuf,
    },
    /// A folder was named as a game and holds none.
    NoGameInFolder {
        /// Its path.
        path: PathBuf,
    },
    /// A file or folder could not be read.
    Unreadable {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
    /// A file is too large to be a game.
    TooLarge {
        /// Its path.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
    },
    /// The game has no level of this number.
    NoSuchLevel {
        /// The name of the game.
        game: String,
        /// What was asked for.
        number: usize,
        /// The levels it has.
        have: Vec<usize>,
    },
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindError::UnknownName { name, folder, bundled_too, suggestions } => {
                match folder {
                    Some(folder) => write!(f, "there is no game `{name}` in {}", folder.display())?,
                    None => write!(f, "there is no game `{name}`")?,
                }
                if let [nearest, others @ ..] = suggestions.as_slice() {
                    write!(f, "; did you mean `{nearest}`")?;
                    others.iter().try_for_each(|other| write!(f, " or `{other}`"))?;
                    write!(f, "?")?;
                }
                match folder {
                    Some(_) if *bundled_too => {
                        write!(f, "\nLudex has a game of this name: leave out --games-dir to take that one")
                    }
                    Some(folder) => {
                        write!(f, "\n`ludex games --games-dir {}` lists what is there", folder.display())
                    }
                    None => {
                        let names: Vec<&str> = bundled().iter().map(|game| game.name).collect();
                        write!(f, "\nbundled games: {}", names.join(", "))?;
                        write!(
                            f,
                            "\nfor a game of your own give its path, such as my/game.vgdl; for one of a folder of games, \
                             --games-dir FOLDER too"
                        )
                    }
                }
            }
            FindError::NoFolder { path } => {
                write!(
                    f,
                    "{} is not a folder\n--games-dir takes a folder of games, laid out as GVGAI's examples",
                    path.display()
                )
            }
            FindError::NoGameInFolder { path } => {
                let path = path.display();
                write!(
                    f,
                    "{path} is a folder without a game.vgdl\nname the file of the game, such as {path}/zelda.txt, or its name and \
                     --games-dir {path}"
                )
            }
            FindError::Unreadable { path, problem } => write!(f, "cannot read {}: {problem}", path.display()),
            FindError::TooLarge { path, size } => {
                write!(f, "{} has {size} bytes, which is too much for a game", path.display())
            }
            FindError::NoSuchLevel { game, number, have } if have.is_empty() => {
                write!(
                    f,
                    "`{game}` has no level {number}: there are no level files beside it\nname them {game}_lvl0.txt or level0.txt"
                )
            }
            FindError::NoSuchLevel { game, number, have } => {
                let have: Vec<String> = have.iter().map(usize::to_string).collect();
                write!(f, "`{game}` has no level {number}; its levels are {}", have.join(", "))
            }
        }
    }
}

impl std::error::Error for FindError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FindError::Unreadable { problem, .. } => Some(problem),
            _ => None,
        }
    }
}
