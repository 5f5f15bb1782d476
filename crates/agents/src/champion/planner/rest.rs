//! Where a game can be waited in: doing nothing leads back to the same situation, again and again.

use ludex_engine::Action;

use crate::interface::{Rng, Simulator, Turn};

/// How many ticks of doing nothing are looked at.
const LONGEST: usize = 160;
/// The most ticks until a situation comes again.
const PERIOD: usize = 60;

/// A place to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest {
    /// After so many ticks of doing nothing ...
    pub settle: usize,
    /// ... the same situation comes every so many ticks.
    pub period: usize,
}

/// Looks for the situation that comes again if nothing is done.
pub(super) fn find(
    turn: Turn<'_>,
    from: &Simulator,
    trial: &mut Simulator,
    situations: &mut Vec<u64>,
    rng: &mut Rng,
) -> Option<Rest> {
    trial.copy_from(turn, from, rng);
    situations.clear();
    situations.push(trial.situation());
    let score = trial.score();
    for _ in 0..LONGEST {
        if !trial.advance(turn, Action::Nil) || trial.is_over() || trial.score() < score {
            return None;
        }
        situations.push(trial.situation());
    }
    let last = situations.len() - 1;
    // A period counts if the second half of what was seen repeats itself.
    let half = situations.len() / 2;
    let repeats =
        |period: usize, from: usize| situations[from..].iter().eq(&situations[from - period..=last - period]);
    let period = (1..=PERIOD).find(|&period| repeats(period, half + period))?;
    let settle = (0..half).find(|&settle| repeats(period, settle + period)).unwrap_or(half);
    Some(Rest { settle, period })
}
