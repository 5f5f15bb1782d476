//! How far a search should look ahead, from how flat the landscape is that it sees.

use ludex_engine::Winner;

use super::bounds::Bounds;
use crate::interface::{Simulator, Turn};
use crate::registry::{Parameter, Part, Settings};

/// The part by which a search gets a dynamic length.
pub(crate) const PART: Part = Part {
    name: "dynamic",
    about: "looks further ahead where all ends seem the same, and less far where they differ",
    source: "Perez-Liebana & Gaina 2019, algorithm 4",
    parameters: &[
        Parameter::integer("every", 15, (1, 2000), "how many ticks pass between two changes"),
        Parameter::real("flat", 0.05, (0.0, 1.0), "looks further if the values' deviation is less than this"),
        Parameter::real("steep", 0.4, (0.0, 1.0), "looks less far if it is more than this"),
        Parameter::integer("step", 5, (1, 2000), "by how many ticks the length changes"),
        Parameter::integer("min", 5, (1, 2000), "the least length"),
        Parameter::integer(
            "max",
            0,
            (0, 2000),
            "the greatest length; 0: a tenth of a tick's forward-model calls",
        ),
    ],
};

/// The length of a search's simulations, changed now and then: longer if the values that a tick has seen hardly differ,
/// so that something is found at all; shorter if they differ a lot, so that more is tried.
#[derive(Debug, Clone)]
pub struct DynamicLength {
    every: usize,
    flat: f64,
    steep: f64,
    step: usize,
    min: usize,
    max: usize,
    length: usize,
    landscape: Landscape,
    /// Forward-model calls of the last tick.
    calls: u64,
}

impl DynamicLength {
    /// The settings of the part, and the length to begin with.
    pub fn new(settings: &Settings, length: usize) -> DynamicLength {
        DynamicLength {
            every: settings.count("every"),
            flat: settings.real("flat"),
            steep: settings.real("steep"),
            step: settings.count("step"),
            min: settings.count("min"),
            max: settings.count("max"),
            length,
            landscape: Landscape::default(),
            calls: 0,
        }
    }

    /// A tick begins: how far to look.
    pub fn begin(&mut self, turn: Turn<'_>) -> usize {
        let tick = usize::try_from(turn.observation().tick()).unwrap_or(0);
        if tick.is_multiple_of(self.every)
            && let Some(deviation) = self.landscape.deviation()
        {
            let most = match self.max {
                0 => (turn.calls_left().unwrap_or(self.calls) / 10) as usize,
                max => max,
            };
            self.length = self.adjusted(deviation).clamp(self.min, most.max(self.min));
        }
        self.landscape.ends.clear();
        self.length
    }

    fn adjusted(&self, deviation: f64) -> usize {
        if deviation < self.flat {
            self.length + self.step
        } else if deviation > self.steep {
            self.length.saturating_sub(self.step)
        } else {
            self.length
        }
    }

    /// A state was valued.
    pub fn note(&mut self, turn: Turn<'_>, end: &Simulator) {
        self.calls = turn.calls();
        self.landscape.add(end.score(), end.winner());
    }
}

/// The states that a tick has valued, and the range of all scores of the game.
#[derive(Debug, Clone)]
struct Landscape {
    ends: Vec<(f64, Winner)>,
    scores: Bounds,
    /// Has the game shown a win, a loss?
    won: bool,
    lost: bool,
}

impl Default for Landscape {
    fn default() -> Landscape {
        Landscape { ends: Vec::new(), scores: Bounds::EMPTY, won: false, lost: false }
    }
}

impl Landscape {
    fn add(&mut self, score: f64, winner: Winner) {
        self.ends.push((score, winner));
        self.scores.include(score);
        self.won |= winner == Winner::Wins;
        self.lost |= winner == Winner::Loses;
    }

    /// The standard deviation of the values, brought to the range from 0 to 1: a loss is one point below all scores of
    /// the game, a win one point above. None if there are no values.
    fn deviation(&self) -> Option<f64> {
        let (loss, win) = (self.scores.low - 1.0, self.scores.high + 1.0);
        let range = Bounds {
            low: if self.lost { loss } else { self.scores.low },
            high: if self.won { win } else { self.scores.high },
        };
        let values = || {
            self.ends.iter().map(|&(score, winner)| match winner {
                Winner::None => range.normalise(score, 0.0),
                Winner::Wins => 1.0,
                Winner::Loses => 0.0,
            })
        };
        let count = self.ends.len() as f64;
        let mean = values().sum::<f64>() / count;
        let variance = values().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        (count > 0.0).then(|| variance.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deviation(ends: &[(f64, Winner)]) -> Option<f64> {
        let mut landscape = Landscape::default();
        ends.iter().for_each(|&(score, winner)| landscape.add(score, winner));
        landscape.deviation()
    }

    #[test]
    fn outcomes_lie_beside_the_scores() {
        let (none, win, loss) = (Winner::None, Winner::Wins, Winner::Loses);
        assert_eq!(deviation(&[]), None);
        assert_eq!(deviation(&[(3.0, none), (3.0, none)]), Some(0.0));
        assert_eq!(deviation(&[(0.0, none), (8.0, none)]), Some(0.5));
        // Losses at 0, the rest at 1: a win would be at 1 only where there was one.
        assert_eq!(deviation(&[(0.0, none), (0.0, loss)]), Some(0.5));
        assert_eq!(deviation(&[(0.0, loss), (0.0, loss)]), Some(0.0));
        // 0, 1/2 and 1.
        let all = deviation(&[(0.0, none), (0.0, loss), (0.0, win)]).unwrap();
        assert!((all - (1.0_f64 / 6.0).sqrt()).abs() < 1e-12, "{all}");
    }

    #[test]
    fn the_range_is_that_of_the_whole_game() {
        let mut landscape = Landscape::default();
        landscape.add(0.0, Winner::None);
        landscape.add(100.0, Winner::None);
        landscape.ends.clear();
        landscape.add(4.0, Winner::None);
        landscape.add(6.0, Winner::None);
        assert!((landscape.deviation().unwrap() - 0.01).abs() < 1e-12);
    }
}
