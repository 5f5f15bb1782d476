//! Twin games: the same actions with other chances. What differs first moves by chance.

use ludex_engine::Action;

use crate::interface::{Rng, Simulator, Turn};
use crate::ybcriber::Model;

pub(super) struct Twins {
    one: Simulator,
    other: Simulator,
    /// Types that move by chance.
    pub random: Vec<bool>,
}

impl Twins {
    pub fn new(simulator: &Simulator) -> Twins {
        let types = simulator.observation().type_count();
        Twins { one: simulator.clone(), other: simulator.clone(), random: vec![false; types] }
    }

    /// Plays so many pairs of games of so many ticks.
    pub fn compare(
        &mut self,
        turn: Turn<'_>,
        present: &Simulator,
        (runs, steps): (usize, usize),
        (actions, model): (&[Action], &mut Model),
        rng: &mut Rng,
    ) {
        for _ in 0..runs {
            self.one.copy_from(turn, present, rng);
            self.other.copy_from(turn, present, rng);
            for _ in 0..steps {
                let Some(action) = rng.choose(actions) else { return };
                let over = self.one.is_over() || self.other.is_over();
                if over || !(self.one.advance(turn, action) && self.other.advance(turn, action)) {
                    break;
                }
                if model.compare(&self.one.observation(), &self.other.observation()) {
                    break;
                }
            }
        }
        for (kind, random) in (0..).zip(&mut self.random) {
            *random = model.is_random(kind);
        }
    }
}
