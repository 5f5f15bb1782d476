//! What a sequence of actions is worth.

use ludex_engine::Action;

use super::rollouts::Rollouts;
use crate::interface::{Rng, Simulator, Turn};
use crate::kit::value::Evaluation;

/// How states are valued.
pub(super) const VALUE: Evaluation = Evaluation::WinScore;

/// Plays sequences of actions from the present state.
pub(super) struct Evaluator {
    /// The avatar's actions and NIL: what genes can be.
    actions: Vec<Action>,
    present: Simulator,
    simulator: Simulator,
    rollouts: Option<Rollouts>,
}

impl Evaluator {
    pub fn new(turn: Turn<'_>, rng: &mut Rng) -> Evaluator {
        let present = turn.simulator(rng);
        Evaluator { actions: Vec::new(), simulator: present.clone(), present, rollouts: None }
    }

    /// Values sequences by so many roll-outs from their ends.
    pub fn roll_out(&mut self, repetitions: usize) {
        self.rollouts = Some(Rollouts::new(repetitions, self.present.clone()));
    }

    /// A tick begins.
    pub fn begin(&mut self, turn: Turn<'_>, rng: &mut Rng) {
        turn.reset(&mut self.present, rng);
        self.actions.clear();
        self.actions.extend_from_slice(turn.actions());
        self.actions.push(Action::Nil);
    }

    /// What genes can be.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The present state.
    pub fn present(&self) -> &Simulator {
        &self.present
    }

    /// The value of the state that a sequence leads to: the end of the sequence, or of the game; with roll-outs, the mean
    /// of where they end. Every state that is valued is shown to `seen`. None if the budget ends before.
    pub fn evaluate(
        &mut self,
        turn: Turn<'_>,
        genes: &[Action],
        rng: &mut Rng,
        mut seen: impl FnMut(&Simulator),
    ) -> Option<f64> {
        self.simulator.copy_from(turn, &self.present, rng);
        for &action in genes {
            if self.simulator.is_over() {
                break;
            }
            if !self.simulator.advance(turn, action) {
                return None;
            }
        }
        match &mut self.rollouts {
            Some(rollouts) if !self.simulator.is_over() => {
                rollouts.value(turn, &self.simulator, genes.len() / 2, rng, seen)
            }
            _ => {
                seen(&self.simulator);
                Some(VALUE.of(&self.simulator))
            }
        }
    }
}
