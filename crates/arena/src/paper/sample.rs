//! Our figure for a group of games, with its uncertainty.

use super::Measure;
use super::variance::variance;
use crate::cell::Entrant;
use crate::stats::normal::Z95;
use crate::stats::{Interval, Moments, Random, wilson};
use crate::store::{Tallies, Tally};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Resamples behind an interval.
pub const REPLICATES: usize = 2000;

/// Results of one agent in a group of games: a list of levels for each game.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    games: Vec<Vec<Tally>>,
}

impl Sample {
    /// Collects the results of an entrant for each game. A game without results counts as one without plays.
    pub fn collect<'a>(tallies: &Tallies, parts: impl IntoIterator<Item = (&'a str, Arc<Entrant>)>) -> Self {
        let games = parts.into_iter().map(|(game, entrant)| {
            tallies
                .levels(&entrant, game)
                .map(|levels| levels.values().cloned().collect())
                .unwrap_or_default()
        });
        Self { games: games.collect() }
    }

    /// Plays in the game that has fewest.
    pub fn least_plays(&self) -> u64 {
        let plays = |levels: &Vec<Tally>| levels.iter().map(|tally| tally.plays).sum();
        self.games.iter().map(plays).min().unwrap_or(0)
    }

    /// How many games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The figure: a mean over games of each game's own, so that every game counts the same; the share of early losses is
    /// one over all losses, as published. Not a number when there are no plays for it.
    pub fn value(&self, measure: Measure, remark: &str) -> f64 {
        match measure {
            Measure::Win => 100.0 * self.mean_of_games(|levels| Tally::sum(levels).win_rate()),
            Measure::Score => self.mean_of_games(|levels| Tally::sum(levels).score().mean()),
            Measure::Iterations => self.mean_of_games(|levels| Tally::sum(levels).iterations_per_tick.mean()),
            Measure::EarlyLoss => {
                let all = Tally::sum(self.games.iter().flatten());
                100.0 * all.early_losses as f64 / all.losses() as f64
            }
            Measure::MostUsed => {
                let prefer = |levels: &&Vec<Tally>| is_most(&settings(levels, remark), remark);
                self.games.iter().filter(prefer).count() as f64
            }
            Measure::NormalisedScore | Measure::Setting => f64::NAN,
        }
    }

    /// What the figure would be in another experiment of the same size. Win rates have a variance instead.
    pub fn replicate(&self, measure: Measure, remark: &str, random: &mut Random) -> f64 {
        match measure {
            Measure::Score => self.mean_of_games(|levels| redraw_mean(levels, Tally::score, random)),
            Measure::Iterations => {
                self.mean_of_games(|levels| redraw_mean(levels, |level| level.iterations_per_tick, random))
            }
            Measure::EarlyLoss => {
                let (mut early, mut losses) = (0, 0);
                for level in self.games.iter().flatten() {
                    let lost = level.plays - random.binomial(level.plays, level.win_rate());
                    losses += lost;
                    early += random.binomial(lost, level.early_losses as f64 / level.losses().max(1) as f64);
                }
                100.0 * early as f64 / losses as f64
            }
            Measure::MostUsed => {
                let prefer =
                    |levels: &&Vec<Tally>| is_most(&redraw(settings(levels, remark), random), remark);
                self.games.iter().filter(prefer).count() as f64
            }
            Measure::Win | Measure::NormalisedScore | Measure::Setting => f64::NAN,
        }
    }

    /// The figure with its 95 % interval: Wilson's for the win rate of one game; for the mean of several by the normal
    /// approximation; otherwise from resampling.
    pub fn interval(&self, measure: Measure, remark: &str) -> Interval {
        let estimate = self.value(measure, remark);
        match (measure, &self.games[..]) {
            (Measure::Win, [levels]) => {
                let all = Tally::sum(levels);
                wilson(all.wins, all.plays).scaled(100.0)
            }
            (Measure::Win, games) => {
                let half = Z95 * 100.0 * variance(&[(1.0, games)]).unpaired.sqrt();
                Interval { estimate, low: estimate - half, high: estimate + half }
            }
            _ => {
                let mut random = Random::new(1);
                spread(estimate, &replicates(|| self.replicate(measure, remark, &mut random)), 0.95)
            }
        }
    }

    /// A list of levels for each game.
    pub(super) fn levels(&self) -> &[Vec<Tally>] {
        &self.games
    }

    fn mean_of_games(&self, of_game: impl FnMut(&Vec<Tally>) -> f64) -> f64 {
        self.games.iter().map(of_game).sum::<f64>() / self.games.len() as f64
    }
}

/// The mean of a game redrawn: each level's mean moves by its standard error.
fn redraw_mean(levels: &[Tally], of: impl Fn(&Tally) -> Moments, random: &mut Random) -> f64 {
    let mut sum = 0.0;
    let mut count = 0.0;
    for level in levels {
        let moments = of(level);
        let error = moments.standard_error();
        let moved = moments.mean() + if error.is_nan() { 0.0 } else { error * random.normal() };
        sum += moved * moments.count as f64;
        count += moments.count as f64;
    }
    sum / count
}

/// How many plays report each setting of the parameter in a remark such as `d=1`.
fn settings<'a>(levels: &'a [Tally], remark: &str) -> BTreeMap<&'a str, u64> {
    let (key, _) = remark.split_once('=').unwrap_or((remark, ""));
    let mut counts = BTreeMap::new();
    for (remarks, count) in levels.iter().flat_map(|level| &level.remarks) {
        let of_key =
            remarks.split_whitespace().filter(|word| word.split_once('=').is_some_and(|(k, _)| k == key));
        for word in of_key {
            *counts.entry(word).or_default() += count;
        }
    }
    counts
}

/// Is this the setting that most plays report?
fn is_most(counts: &BTreeMap<&str, u64>, remark: &str) -> bool {
    counts.get(remark).is_some_and(|count| counts.values().max() == Some(count))
}

/// The counts of another experiment with as many plays.
fn redraw<'a>(mut counts: BTreeMap<&'a str, u64>, random: &mut Random) -> BTreeMap<&'a str, u64> {
    let mut left: u64 = counts.values().sum();
    let mut to_draw = left;
    for count in counts.values_mut() {
        let drawn = random.binomial(to_draw, *count as f64 / left as f64);
        left -= *count;
        to_draw -= drawn;
        *count = drawn;
    }
    counts
}

/// Replicates of a figure, sorted; those that are not numbers are left out.
pub fn replicates(mut replicate: impl FnMut() -> f64) -> Vec<f64> {
    let mut values: Vec<f64> = (0..REPLICATES).map(|_| replicate()).filter(|value| !value.is_nan()).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// An estimate with the middle share of its sorted replicates.
pub fn spread(estimate: f64, values: &[f64], share: f64) -> Interval {
    let at = |share: f64| values.get((share * (values.len().max(1) - 1) as f64).round() as usize).copied();
    let tail = (1.0 - share) / 2.0;
    Interval {
        estimate,
        low: at(tail).unwrap_or(f64::NEG_INFINITY),
        high: at(1.0 - tail).unwrap_or(f64::INFINITY),
    }
}
