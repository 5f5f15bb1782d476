//! The figures of an agent, in one game or in all: one table, from which follow the first table of a report, its JSON and its CSV.
//!
//! A new figure is a line here. What it is made of is in the [`Tally`].

use super::analysis::win_percent;
use crate::stats::normal_approximation;
use crate::store::Tally;

/// A number that a tally gives.
pub struct Figure {
    /// Its name for programs.
    pub name: &'static str,
    /// The head of its column in the first table; empty if it is not shown there.
    pub head: &'static str,
    /// How many digits are shown.
    pub digits: usize,
    /// Not a number where there is none.
    pub value: fn(&Tally) -> f64,
    /// Has it a meaning over several games? Scores of two games are on different scales.
    pub over_games: bool,
}

const fn figure(name: &'static str, head: &'static str, digits: usize, value: fn(&Tally) -> f64) -> Figure {
    Figure { name, head, digits, value, over_games: true }
}

const fn in_a_game(
    name: &'static str,
    head: &'static str,
    digits: usize,
    value: fn(&Tally) -> f64,
) -> Figure {
    Figure { over_games: false, ..figure(name, head, digits, value) }
}

/// All figures, in the order in which they are shown.
pub const FIGURES: &[Figure] = &[
    figure("plays", "plays", 0, |tally| tally.plays as f64),
    figure("wins", "", 0, |tally| tally.wins as f64),
    figure("win_percent", "", 1, |tally| win_percent(tally).estimate),
    figure("wilson_low", "", 1, |tally| win_percent(tally).low),
    figure("wilson_high", "", 1, |tally| win_percent(tally).high),
    figure("normal_half_width", "", 1, |tally| {
        100.0 * normal_approximation(tally.wins, tally.plays).half_width()
    }),
    in_a_game("score_mean", "score", 2, |tally| tally.score().mean()),
    in_a_game("score_standard_error", "", 2, |tally| tally.score().standard_error()),
    figure("ticks_mean", "ticks", 0, |tally| tally.ticks.mean()),
    figure("fm_calls_per_tick", "fm/tick", 0, |tally| tally.calls.mean()),
    figure("warm_up_calls", "warm-up", 0, |tally| tally.warm_up_calls.mean()),
    figure("iterations_per_tick", "it/tick", 1, |tally| tally.iterations.mean()),
    figure("early_losses", "", 0, |tally| tally.early_losses as f64),
    figure("disqualified", "disq.", 0, |tally| tally.disqualified.count() as f64),
    figure("overspends", "", 0, |tally| tally.overspends as f64),
];

/// The figures of a tally over so many games, with not a number where there is none.
pub fn figures(tally: &Tally, games: usize) -> impl Iterator<Item = (&'static Figure, f64)> {
    FIGURES.iter().map(move |figure| {
        let known = tally.plays > 0 && (figure.over_games || games == 1);
        (figure, if known { (figure.value)(tally) } else { f64::NAN })
    })
}
