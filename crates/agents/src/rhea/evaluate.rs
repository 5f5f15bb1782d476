//! What a sequence of actions is worth.

use ludex_engine::Action;

use crate::interface::{Rng, Simulator, Turn};
use crate::kit::value::Evaluation;

/// Plays sequences of actions from the present state.
pub(super) struct Evaluator {
    /// The avatar's actions and NIL: what genes stand for.
    actions: Vec<Action>,
    present: Simulator,
    simulator: Simulator,
}

impl Evaluator {
    pub fn new(turn: Turn<'_>, rng: &mut Rng) -> Evaluator {
        let present = turn.simulator(rng);
        Evaluator { actions: Vec::new(), simulator: present.clone(), present }
    }

    /// A tick begins.
    pub fn begin(&mut self, turn: Turn<'_>, rng: &mut Rng) {
        turn.reset(&mut self.present, rng);
        self.actions.clear();
        self.actions.extend_from_slice(turn.actions());
        self.actions.push(Action::Nil);
    }

    /// How many values a gene can have.
    pub fn values(&self) -> usize {
        self.actions.len()
    }

    /// What a gene stands for.
    pub fn action(&self, gene: u8) -> Action {
        self.actions.get(usize::from(gene)).copied().unwrap_or(Action::Nil)
    }

    /// The value of the state that a sequence leads to: the end of the sequence, or of the game. `None` if the budget
    /// ends before.
    pub fn evaluate(&mut self, turn: Turn<'_>, genes: &[u8], rng: &mut Rng) -> Option<f64> {
        self.simulator.copy_from(turn, &self.present, rng);
        for &gene in genes {
            if self.simulator.is_over() {
                break;
            }
            let action = self.action(gene);
            if !self.simulator.advance(turn, action) {
                return None;
            }
        }
        Some(Evaluation::WinScore.of(&self.simulator))
    }
}
