//! What a player can do, and how a game can end for a player.

use std::fmt;
use std::str::FromStr;

/// An action of a player in one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Action {
    /// Do nothing.
    #[default]
    Nil,
    /// Go or turn up.
    Up,
    /// Go or turn left.
    Left,
    /// Go or turn down.
    Down,
    /// Go or turn right.
    Right,
    /// Shoot, jump or whatever the avatar uses.
    Use,
    /// Leave the game. Only the real game understands it; in a forward model it is like [`Action::Nil`].
    Escape,
}

impl Action {
    /// All actions in the reference's order.
    pub const ALL: [Action; 7] =
        [Action::Nil, Action::Up, Action::Left, Action::Down, Action::Right, Action::Use, Action::Escape];

    /// The name in upper case, as recordings write it.
    pub fn name(self) -> &'static str {
        match self {
            Action::Nil => "NIL",
            Action::Up => "UP",
            Action::Left => "LEFT",
            Action::Down => "DOWN",
            Action::Right => "RIGHT",
            Action::Use => "USE",
            Action::Escape => "ESCAPE",
        }
    }

    /// The direction that the action steers to as an index into the base directions.
    #[inline]
    pub(crate) fn heading(self) -> Option<usize> {
        // Which it is cannot be foreseen, so that a jump for each action would be a wrong guess in most ticks.
        let heading = (self as usize).wrapping_sub(Action::Up as usize);
        (heading < 4).then_some(heading)
    }

    /// The direction that the action steers to, (0, 0) for the others.
    pub(crate) fn direction(self) -> crate::geometry::Vector {
        use crate::geometry::{DOWN, LEFT, NONE, RIGHT, UP};
        match self {
            Action::Up => UP,
            Action::Left => LEFT,
            Action::Down => DOWN,
            Action::Right => RIGHT,
            Action::Nil | Action::Use | Action::Escape => NONE,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownAction(pub String);

impl fmt::Display for UnknownAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown action `{}`: expected one of", self.0)?;
        Action::ALL.iter().try_for_each(|a| write!(f, " {a}"))
    }
}

impl std::error::Error for UnknownAction {}

impl FromStr for Action {
    type Err = UnknownAction;

    /// Reads a name in any case, with or without the prefix `ACTION_`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.to_ascii_uppercase();
        let name = upper.strip_prefix("ACTION_").unwrap_or(&upper);
        Action::ALL.into_iter().find(|a| a.name() == name).ok_or_else(|| UnknownAction(text.to_owned()))
    }
}

/// Whether a player has won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Winner {
    /// Not decided (also when a game is left or breaks off).
    #[default]
    None,
    /// The player has lost.
    Loses,
    /// The player has won.
    Wins,
}

impl Winner {
    /// The reference's number: -1, 0 or 1.
    pub fn key(self) -> i32 {
        match self {
            Winner::None => -1,
            Winner::Loses => 0,
            Winner::Wins => 1,
        }
    }
}
