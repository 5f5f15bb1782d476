//! How a game ended.

use std::fmt;
use std::panic::resume_unwind;
use std::time::Duration;

use ludex_engine::{State, Winner};

/// The score of a player who was disqualified.
pub const DISQUALIFIED_SCORE: f64 = -1000.0;

/// How a game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct GameResult {
    /// The tick of the last cycle, as GVGAI reports it: 2000 at most.
    pub ticks: u32,
    /// The players' results.
    pub players: Vec<PlayerResult>,
}

impl GameResult {
    /// How a game stands that nobody is disqualified in, whoever played it.
    pub fn of(state: &State) -> GameResult {
        let players = 0..state.world().players();
        GameResult {
            ticks: u32::try_from(state.tick() - 1).unwrap_or(0),
            players: players.map(|player| PlayerResult::of(state, player)).collect(),
        }
    }
}

/// How a game ended for a player.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerResult {
    /// Whether the player won. Games that break off are won by nobody; who is disqualified has lost.
    pub winner: Winner,
    /// The score by the rules of the competition: a win is worth 1 at least, a disqualification
    /// [`DISQUALIFIED_SCORE`].
    pub score: f64,
    /// Forward-model calls, preparation included.
    pub calls: u64,
    /// Iterations, preparation included.
    pub iterations: u64,
    /// Answers that came too late.
    pub overspends: u32,
    /// Why the player was disqualified, if so.
    pub disqualified: Option<Disqualified>,
}

impl PlayerResult {
    pub(super) fn of(state: &State, player: usize) -> PlayerResult {
        let (winner, score) = (state.winner(player), state.score(player));
        let score = if winner == Winner::Wins && score <= 0.0 { 1.0 } else { score };
        PlayerResult { winner, score, calls: 0, iterations: 0, overspends: 0, disqualified: None }
    }

    /// Has the player won?
    pub fn won(&self) -> bool {
        self.winner == Winner::Wins
    }
}

/// Why a player was disqualified.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disqualified {
    /// The preparation took too long.
    LateStart {
        /// What it took.
        took: Duration,
        /// What it may take.
        limit: Duration,
    },
    /// An answer took too long to be forgiven.
    LateAnswer {
        /// The tick.
        tick: i32,
        /// What it took.
        took: Duration,
        /// What is forgiven.
        limit: Duration,
    },
    /// The agent's code broke down.
    Panicked {
        /// The tick.
        tick: i32,
        /// What it said.
        message: String,
    },
    /// The agent gave up.
    Failed {
        /// The tick.
        tick: i32,
        /// Why.
        reason: String,
    },
}

/// What an agent leaves behind that gave up.
pub(super) struct Failure(pub String);

/// Ends an agent that cannot go on, such as one whose process has ended: it loses its game, and the results say why.
pub fn give_up(reason: String) -> ! {
    resume_unwind(Box::new(Failure(reason)))
}

impl fmt::Display for Disqualified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disqualified::LateStart { took, limit } => {
                write!(f, "took {took:.1?} to prepare, up to {limit:?} is allowed")
            }
            Disqualified::LateAnswer { tick, took, limit } => {
                write!(f, "took {took:.1?} at tick {tick}, up to {limit:?} is forgiven")
            }
            Disqualified::Failed { tick, reason } => write!(f, "failed at tick {tick}: {reason}"),
            Disqualified::Panicked { tick, message } => write!(f, "panicked at tick {tick}: {message}"),
        }
    }
}
