//! The report's figures for a spreadsheet: one line for each entrant and game.

use super::analysis::Analysis;
use crate::stats::{normal_approximation, wilson};
use crate::store::{Tally, csv_field};
use std::fmt::Write;

const HEADER: &str = "agent,budget,lenient,learning,game,plays,wins,win_percent,wilson_low,wilson_high,normal_half_width,\
score_mean,score_standard_error,ticks_mean,fm_calls_per_tick,iterations_per_tick,early_losses,disqualified,overspends,\
points";

/// All entrants and games; the game of a total is empty.
pub fn csv(analysis: &Analysis) -> String {
    let mut out = format!("{HEADER}\n");
    for contestant in &analysis.contestants {
        let entrant = &contestant.entrant;
        let mut line = |game: &str, tally: &Tally, points: u32| {
            let wins = wilson(tally.wins, tally.plays).scaled(100.0);
            let half = 100.0 * normal_approximation(tally.wins, tally.plays).half_width();
            let score = tally.score();
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{points}",
                csv_field(&entrant.agent),
                csv_field(&entrant.budget),
                u8::from(entrant.lenient),
                entrant.learning,
                csv_field(game),
                tally.plays,
                tally.wins,
                number(wins.estimate),
                number(wins.low),
                number(wins.high),
                number(half),
                number(score.mean()),
                number(score.standard_error()),
                number(tally.ticks.mean()),
                number(tally.fm_per_tick.mean()),
                number(tally.iterations_per_tick.mean()),
                tally.early_losses,
                tally.disqualified,
                tally.overspends,
            );
        };
        for ((game, tally), points) in analysis.games.iter().zip(&contestant.games).zip(&contestant.points) {
            if let Some(tally) = tally {
                line(game, tally, points.unwrap_or(0));
            }
        }
        line("", &contestant.total, contestant.total_points());
    }
    out
}

/// Six digits are more than any experiment knows; a missing value is empty.
fn number(value: f64) -> String {
    if value.is_nan() { String::new() } else { format!("{}", (value * 1e6).round() / 1e6) }
}
