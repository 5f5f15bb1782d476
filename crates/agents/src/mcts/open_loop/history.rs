//! Progressive history: a bias of the selection towards actions that did well where the avatar is now.
//!
//! Nijssen and Winands 2011. An action's worth depends on where the avatar is, so that what is remembered belongs to a pair of
//! an action and the cell in which it was played.

use ludex_engine::{Action, Observation};

use crate::kit::bounds::Bounds;
use crate::kit::place;
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "ph",
    about: "Progressive history: the selection favours actions that did well in the avatar's cell.",
    source: "Nijssen & Winands 2011; Soemers et al. 2016",
    parameters: &[Parameter::real("w", 1.0, (0.0, 1e6), "how strong the bias is")],
};

/// What is left of everything remembered after another tick of the game.
pub(super) const DECAY: f64 = 0.6;

/// An action in a cell, as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair(u32);

impl Pair {
    #[inline]
    pub fn new(action: usize, cell: u32) -> Pair {
        Pair(cell * Action::ALL.len() as u32 + action as u32)
    }

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub fn action(self) -> usize {
        self.index() % Action::ALL.len()
    }

    #[inline]
    pub fn cell(self) -> u32 {
        self.0 / Action::ALL.len() as u32
    }
}

/// Values and how many there were.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Record {
    pub sum: f64,
    pub visits: f64,
}

impl Record {
    #[inline]
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.visits += 1.0;
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.visits == 0.0 && self.sum == 0.0
    }

    #[inline]
    pub fn decay(&mut self, factor: f64) {
        self.sum *= factor;
        self.visits *= factor;
    }

    #[inline]
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0.0).then(|| self.sum / self.visits)
    }
}

/// How well each action did in each cell.
#[derive(Debug)]
pub(super) struct ActionHistory {
    records: Vec<Record>,
    /// The places of those that are not empty. They are few, and a level is large.
    used: Vec<u32>,
    /// Of the means of all records that there ever were.
    bounds: Bounds,
    /// The score of the real game when it was last looked at.
    score: f64,
}

impl ActionHistory {
    pub fn new(seen: &Observation<'_>) -> ActionHistory {
        let pairs = (place::cells(seen) + 1) * Action::ALL.len();
        let score = f64::INFINITY;
        let records = vec![Record::default(); pairs];
        ActionHistory { records, used: Vec::with_capacity(pairs), bounds: Bounds::EMPTY, score }
    }

    /// The real game has gone on: old records fade, and after a gain of score they are worth nothing any more. Returns whether
    /// they were forgotten.
    pub fn begin_tick(&mut self, score: f64) -> bool {
        let gained = score > self.score;
        self.score = score;
        self.used.retain(|&place| {
            let record = &mut self.records[place as usize];
            record.decay(if gained { 0.0 } else { DECAY });
            !record.is_empty()
        });
        gained
    }

    #[inline]
    pub fn add(&mut self, pair: Pair, value: f64) {
        let Some(record) = self.records.get_mut(pair.index()) else { return };
        if record.is_empty() {
            self.used.push(pair.index() as u32);
        }
        record.add(value);
        self.bounds.include(record.sum / record.visits);
    }

    /// The mean value of an action in a cell; `None` if it has not been played there.
    #[inline]
    pub fn mean(&self, pair: Pair) -> Option<f64> {
        self.records.get(pair.index()).and_then(Record::mean)
    }

    /// The same from 0 to 1; what has not been played is as good as can be.
    #[inline]
    fn normalised(&self, pair: Pair) -> f64 {
        self.mean(pair).map_or(1.0, |mean| self.bounds.normalise(mean, 0.5))
    }
}

/// The bias of the selection.
#[derive(Debug)]
pub(super) struct ProgressiveHistory {
    weight: f64,
}

impl ProgressiveHistory {
    pub fn new(settings: &Settings) -> ProgressiveHistory {
        ProgressiveHistory { weight: settings.real("w") }
    }

    /// What is added to the upper confidence bound of a child with so many visits and this normalised mean. The worse a
    /// child turns out to be, the sooner its bias is gone.
    #[inline]
    pub fn bias(&self, actions: &ActionHistory, pair: Pair, visits: f64, mean: f64) -> f64 {
        actions.normalised(pair) * self.weight / (visits * (1.0 - mean) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history() -> ActionHistory {
        let records = vec![Record::default(); 14];
        ActionHistory { records, used: Vec::new(), bounds: Bounds::EMPTY, score: f64::INFINITY }
    }

    #[test]
    fn actions_belong_to_cells() {
        let mut actions = history();
        actions.add(Pair::new(1, 0), 4.0);
        actions.add(Pair::new(1, 0), 2.0);
        actions.add(Pair::new(1, 1), 0.0);
        assert_eq!(actions.mean(Pair::new(1, 0)), Some(3.0));
        assert_eq!(actions.mean(Pair::new(1, 1)), Some(0.0));
        assert_eq!(actions.mean(Pair::new(2, 0)), None);
        assert_eq!(actions.mean(Pair::new(2, 99)), None);
    }

    #[test]
    fn the_bias_by_hand() {
        let mut actions = history();
        let bias = ProgressiveHistory { weight: 2.0 };
        let (good, bad, new) = (Pair::new(1, 0), Pair::new(2, 0), Pair::new(3, 0));
        actions.add(good, 8.0);
        actions.add(bad, 0.0);
        actions.add(good, 4.0);
        // The means that there have been lie between 0 and 8, that of the good action is 6 now.
        assert_eq!(bias.bias(&actions, good, 3.0, 0.5), 0.75 * 2.0 / 2.5);
        assert_eq!(bias.bias(&actions, bad, 3.0, 0.5), 0.0);
        assert_eq!(bias.bias(&actions, new, 0.0, 0.5), 2.0);
    }

    #[test]
    fn records_fade_and_are_forgotten_after_a_gain() {
        let mut actions = history();
        let pair = Pair::new(1, 0);
        actions.begin_tick(0.0);
        actions.add(pair, 5.0);
        assert!(!actions.begin_tick(0.0));
        assert_eq!((actions.records[pair.index()].visits, actions.mean(pair)), (0.6, Some(5.0)));
        assert!(actions.begin_tick(1.0));
        assert_eq!(actions.mean(pair), None);
        assert!(!actions.begin_tick(0.5), "a loss of score is no gain");
    }
}
