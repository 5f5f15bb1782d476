//! Why a game cannot be played on a level.

use std::fmt;

use super::level::SPRITE_LIMIT;

/// The most cells a level may have.
pub const MAX_CELLS: usize = 4_000_000;

/// Why a game cannot be played on a level.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// The level has no cells.
    EmptyLevel,
    /// The level has more cells than [`MAX_CELLS`].
    TooLarge {
        /// How many cells it has.
        cells: usize,
    },
    /// `square_size` is not positive or makes the level wider than 32-bit pixels can count.
    BadBlockSize(i32),
    /// The level has so many sprites that the reference would end the game in its first tick.
    TooManySprites {
        /// How many there would be.
        sprites: usize,
    },
    /// The rules, with their repetitions and the sub-types they speak of, are too many to be played.
    TooManyRules,
    /// A character of the level maps to a sprite that the game does not define.
    UnknownSprite {
        /// The character.
        symbol: char,
        /// The sprite's name.
        name: String,
    },
    /// A character of the level maps to a sprite whose class is missing or unknown.
    NoClass {
        /// The character.
        symbol: char,
        /// The sprite's name.
        name: String,
    },
    /// The description speaks of something that it does not have. The parser makes no such description: it was put
    /// together or changed otherwise.
    BadDescription {
        /// What is wrong with it.
        what: String,
    },
}

impl WorldError {
    /// A description without any sprite types.
    pub(crate) fn no_types() -> WorldError {
        WorldError::BadDescription { what: "it has no sprite types".to_owned() }
    }
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldError::EmptyLevel => write!(f, "the level is empty: its first line has no characters"),
            WorldError::TooLarge { cells } => {
                write!(f, "the level has {cells} cells, more than the {MAX_CELLS} that are supported")
            }
            WorldError::BadBlockSize(size) => write!(
                f,
                "square_size={size} cannot be used: it must be positive and small enough for the level"
            ),
            WorldError::TooManySprites { sprites } => write!(
                f,
                "the level has {sprites} sprites, and a game has room for {}: make the level smaller, or let its most frequent characters stand for fewer sprites",
                SPRITE_LIMIT + 1
            ),
            WorldError::TooManyRules => write!(
                f,
                "the game has too many rules: each counts as often as `repeat` says, and for all sub-types of its sprites"
            ),
            WorldError::UnknownSprite { symbol, name } => write!(
                f,
                "the level character `{symbol}` stands for `{name}`, which the SpriteSet does not define"
            ),
            WorldError::NoClass { symbol, name } => write!(
                f,
                "the level character `{symbol}` stands for `{name}`, which has no class that can be made"
            ),
            WorldError::BadDescription { what } => write!(
                f,
                "the game description is not one that the parser makes: {what}; parse the text of the game again"
            ),
        }
    }
}

impl std::error::Error for WorldError {}
