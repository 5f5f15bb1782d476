//! Monte-Carlo roll-outs: an individual is worth what random play makes of the state that it leads to.

use super::evaluate::VALUE;
use crate::interface::{Rng, Simulator, Turn};
use crate::registry::{Parameter, Part};

pub(super) const PART: Part = Part {
    name: "roll",
    about: "values an individual by the mean of random roll-outs from its end, half as long as it is",
    source: "Perez-Liebana & Gaina 2019",
    parameters: &[Parameter::integer("n", 5, (1, 1000), "how many roll-outs")],
};

/// Plays roll-outs.
pub(super) struct Rollouts {
    repetitions: usize,
    simulator: Simulator,
}

impl Rollouts {
    pub fn new(repetitions: usize, simulator: Simulator) -> Rollouts {
        Rollouts { repetitions, simulator }
    }

    /// The mean value of the states in which roll-outs of this length end; `seen` is shown all of them. None if the budget
    /// ends before.
    pub fn value(
        &mut self,
        turn: Turn<'_>,
        from: &Simulator,
        length: usize,
        rng: &mut Rng,
        mut seen: impl FnMut(&Simulator),
    ) -> Option<f64> {
        let mut sum = 0.0;
        for _ in 0..self.repetitions {
            self.simulator.copy_from(turn, from, rng);
            for _ in 0..length {
                if self.simulator.is_over() {
                    break;
                }
                let action = rng.choose(self.simulator.actions()).unwrap_or_default();
                if !self.simulator.advance(turn, action) {
                    return None;
                }
            }
            seen(&self.simulator);
            sum += VALUE.of(&self.simulator);
        }
        Some(sum / self.repetitions as f64)
    }
}
