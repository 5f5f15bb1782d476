//! What can go wrong, said so that a person can mend it.

use std::fmt;

use ludex_engine::WorldError;
use ludex_vgdl::ParseError;

/// Why there is no such environment, or why it cannot do what was asked.
#[derive(Debug)]
#[non_exhaustive]
pub enum EnvironmentError {
    /// The game's description cannot be read.
    Game(ParseError),
    /// The game cannot be played on the level.
    Level(WorldError),
    /// There is nothing to play.
    Empty,
    /// The games are for different numbers of players.
    Players(usize, usize),
    /// Something has not the length that it should have.
    Length {
        /// What it is.
        what: &'static str,
        /// How long it is.
        is: usize,
        /// How long it should be.
        should: usize,
    },
    /// There is no such action.
    Action {
        /// What was asked for.
        action: i64,
        /// The environment, counted from 0.
        lane: usize,
        /// How many actions there are.
        count: usize,
    },
    /// A game has ended and was not started again.
    Ended(usize),
    /// Nothing has been started yet.
    NotStarted,
    /// There is no environment of this number.
    NoLane(usize, usize),
    /// A state of another game or level.
    OtherGame,
    /// Threads cannot be had.
    Threads(String),
    /// The view takes too much memory.
    TooLarge(usize),
}

impl fmt::Display for EnvironmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use EnvironmentError as E;
        match self {
            E::Game(problem) => write!(f, "the game cannot be read: {problem}"),
            E::Level(problem) => write!(f, "the game cannot be played on this level: {problem}"),
            E::Empty => write!(f, "there is nothing to play: give at least one environment with one level"),
            E::Players(some, others) => write!(
                f,
                "games for {some} and for {others} players cannot be played in one batch: make a batch for each"
            ),
            E::Length { what, is, should } => {
                write!(f, "{what} should have {should} elements and has {is}")
            }
            E::Action { action, lane, count } => write!(
                f,
                "there is no action {action} (environment {lane}): actions are numbers from 0 to {}",
                count - 1
            ),
            E::Ended(lane) => {
                write!(f, "the game of environment {lane} has ended: reset it before the next step")
            }
            E::NotStarted => write!(f, "nothing has been started yet: call reset before step"),
            E::NoLane(lane, count) => {
                write!(f, "there is no environment {lane}: there are {count}, counted from 0")
            }
            E::OtherGame => write!(
                f,
                "the state is one of another game or level: take one that comes from this game on this level"
            ),
            E::Threads(problem) => {
                write!(f, "no threads can be started ({problem}): ask for one thread, which needs no other")
            }
            E::TooLarge(bytes) => write!(
                f,
                "observations of {bytes} bytes each are too large: choose smaller cells, fewer entities or another view"
            ),
        }
    }
}

impl std::error::Error for EnvironmentError {}

impl From<ParseError> for EnvironmentError {
    fn from(problem: ParseError) -> Self {
        EnvironmentError::Game(problem)
    }
}

impl From<WorldError> for EnvironmentError {
    fn from(problem: WorldError) -> Self {
        EnvironmentError::Level(problem)
    }
}

/// Why a saved state cannot be taken up again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes are no saved state.
    NotSaved,
    /// They are of a form that this version does not know.
    Version(u8),
    /// They belong to another game or level.
    OtherGame,
    /// The same actions lead to another state in this version.
    PlaysDifferently,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::NotSaved => {
                write!(f, "these bytes are no saved state, or they are damaged: pass what `save` gave")
            }
            RestoreError::Version(version) => write!(
                f,
                "the state was saved in form {version} by another version of Ludex: load it with that version, or play the \
                 game again"
            ),
            RestoreError::OtherGame => write!(
                f,
                "the state was saved in another game or level, or their texts have changed: restore it where it was saved"
            ),
            RestoreError::PlaysDifferently => write!(
                f,
                "the same actions lead to another state than where it was saved: the bytes are damaged, or the game plays \
                 differently in this version of Ludex"
            ),
        }
    }
}

impl std::error::Error for RestoreError {}
