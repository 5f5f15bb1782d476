//! Ways are tried again with other chances before one is gone.

use std::collections::VecDeque;

use ludex_engine::Action;

use super::super::value::Value;
use crate::interface::{Rng, Simulator, Turn};

/// How often a way is tried again at least and at most, how far, and what part of the budget that may take.
const REPEATS: (usize, usize) = (4, 40);
const FARTHEST: usize = 200;
const WAY_SHARE: f64 = 0.06;
/// When this part of the budget is spent nothing new is begun.
const LAST_MOMENT: f64 = 0.9;

pub(super) struct Retry {
    trial: Simulator,
    /// How often a way is tried at most.
    most: usize,
}

impl Retry {
    /// Without the part that is called so, ways are tried once.
    pub fn new(simulator: &Simulator, is_on: bool) -> Retry {
        Retry { trial: simulator.clone(), most: if is_on { REPEATS.1 } else { 1 } }
    }

    /// The mean worth of a way over several tries.
    pub fn worth(
        &mut self,
        turn: Turn<'_>,
        present: &Simulator,
        way: &VecDeque<Action>,
        value: Value,
        rng: &mut Rng,
    ) -> f64 {
        let (mut sum, mut tries) = (0.0, 0.0);
        let end = turn.spent() + WAY_SHARE;
        for n in 0..self.most {
            if n >= REPEATS.0 && turn.spent() > end {
                break;
            }
            self.trial.copy_from(turn, present, rng);
            let mut depth = 0;
            for &action in way.iter().take(FARTHEST) {
                if self.trial.is_over() {
                    break;
                }
                let in_time = depth % 16 != 0 || turn.spent() < LAST_MOMENT;
                if !in_time || !self.trial.advance(turn, action) {
                    return if tries > 0.0 { sum / tries } else { 0.0 };
                }
                depth += 1;
            }
            sum += value.of(&self.trial, depth);
            tries += 1.0;
        }
        sum / tries
    }
}
