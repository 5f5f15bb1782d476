//! What passes between a game and an agent.
//!
//! The game loop ([`Match`]) owns the state of the game. An [`Agent`] gets a [`Turn`]: an observation, a budget, and
//! [`Simulator`]s whose every step is counted. An [`Advisor`] asks an agent about any state, and a [`Decision`] is for agents in
//! other languages. The constructors of these types are private to this module, so an agent
//! cannot make itself more of them, and nothing it can reach leads to the state or to the rules of the game.

mod advisor;
mod agent;
mod budget;
mod clock;
mod decision;
mod game;
mod helpers;
mod insight;
mod meter;
mod profile;
mod result;
mod rng;
mod simulator;
mod turn;
mod visits;

pub use advisor::Advisor;
pub use agent::{Agent, Builder, Experienced, Make};
pub use budget::{Budget, BudgetError, INITIAL_TICKS, Model};
pub use clock::{Clock, thread_time};
pub use decision::Decision;
pub use game::{Entrant, Match, Rules, Spent, play};
pub use insight::{ActionInsight, Insight, Overlay, Panel, type_mark, with_names};
pub use profile::{ModelCost, Profile};
pub use result::{DISQUALIFIED_SCORE, Disqualified, GameResult, PlayerResult, give_up};
pub use rng::{DEFAULT_SEED, Rng};
pub use simulator::Simulator;
pub use turn::Turn;
pub use visits::Visits;
