//! The ranking of the GVGAI competition: Formula-1 points per game.

use std::cmp::Ordering;

/// Points by place; nothing from the eleventh place on.
pub const POINTS: [u32; 10] = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1];

/// How one agent did in one game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// Share of plays won.
    pub win_rate: f64,
    /// Mean score.
    pub score: f64,
    /// Mean number of ticks: fewer is better.
    pub ticks: f64,
}

impl Standing {
    /// Better first: more wins, then more score, then less time.
    fn compare(&self, other: &Self) -> Ordering {
        (other.win_rate.total_cmp(&self.win_rate))
            .then(other.score.total_cmp(&self.score))
            .then(self.ticks.total_cmp(&other.ticks))
    }
}

/// Points of each agent in one game, in the order given. Agents equal in all three share the points of the better place,
/// and the places behind them stay empty, as after a dead heat in a race.
pub fn points(standings: &[Standing]) -> Vec<u32> {
    standings
        .iter()
        .map(|one| {
            let ahead = standings.iter().filter(|other| other.compare(one) == Ordering::Less).count();
            POINTS.get(ahead).copied().unwrap_or(0)
        })
        .collect()
}
