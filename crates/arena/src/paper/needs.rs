//! What has to be played for the claims of a paper.

use super::Study;
use crate::cell::Entrant;
use crate::plan::{Block, GameSource, Levels, PlanError, select};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Levels of a game in all the papers' experiments.
const LEVELS: u32 = 5;

impl Study<'_> {
    /// The plays that claims need, as blocks of a plan; games are shared between claims. `wanted` chooses
    /// claims; checks of agents or budgets that do not exist are left out.
    ///
    /// A calibrated budget is settled by results: as long as its trials are missing, only those are returned, and the rest
    /// after they have been played.
    pub fn needs(
        &self,
        sources: &[&dyn GameSource],
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Block>, PlanError> {
        let mut reps: BTreeMap<(String, Arc<Entrant>), u32> = BTreeMap::new();
        let mut need = |(game, entrant): (String, Arc<Entrant>), plays: u64| {
            let per_level = u32::try_from(self.scaled(plays).div_ceil(LEVELS.into())).unwrap_or(u32::MAX);
            let known = reps.entry((game, entrant)).or_default();
            *known = per_level.max(*known);
        };
        let trials = self.open_trials();
        if trials.is_empty() {
            for claim in self.claims.claims.iter().filter(|claim| wanted(&claim.id)) {
                for check in &claim.checks {
                    let terms = self.terms(claim, check).unwrap_or_default();
                    let parts: Vec<_> = terms.into_iter().flat_map(|term| term.parts).collect();
                    // One side of a comparison says nothing without the other.
                    if parts.iter().all(|(_, entrant)| self.missing(entrant).is_empty()) {
                        parts.into_iter().for_each(|part| need(part, self.full_plays(claim, check)));
                    }
                }
            }
        }
        if trials.is_empty() {
            for experiment in self.claims.experiments.iter().filter(|experiment| wanted(&experiment.id)) {
                let parts =
                    experiment.columns.iter().flat_map(|column| self.column_parts(experiment, column));
                let parts = parts.filter(|(_, entrant)| self.missing(entrant).is_empty());
                parts.for_each(|part| need(part, experiment.plays.into()));
            }
        }
        for (part, plays) in trials {
            need(part, plays);
        }
        let mut blocks: BTreeMap<(String, u32), Vec<Arc<Entrant>>> = BTreeMap::new();
        for ((game, entrant), reps) in reps {
            blocks.entry((game, reps)).or_default().push(entrant);
        }
        blocks
            .into_iter()
            .map(|((game, reps), entrants)| {
                let games = select(&[game], sources)?;
                Ok(Block { entrants, games, levels: Levels::first(LEVELS), reps })
            })
            .collect()
    }

    /// Plays that are still missing to settle calibrated budgets.
    fn open_trials(&self) -> Vec<((String, Arc<Entrant>), u64)> {
        let mut open = Vec::new();
        for definition in self.claims.budgets.values() {
            let super::BudgetDefinition::Calibrated { plays, .. } = definition else { continue };
            let plays = u64::from(*plays);
            for (game, entrant) in self.trials(definition).into_iter().flat_map(|(_, parts)| parts) {
                let played = self.tallies.game(&entrant, &game).map_or(0, |tally| tally.plays);
                if played < self.scaled(plays) && self.missing(&entrant).is_empty() {
                    open.push(((game, entrant), plays));
                }
            }
        }
        open
    }
}
