//! How good a state is: its score, and much more if the game has ended.

use ludex_engine::Winner;

use crate::interface::Simulator;

/// A way to value states by score and outcome. The published agents differ in what a win is worth, and in whether the
/// score still counts then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// The score, and 10^7 more or less for a win or a loss.
    Add,
    /// The score, or 10^7 or -10^7 for a win or a loss.
    Replace,
    /// The score, or 1000 or -1000 for a win or a loss.
    WinScore,
    /// The score, and 10^6 more or less for a win or a loss.
    Million,
}

impl Evaluation {
    /// The value of a state.
    #[inline]
    pub fn of(self, simulator: &Simulator) -> f64 {
        self.value(simulator.score(), simulator.winner())
    }

    /// The value of a state with this score and outcome.
    #[inline]
    pub fn value(self, score: f64, winner: Winner) -> f64 {
        let sign = match winner {
            Winner::None => return score,
            Winner::Wins => 1.0,
            Winner::Loses => -1.0,
        };
        match self {
            Evaluation::Add => score + sign * 1e7,
            Evaluation::Replace => sign * 1e7,
            Evaluation::WinScore => sign * 1000.0,
            Evaluation::Million => score + sign * 1e6,
        }
    }
}

/// What a gain is worth that is so many ticks away, each of which takes away the same part of it.
#[inline]
pub fn discounted(gain: f64, gamma: f64, ticks: u32) -> f64 {
    // Most ticks bring nothing.
    if gain == 0.0 { 0.0 } else { gain * gamma.powi(ticks as i32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_fade() {
        assert_eq!(discounted(8.0, 0.5, 0), 8.0);
        assert_eq!(discounted(8.0, 0.5, 3), 1.0);
        assert_eq!(discounted(-8.0, 1.0, 2000), -8.0);
    }

    #[test]
    fn wins_and_losses() {
        for (evaluation, win, loss) in [
            (Evaluation::Add, 1e7 + 5.0, 5.0 - 1e7),
            (Evaluation::Replace, 1e7, -1e7),
            (Evaluation::WinScore, 1000.0, -1000.0),
            (Evaluation::Million, 1e6 + 5.0, 5.0 - 1e6),
        ] {
            assert_eq!(evaluation.value(5.0, Winner::Wins), win);
            assert_eq!(evaluation.value(5.0, Winner::Loses), loss);
            assert_eq!(evaluation.value(5.0, Winner::None), 5.0);
        }
    }
}
