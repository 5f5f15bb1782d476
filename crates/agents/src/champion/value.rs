//! What a state is worth.

use ludex_engine::Winner;

use crate::interface::Simulator;

/// What a win is worth, in units of the largest gain seen; a loss is as bad.
pub(super) const WIN: f64 = 20.0;
/// What later gains are worth, per tick.
const DISCOUNT: f64 = 0.985;
/// What later losses are worth: there is time to avoid them.
const LOSS_DISCOUNT: f64 = 0.85;
/// What a unit of something to hold is worth, and what the whole health is worth.
const HELD: f64 = 0.1;
const HEALTH: f64 = 1.0;

/// How states are valued, as seen from one of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value {
    score: f64,
    held: f64,
    health: f64,
    /// The largest gain of a tick seen so far; none if only points count.
    unit: Option<f64>,
}

impl Default for Value {
    fn default() -> Value {
        Value { score: 0.0, held: 0.0, health: 0.0, unit: None }
    }
}

/// How much the avatar holds in all.
fn held(state: &Simulator) -> f64 {
    state.observation().avatar_resources(state.player()).map(|(_, n)| f64::from(n)).sum()
}

/// The avatar's health, from 0 to 1: the less there is the more a point is worth.
fn health(state: &Simulator) -> f64 {
    let health = state.observation().avatar_health(state.player());
    health.filter(|health| health.limit > 1).map_or(0.0, |health| {
        let missing = 1.0 - f64::from(health.points) / f64::from(health.limit.max(1));
        1.0 - missing * missing
    })
}

impl Value {
    /// Points that are gained, and nothing else.
    pub fn points(from: &Simulator) -> Value {
        Value { score: from.score(), ..Value::default() }
    }

    /// All that matters in games with chance.
    pub fn of_chances(from: &Simulator, unit: f64) -> Value {
        Value { score: from.score(), held: held(from), health: health(from), unit: Some(unit) }
    }

    /// The points that have been made.
    pub fn points_of(&self, state: &Simulator) -> f64 {
        state.score() - self.score
    }

    /// What a state is worth so many ticks later.
    pub fn of(&self, state: &Simulator, depth: usize) -> f64 {
        let points = state.score() - self.score;
        let Some(unit) = self.unit else { return points };
        let points = points / unit;
        let depth = depth as i32;
        match state.winner() {
            Winner::Wins => (WIN + points) * DISCOUNT.powi(depth),
            Winner::Loses => -WIN * LOSS_DISCOUNT.powi(depth) + points.min(0.0),
            Winner::None => {
                let better =
                    points + HELD * (held(state) - self.held) + HEALTH * (health(state) - self.health);
                better * DISCOUNT.powi(depth)
            }
        }
    }
}
