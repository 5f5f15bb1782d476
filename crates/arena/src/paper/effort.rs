//! What the agents of a study spent and reported: claims are about wins, and these figures say what the wins cost.

use super::{Parts, Study};
use crate::store::Tally;
use std::collections::BTreeMap;

/// An agent of the paper under one budget, over all games that claims have it play.
#[derive(Debug, Clone, PartialEq)]
pub struct Effort {
    /// The paper's name of the agent.
    pub agent: String,
    /// Its text form; none if it has other settings in every game.
    pub plays_as: Option<String>,
    /// The budget; its name if it is another one in every game.
    pub budget: String,
    /// Games with results.
    pub games: usize,
    /// The mean of its win rates in these games: some may have been played more often than others.
    pub win_rate: f64,
    /// All plays together.
    pub total: Tally,
    /// For every setting that the agent reports, the value that most plays had, with its share of those plays. Counts,
    /// which are different in nearly every play, are left out.
    pub remarks: Vec<(String, f64)>,
}

impl Study<'_> {
    /// What every agent spent that has results, in the order of the claims.
    pub fn efforts(&self) -> Vec<Effort> {
        self.played_by_agent().into_iter().filter_map(|(key, parts)| self.effort(key, parts)).collect()
    }

    /// What claims have each agent play, under each budget.
    pub(super) fn played_by_agent(&self) -> Vec<((String, String), Parts)> {
        let mut seen: Vec<((String, String), Parts)> = Vec::new();
        for claim in &self.claims.claims {
            for term in claim.checks.iter().flat_map(|check| self.terms(claim, check).unwrap_or_default()) {
                let key = (term.agent, term.budget);
                let place = seen.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                    seen.push((key, Parts::new()));
                    seen.len() - 1
                });
                seen[place].1.extend(term.parts);
            }
        }
        seen
    }

    fn effort(&self, (agent, budget): (String, String), mut parts: Parts) -> Option<Effort> {
        parts.sort();
        parts.dedup();
        let played: Vec<_> = parts
            .iter()
            .filter_map(|(game, entrant)| Some((entrant, self.tallies.game(entrant, game)?)))
            .collect();
        let (first, _) = played.first()?;
        let same = |of: fn(&crate::Entrant) -> &str| played.iter().all(|(who, _)| of(who) == of(first));
        let total = Tally::sum(played.iter().map(|(_, tally)| tally));
        let win_rates = played.iter().map(|(_, tally)| tally.win_rate());
        Some(Effort {
            agent,
            plays_as: same(|who| &who.agent).then(|| first.agent.to_string()),
            budget: if same(|who| &who.budget) { first.budget.to_string() } else { budget },
            games: played.len(),
            win_rate: win_rates.sum::<f64>() / played.len() as f64,
            remarks: most_frequent(&total.remarks),
            total,
        })
    }
}

/// A value that fewer plays had is not what is usual.
const USUAL: f64 = 0.1;

/// For every key that has a usual value, the one that most plays reported, as `key=value`, with its share.
fn most_frequent(remarks: &BTreeMap<String, u64>) -> Vec<(String, f64)> {
    let mut values: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    for (text, count) in remarks {
        for word in text.split_whitespace() {
            let key = word.split_once('=').map_or(word, |(key, _)| key);
            *values.entry(key).or_default().entry(word).or_default() += count;
        }
    }
    let most = |counts: BTreeMap<&str, u64>| {
        let all: u64 = counts.values().sum();
        let (word, count) = counts.into_iter().max_by_key(|&(_, count)| count)?;
        Some((word.to_owned(), count as f64 / all as f64))
    };
    values.into_values().filter_map(most).filter(|(_, share)| *share >= USUAL).collect()
}
