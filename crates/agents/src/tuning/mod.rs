//! Searching good settings of anything that has parameters and answers with a noisy reward.
//!
//! Nothing here knows what is tuned: a [`Space`] says which [`Setting`]s there are, a [`Tuner`] chooses one after the other
//! and is told what came of it. The same tuners set an agent's parameters between two simulations and compare
//! agents over whole tournaments.
//!
//! ```
//! use ludex_agents::Rng;
//! use ludex_agents::tuning::{NTupleBandit, Space, Tuner};
//!
//! let space = Space::new(&[10, 10], |_| true)?;
//! let mut rng = Rng::new(1);
//! let mut tuner = NTupleBandit::new(space, 50, 2.0);
//! for _ in 0..2000 {
//!     let setting = tuner.choose(&mut rng);
//!     let (x, y) = (tuner.space().value(setting, 0), tuner.space().value(setting, 1));
//!     let distance = x.abs_diff(7) + y.abs_diff(2);
//!     tuner.update(setting, rng.unit() - 0.1 * distance as f64);
//! }
//! let best = tuner.best().unwrap();
//! assert_eq!((tuner.space().value(best, 0), tuner.space().value(best, 1)), (7, 2));
//! # Ok::<(), ludex_agents::tuning::SpaceError>(())
//! ```

mod bandit;
mod evolution;
mod naive;
mod ntuple;
mod space;

pub use evolution::Evolution;
pub use naive::NaiveMonteCarlo;
pub use ntuple::{Estimate, NTupleBandit};
pub use space::{Setting, Space, SpaceError};

use crate::interface::Rng;

/// Chooses settings and learns from their rewards.
pub trait Tuner {
    /// The setting to try next. It stays the same until the tuner has been told what came of it.
    fn choose(&mut self, rng: &mut Rng) -> Setting;

    /// What the setting chosen last was worth.
    fn update(&mut self, setting: Setting, reward: f64);
}
