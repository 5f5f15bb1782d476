//! Searching good parameters of an agent by letting it play.
//!
//! The N-Tuple Bandit Evolutionary Algorithm chooses a setting, the agent plays every game once with it, on one level after
//! the other, and the share of games won is what the tuner learns from. Every play is a row of results; since the
//! search draws from a seed, the same search over the same results goes on where it stopped.

mod evidence;
mod search;
mod vary;

pub use evidence::{Candidate, Evidence, ValueEvidence};
pub use search::{Seen, TuneError, Tuning, tune};
pub use vary::{Varied, Vary, VaryError};
