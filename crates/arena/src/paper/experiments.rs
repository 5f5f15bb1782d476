//! Experiments beside the claims: who wins which game under which conditions, as a table.
//!
//! A claim that fails, or holds for another reason than the paper's, is explained by playing the same games with one
//! thing changed at a time.

use super::{Measure, Parts, Sample, Study, games_of};
use crate::cell::Entrant;
use crate::report::decimal;
use crate::stats::Interval;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;

/// Games by conditions.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Its number, such as `P2.A`.
    pub id: String,
    /// What it shows, in words.
    pub text: String,
    /// The day of the games that are played.
    pub date: Option<String>,
    /// A line of the table for each of these games.
    pub games: String,
    /// Plays a game.
    pub plays: u32,
    /// The conditions.
    #[serde(rename = "column")]
    pub columns: Vec<Column>,
}

/// One of the conditions.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// The paper's name of the agent.
    pub agent: String,
    /// Budget or name of a budget.
    pub budget: String,
    /// A table and its column with figures to be shown beside ours.
    pub beside: Option<(String, String)>,
}

impl Study<'_> {
    /// Who plays the games of a column.
    pub(super) fn column_parts(&self, experiment: &Experiment, column: &Column) -> Parts {
        let games = games_of(&experiment.games).into_iter();
        games
            .filter_map(|game| Some((game.clone(), self.entrant(&column.agent, &game, &column.budget)?)))
            .collect()
    }

    /// The experiment as a table: win rates with those of others in brackets. None if nothing was played.
    pub fn experiment_table(&self, experiment: &Experiment) -> Option<String> {
        let parts: Vec<Parts> =
            experiment.columns.iter().map(|column| self.column_parts(experiment, column)).collect();
        let sample = |parts: &[(String, Arc<Entrant>)]| {
            Sample::collect(self.tallies, parts.iter().map(|(game, who)| (&**game, who.clone())))
        };
        let least = parts.iter().map(|parts| sample(parts).least_plays()).min()?;
        if least == 0 {
            return None;
        }
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "**{}: {}.** Games won in per cent, {least} plays a game{}.\n",
            experiment.id,
            experiment.text,
            if experiment.columns.iter().any(|column| column.beside.is_some()) {
                "; in brackets what others found"
            } else {
                ""
            }
        );
        let names: Vec<&str> = experiment.columns.iter().map(|column| &*column.name).collect();
        let _ = writeln!(out, "| game | {} |\n| --- |{}", names.join(" | "), " ---: |".repeat(names.len()));
        for (line, game) in games_of(&experiment.games).iter().enumerate() {
            let cells = experiment.columns.iter().zip(&parts).map(|(column, parts)| {
                let ours =
                    parts.get(line).map(|part| sample(std::slice::from_ref(part)).value(Measure::Win, ""));
                cell(ours.map(|value| decimal(value, 0)), self.beside(column, game))
            });
            let _ = writeln!(out, "| {game} | {} |", cells.collect::<Vec<_>>().join(" | "));
        }
        let totals = experiment.columns.iter().zip(&parts).map(|(column, parts)| {
            let Interval { estimate, low, high } = sample(parts).interval(Measure::Win, "");
            let ours = format!("**{}** ({} to {})", decimal(estimate, 1), decimal(low, 1), decimal(high, 1));
            cell(Some(ours), self.beside(column, &experiment.games))
        });
        let _ = writeln!(out, "| **all** | {} |", totals.collect::<Vec<_>>().join(" | "));
        Some(out)
    }

    /// The figure that others found, if there is one.
    fn beside(&self, column: &Column, games: &str) -> Option<f64> {
        let (table, name) = column.beside.as_ref()?;
        Some(self.paper.table(table)?.figure(games, name)?.value)
    }
}

fn cell(ours: Option<String>, theirs: Option<f64>) -> String {
    let ours = ours.unwrap_or_else(|| "–".to_owned());
    match theirs {
        Some(theirs) => format!("{ours} [{}]", decimal(theirs, 0)),
        None => ours,
    }
}
