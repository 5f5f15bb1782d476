//! Which plays a check is about: agents, games and budgets, game by game.

use super::{BudgetDefinition, Check, Claim, Claims, Paper, Sample, games_of};
use crate::cell::Entrant;
use crate::store::Tallies;
use ludex_agents::Budget;
use std::sync::Arc;

/// Reads the text of an agent: its canonical form, which results are kept under, or none if there is no such agent.
pub type AgentReader<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Claims with their paper and the results at hand, which decide a calibrated budget.
#[derive(Clone, Copy)]
pub struct Study<'a> {
    /// The paper.
    pub paper: &'a Paper,
    /// Its claims.
    pub claims: &'a Claims,
    /// Results so far.
    pub tallies: &'a Tallies,
    /// Share of the plays asked for that is to be played, at most 1.
    pub scale: f64,
    /// The agents that there are.
    pub agents: AgentReader<'a>,
}

/// Games, each with who plays it.
pub type Parts = Vec<(String, Arc<Entrant>)>;

/// A part of a check's value: a figure times a factor.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The factor.
    pub factor: f64,
    /// The paper's name of the agent.
    pub agent: String,
    /// The budget, or its name.
    pub budget: String,
    /// Who plays each game.
    pub parts: Parts,
}

impl Term {
    /// The results that it is about.
    pub fn sample(&self, tallies: &Tallies) -> Sample {
        Sample::collect(tallies, self.parts.iter().map(|(game, entrant)| (&**game, entrant.clone())))
    }
}

impl Study<'_> {
    /// The terms of a check; none if the data name an agent or figure that the paper does not have.
    pub fn terms(&self, claim: &Claim, check: &Check) -> Option<Vec<Term>> {
        let games = games_of(self.games(claim, check));
        let budget = self.budget(claim, check);
        let term = |factor: f64, agent: &str, budget: &str| {
            let parts = games.iter().map(|game| Some((game.clone(), self.entrant(agent, game, budget)?)));
            let parts = parts.collect::<Option<_>>()?;
            Some(Term { factor, agent: agent.to_owned(), budget: budget.to_owned(), parts })
        };
        let mut terms = vec![term(1.0, &check.agent, budget)?];
        if let Some(minus) = &check.minus {
            terms.push(term(-check.times, minus, check.minus_budget.as_deref().unwrap_or(budget))?);
        }
        if let Some(less) = &check.less {
            terms.push(term(-1.0, &less.agent, &less.budget)?);
            terms.push(term(1.0, &less.minus, &less.budget)?);
        }
        Some(terms)
    }

    /// The games of a check, as a label.
    pub fn games<'b>(&'b self, claim: &'b Claim, check: &'b Check) -> &'b str {
        check.games.as_deref().or(claim.games.as_deref()).unwrap_or(&self.claims.games)
    }

    fn budget<'b>(&'b self, claim: &'b Claim, check: &'b Check) -> &'b str {
        check.budget.as_deref().or(claim.budget.as_deref()).unwrap_or(&self.claims.budget)
    }

    /// Plays a game that a check asks for at full scale.
    pub fn full_plays(&self, claim: &Claim, check: &Check) -> u64 {
        check.second_look.or(claim.plays).unwrap_or(self.claims.plays).into()
    }

    /// Plays a game at the study's scale, at least one.
    pub fn scaled(&self, plays: u64) -> u64 {
        (plays as f64 * self.scale.clamp(0.0, 1.0)).ceil().max(1.0) as u64
    }

    /// What plays an agent of the paper in a game; as the data have it where there is no such agent.
    fn agent(&self, name: &str, game: &str) -> Option<Arc<str>> {
        let text = self.paper.agent(name, game)?;
        Some((self.agents)(&text).unwrap_or(text).into())
    }

    /// What an entrant consists of that does not exist: its agent or its budget.
    pub(super) fn missing(&self, entrant: &Entrant) -> Vec<String> {
        let agent = (self.agents)(&entrant.agent).is_none().then(|| entrant.agent.to_string());
        let budget = Budget::of_reproduction(&entrant.budget).is_err().then(|| entrant.budget.to_string());
        agent.into_iter().chain(budget).collect()
    }

    pub(super) fn entrant(&self, name: &str, game: &str, budget: &str) -> Option<Arc<Entrant>> {
        let agent = self.agent(name, game)?;
        let budget = match self.claims.budgets.get(budget) {
            None => budget.to_owned(),
            Some(BudgetDefinition::Fixed(text)) => text.clone(),
            Some(BudgetDefinition::PerGame { table, column, times, unit }) => {
                let figure = self.paper.table(table)?.figure(game, column)?;
                format!("{}{unit}", (figure.value * times).round())
            }
            Some(calibrated @ BudgetDefinition::Calibrated { .. }) => self.calibrated(calibrated)?,
        };
        Some(Arc::new(Entrant { learning: self.paper.learning(name), ..Entrant::new(agent, budget) }))
    }

    /// The budget whose results come nearest to the published figure, among those that have been tried in all games.
    pub(super) fn calibrated(&self, definition: &BudgetDefinition) -> Option<String> {
        let BudgetDefinition::Calibrated { target, otherwise, .. } = definition else { return None };
        let tried = self.tried(definition).into_iter();
        let nearest = tried.min_by(|(_, a), (_, b)| (a - target).abs().total_cmp(&(b - target).abs()));
        Some(nearest.map_or_else(|| otherwise.clone(), |(budget, _)| budget))
    }

    /// The budgets that have been tried in all games for a calibrated one, with the win rates that came of it.
    pub(super) fn tried(&self, definition: &BudgetDefinition) -> Vec<(String, f64)> {
        let BudgetDefinition::Calibrated { plays, .. } = definition else { return Vec::new() };
        let needed = self.scaled(u64::from(*plays));
        let trial = |(budget, parts): (String, Parts)| {
            let parts = parts.iter().map(|(game, entrant)| (&**game, entrant.clone()));
            let sample = Sample::collect(self.tallies, parts);
            (sample.least_plays() >= needed).then(|| (budget, sample.value(super::Measure::Win, "")))
        };
        self.trials(definition).into_iter().filter_map(trial).collect()
    }

    /// The budgets to try for a calibrated one, with who plays what; empty for any other budget.
    pub fn trials(&self, definition: &BudgetDefinition) -> Vec<(String, Parts)> {
        let BudgetDefinition::Calibrated { candidates, agent, .. } = definition else { return Vec::new() };
        let games = games_of(&self.claims.games);
        let trial = |budget: &String| {
            let parts = games.iter().filter_map(|game| {
                let agent = self.agent(agent, game)?;
                Some((game.clone(), Arc::new(Entrant::new(agent, budget.as_str()))))
            });
            (budget.clone(), parts.collect())
        };
        candidates.iter().map(trial).collect()
    }
}
