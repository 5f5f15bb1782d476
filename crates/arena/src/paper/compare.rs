//! Our results beside published ones.

use super::{AgentReader, Measure, Paper, PublishedFigure, Sample, Uncertainty, games_of};
use crate::cell::Entrant;
use crate::stats::{Interval, normal::Z95};
use crate::store::Tallies;
use ludex_agents::Budget;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where our figure lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The published figure is inside our 95 % interval, widened by the published uncertainty.
    Inside,
    /// Ours is higher.
    Above,
    /// Ours is lower.
    Below,
}

impl Position {
    /// For a table's last column.
    pub fn text(self) -> &'static str {
        match self {
            Self::Inside => "inside the interval",
            Self::Above => "above",
            Self::Below => "below",
        }
    }
}

/// One published figure with ours.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonLine {
    /// The table's name in the paper.
    pub table: String,
    /// What the figures are.
    pub measure: Measure,
    /// Game or set of games.
    pub games: String,
    /// The paper's name of the agent.
    pub agent: String,
    /// Our budget; several for agents that have another one in each game.
    pub budget: String,
    /// Plays in the game that has fewest.
    pub plays: u64,
    /// As published.
    pub published: PublishedFigure,
    /// Ours.
    pub ours: Interval,
    /// The verdict.
    pub position: Position,
}

/// Sets every published figure that our results cover beside ours. An agent that played under several budgets has a line
/// for each.
pub fn compare(paper: &Paper, tallies: &Tallies, agents: AgentReader<'_>) -> Vec<ComparisonLine> {
    let mut lines = Vec::new();
    for table in &paper.tables {
        if matches!(table.measure, Measure::NormalisedScore | Measure::Setting | Measure::MostUsed) {
            continue;
        }
        for row in &table.rows {
            let games = games_of(&row.games);
            for (agent, published) in table.columns.iter().zip(&row.figures) {
                for (budget, parts) in entrants(paper, agent, &games, tallies, agents) {
                    let sample =
                        Sample::collect(tallies, games.iter().map(|game| &**game).zip(parts.iter().cloned()));
                    let ours = sample.interval(table.measure, "");
                    // Iterations that the budget has fixed say nothing.
                    let fixed = table.measure == Measure::Iterations
                        && parts.iter().any(|who| is_counted_in_iterations(&who.budget));
                    if ours.estimate.is_nan() || fixed {
                        continue;
                    }
                    lines.push(ComparisonLine {
                        table: table.id.clone(),
                        measure: table.measure,
                        games: row.games.clone(),
                        agent: agent.clone(),
                        budget,
                        plays: sample.least_plays(),
                        published: published.clone(),
                        ours,
                        position: position(ours, published, table.uncertainty),
                    });
                }
            }
        }
    }
    lines
}

/// The entrants that play an agent of the paper in the given games: one list for each budget that covers all of them, or
/// one list with each game's only budget.
fn entrants(
    paper: &Paper,
    agent: &str,
    games: &[String],
    tallies: &Tallies,
    agents: AgentReader<'_>,
) -> Vec<(String, Vec<Arc<Entrant>>)> {
    let all = tallies.entrants();
    let mut of_game: Vec<Vec<Arc<Entrant>>> = Vec::new();
    for game in games {
        let Some(text) = paper.agent(agent, game) else { return Vec::new() };
        let spec = agents(&text).unwrap_or(text);
        let played = all.iter().filter(|who| *who.agent == *spec && who.learning == paper.learning(agent));
        of_game.push(played.filter(|who| tallies.levels(who, game).is_some()).cloned().collect());
    }
    let conditions: BTreeSet<(&str, bool)> =
        of_game.iter().flatten().map(|entrant| (&*entrant.budget, entrant.lenient)).collect();
    let mut found = Vec::new();
    for (budget, lenient) in conditions {
        let same = |entrants: &Vec<Arc<Entrant>>| {
            entrants.iter().find(|entrant| *entrant.budget == *budget && entrant.lenient == lenient).cloned()
        };
        if let Some(parts) = of_game.iter().map(same).collect::<Option<Vec<_>>>() {
            found.push((budget.to_owned(), parts));
        }
    }
    if found.is_empty() && of_game.iter().all(|entrants| entrants.len() == 1) {
        found.push(("by game".to_owned(), of_game.into_iter().flatten().collect()));
    }
    found
}

fn is_counted_in_iterations(budget: &str) -> bool {
    Budget::of_reproduction(budget).is_ok_and(|budget| budget.iteration_limit().is_some())
}

/// The two uncertainties are independent, so that their squares add up.
fn position(ours: Interval, published: &PublishedFigure, uncertainty: Uncertainty) -> Position {
    let theirs = match (uncertainty, published.uncertainty) {
        (Uncertainty::Interval, Some(half)) => half,
        (Uncertainty::StandardError, Some(error)) => Z95 * error,
        _ => 0.0,
    };
    let gap = ours.estimate - published.value;
    let own = if gap > 0.0 { ours.estimate - ours.low } else { ours.high - ours.estimate };
    if gap.abs() <= own.hypot(theirs) {
        Position::Inside
    } else if gap > 0.0 {
        Position::Above
    } else {
        Position::Below
    }
}
