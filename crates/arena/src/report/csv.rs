//! The report's figures for a spreadsheet: one line for each agent and game.

use super::analysis::Analysis;
use super::figures::{FIGURES, figures};
use crate::store::{Tally, csv_field};
use std::fmt::Write;

/// All agents and games; the game of a total is empty.
pub fn csv(analysis: &Analysis) -> String {
    let names: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
    let mut out = format!("label,agent,budget,lenient,learning,game,{},points\n", names.join(","));
    for contestant in &analysis.contestants {
        let entrant = &contestant.entrant;
        let mut line = |game: &str, tally: &Tally, games: usize, points: u32| {
            let values: Vec<String> = figures(tally, games).map(|(_, value)| number(value)).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{},{},{},{},{},{},{},{points}",
                csv_field(&contestant.label),
                csv_field(&entrant.agent),
                csv_field(&entrant.budget),
                u8::from(entrant.lenient),
                entrant.learning,
                csv_field(game),
                values.join(","),
            );
        };
        for ((game, tally), points) in analysis.games.iter().zip(&contestant.games).zip(&contestant.points) {
            if let Some(tally) = tally {
                line(game, tally, 1, points.unwrap_or(0));
            }
        }
        line("", &contestant.total, contestant.games_played(), contestant.total_points());
    }
    out
}

/// Six digits are more than any experiment knows; a missing value is empty.
fn number(value: f64) -> String {
    if value.is_nan() { String::new() } else { format!("{}", (value * 1e6).round() / 1e6) }
}
