//! Ratings from games of two: the model of Bradley and Terry on Elo's scale.

use super::{Interval, Random};

/// The mean of all ratings.
pub const MEAN_RATING: f64 = 1500.0;
/// A player with so many points more is expected to get ten eleventh of what there is to win.
const SCALE: f64 = 400.0;
/// Resamples behind an interval.
const RESAMPLES: usize = 1000;
/// Ratings that change by less than this factor in an iteration are found.
const CLOSE: f64 = 1e-9;
/// Iterations at most: convergence is slow where somebody nearly always wins.
const ITERATIONS: usize = 10_000;

/// A game between two of the players, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encounter {
    /// Who met.
    pub players: [usize; 2],
    /// What the first of them got: 1 for a win, a half for a draw, 0 for a loss.
    pub result: f64,
}

/// The rating of each player with a 95 % interval; none for one who has met nobody.
///
/// A draw is half a win. Every two that have met are taken to have drawn one game more, which keeps the rating of somebody who
/// always wins finite. The interval is between percentiles of resampled encounters. Ratings of players who have not met, not
/// even by way of others, cannot be compared.
///
/// ```
/// use ludex_arena::stats::{Encounter, ratings};
///
/// // Three wins and a loss, and the draw that is always added: 3.5 to 1.5.
/// let played = [1.0, 1.0, 0.0, 1.0].map(|result| Encounter { players: [0, 1], result });
/// let difference = |r: &[Option<ludex_arena::stats::Interval>]| r[0].unwrap().estimate - r[1].unwrap().estimate;
/// assert!((difference(&ratings(2, &played)) - 400.0 * (3.5_f64 / 1.5).log10()).abs() < 1e-6);
/// ```
pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Option<Interval>> {
    let mut played = Table::new(players);
    encounters.iter().for_each(|encounter| played.add(encounter));
    let prior = played.prior();
    let mut all = prior.clone();
    encounters.iter().for_each(|encounter| all.add(encounter));
    let estimates = all.ratings();
    let mut random = Random::new(0x0e10);
    let mut samples = vec![Vec::with_capacity(RESAMPLES); players];
    for _ in 0..RESAMPLES {
        let mut resampled = prior.clone();
        for _ in encounters {
            let drawn = (random.uniform() * encounters.len() as f64) as usize;
            resampled.add(&encounters[drawn.min(encounters.len() - 1)]);
        }
        for (sample, rating) in samples.iter_mut().zip(resampled.ratings()) {
            sample.push(rating);
        }
    }
    let interval = |(player, sample): (usize, &mut Vec<f64>)| {
        sample.sort_by(f64::total_cmp);
        let at = |share: f64| sample[((sample.len() - 1) as f64 * share).round() as usize];
        let interval = Interval { estimate: estimates[player], low: at(0.025), high: at(0.975) };
        played.has_met_somebody(player).then_some(interval)
    };
    samples.iter_mut().enumerate().map(interval).collect()
}

/// What everybody got from everybody.
#[derive(Clone)]
struct Table {
    players: usize,
    /// By both players: points of the first against the second.
    points: Vec<f64>,
}

impl Table {
    fn new(players: usize) -> Self {
        Self { players, points: vec![0.0; players * players] }
    }

    /// Those who have met have drawn once.
    fn prior(&self) -> Self {
        let met = |(place, _): (usize, &f64)| self.games(place / self.players, place % self.players) > 0.0;
        let draw = |place: (usize, &f64)| if met(place) { 0.5 } else { 0.0 };
        Self { players: self.players, points: self.points.iter().enumerate().map(draw).collect() }
    }

    fn add(&mut self, encounter: &Encounter) {
        let [a, b] = encounter.players;
        if a == b {
            return;
        }
        for (a, b, points) in [(a, b, encounter.result), (b, a, 1.0 - encounter.result)] {
            let place = &mut self.points[a * self.players + b];
            *place += points;
        }
    }

    fn games(&self, a: usize, b: usize) -> f64 {
        self.points[a * self.players + b] + self.points[b * self.players + a]
    }

    fn has_met_somebody(&self, player: usize) -> bool {
        (0..self.players).any(|other| self.games(player, other) > 0.0)
    }

    /// The most likely strengths, by the iteration of Zermelo, on Elo's scale.
    fn ratings(&self) -> Vec<f64> {
        let n = self.players;
        let mut strengths = vec![1.0_f64; n];
        for _ in 0..ITERATIONS {
            let mut change = 0.0_f64;
            for a in 0..n {
                let points: f64 = (0..n).map(|b| self.points[a * n + b]).sum();
                let expected: f64 = (0..n).map(|b| self.games(a, b) / (strengths[a] + strengths[b])).sum();
                if expected > 0.0 {
                    let new = points / expected;
                    change = change.max((new / strengths[a]).ln().abs());
                    strengths[a] = new;
                }
            }
            if change < CLOSE {
                break;
            }
        }
        let logs: Vec<f64> = strengths.iter().map(|strength| strength.log10()).collect();
        let met: Vec<f64> =
            (0..n).filter(|player| self.has_met_somebody(*player)).map(|player| logs[player]).collect();
        let mean = met.iter().sum::<f64>() / met.len().max(1) as f64;
        logs.iter().map(|log| MEAN_RATING + SCALE * (log - mean)).collect()
    }
}
