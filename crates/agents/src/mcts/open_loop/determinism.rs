//! Deterministic game detection: what is certain need not be forgotten.
//!
//! A game in which repeated sequences of actions always lead to the same state, and in which there are no NPCs, is taken to
//! be deterministic. There, the best value found below a node says more about it than in a game of chance, nothing that was found
//! fades, and nodes keep their states.

use ludex_engine::{Category, Observation};

use super::node::Node;
use crate::interface::{Rng, Simulator, Turn};
use crate::kit::bounds::Bounds;
use crate::kit::place;
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "dgd",
    about: "Deterministic game detection: where there is no chance, nothing fades and the best found counts more.",
    source: "Soemers et al. 2016; mixmax: Jacobsen, Greve & Togelius 2014",
    parameters: &[
        Parameter::integer("m", 5, (1, 1000), "how many sequences of actions are tried"),
        Parameter::integer("n", 5, (1, 2000), "how long they are"),
        Parameter::integer("r", 3, (2, 1000), "how often each is repeated"),
        Parameter::real(
            "max",
            0.25,
            (0.0, 1.0),
            "the weight of the best value below a node against the mean (mixmax)",
        ),
    ],
};

/// The visit from which on a node keeps its state.
pub(super) const SAVED_FROM: f64 = 3.0;

#[derive(Debug)]
pub(super) struct Determinism {
    sequences: usize,
    length: usize,
    repetitions: usize,
    /// The weight of the best value.
    max: f64,
}

impl Determinism {
    pub fn new(settings: &Settings) -> Determinism {
        Determinism {
            sequences: settings.count("m"),
            length: settings.count("n"),
            repetitions: settings.count("r"),
            max: settings.real("max"),
        }
    }

    /// Does the game look deterministic? A budget that ends before this is known says no.
    pub fn detect(&self, turn: Turn<'_>, from: &Simulator, trial: &mut Simulator, rng: &mut Rng) -> bool {
        if has_npcs(&from.observation()) {
            return false;
        }
        let mut sequence = Vec::with_capacity(self.length);
        (0..self.sequences).all(|_| {
            sequence.clear();
            sequence.extend((0..self.length).map_while(|_| rng.choose(from.actions())));
            let mut first = None;
            (0..self.repetitions).all(|_| {
                trial.copy_from(turn, from, rng);
                let paid = sequence.iter().all(|&action| trial.is_over() || trial.advance(turn, action));
                let seen = trial.observation();
                let now = fingerprint(&seen);
                paid && !has_npcs(&seen) && *first.get_or_insert(now) == now
            })
        })
    }

    /// Mixmax: the normalised mean of a node, mixed with the best value that was found below it.
    #[inline]
    pub fn mix(&self, mean: f64, node: &Node, bounds: &Bounds) -> f64 {
        if node.max == f64::NEG_INFINITY {
            return mean;
        }
        (1.0 - self.max) * mean + self.max * bounds.normalise(node.max, 0.5)
    }
}

fn has_npcs(seen: &Observation<'_>) -> bool {
    seen.types_of(Category::Npc).next().is_some()
}

/// A number that is the same for states with the same types of sprites in the same cells.
fn fingerprint(seen: &Observation<'_>) -> u64 {
    seen.sprites().fold(0, |sum, sprite| {
        let cell = place::cell_of(seen, &sprite).map_or(u64::MAX, |cell| place::number(seen, cell) as u64);
        // Scrambled, and added up so that the order does not matter.
        let mut scrambled = Rng::new(cell.wrapping_mul(0x1_0001).wrapping_add(u64::from(sprite.type_id)));
        scrambled.bits().wrapping_add(sum)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::actions::ActionSet;

    #[test]
    fn mixmax_by_hand() {
        let part = Determinism { sequences: 5, length: 5, repetitions: 3, max: 0.25 };
        let bounds = Bounds { low: 0.0, high: 10.0 };
        let mut node = Node::with_actions(ActionSet::default());
        assert_eq!(part.mix(0.4, &node, &bounds), 0.4, "nothing has been found yet");
        node.add(2.0, 1.0);
        node.add(8.0, 1.0);
        // The mean is 5, the best 8.
        let mean = bounds.normalise(node.mean(), 0.5);
        assert_eq!(part.mix(mean, &node, &bounds), 0.75 * 0.5 + 0.25 * 0.8);
    }
}
