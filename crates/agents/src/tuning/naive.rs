//! Naive Monte-Carlo: as if every parameter contributed to the reward by itself.

use super::bandit::Bandit;
use super::{Setting, Space, Tuner};
use crate::interface::Rng;

/// Naive Monte-Carlo (Ontañón 2017; Sironi & Winands 2017): explores with a bandit for each parameter, and exploits with
/// one bandit over the combinations found that way.
#[derive(Debug, Clone)]
pub struct NaiveMonteCarlo {
    space: Space,
    /// Probability of exploring.
    explore: f64,
    /// Exploration constant of all bandits.
    c: f64,
    local: Vec<Bandit>,
    global: Bandit,
    /// The combinations that have been tried, in order.
    tried: Vec<Setting>,
    chosen: Option<Setting>,
}

impl NaiveMonteCarlo {
    /// A tuner that explores with this probability, with this constant in the bandits' UCB1.
    pub fn new(space: Space, explore: f64, c: f64) -> NaiveMonteCarlo {
        NaiveMonteCarlo {
            explore,
            c,
            local: (0..space.parameters()).map(|parameter| Bandit::new(space.size(parameter))).collect(),
            global: Bandit::new(space.combinations()),
            tried: Vec::with_capacity(space.combinations()),
            chosen: None,
            space,
        }
    }

    /// Each parameter by its own bandit, among the values that a legal combination can have.
    fn combine(&self, rng: &mut Rng) -> Setting {
        let mut setting = self.space.random(rng);
        for (parameter, bandit) in self.local.iter().enumerate() {
            let values = (0..self.space.size(parameter)).filter(|&value| {
                self.space.can_complete(self.space.with(setting, parameter, value), parameter)
            });
            if let Some(value) = bandit.choose(values, self.c, rng) {
                setting = self.space.with(setting, parameter, value);
            }
        }
        setting
    }
}

impl Tuner for NaiveMonteCarlo {
    fn choose(&mut self, rng: &mut Rng) -> Setting {
        if let Some(setting) = self.chosen {
            return setting;
        }
        let known = if rng.chance(self.explore) {
            None
        } else {
            let tried = self.tried.iter().map(|setting| setting.index());
            self.global.choose(tried, self.c, rng).map(|index| Setting(index as u32))
        };
        let setting = known.unwrap_or_else(|| self.combine(rng));
        self.chosen = Some(setting);
        setting
    }

    fn update(&mut self, setting: Setting, reward: f64) {
        self.chosen = None;
        for (parameter, bandit) in self.local.iter_mut().enumerate() {
            bandit.update(self.space.value(setting, parameter), reward);
        }
        if !self.global.is_known(setting.index()) {
            self.tried.push(setting);
        }
        self.global.update(setting.index(), reward);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exploiting_keeps_to_what_was_tried() {
        let space = Space::new(&[5, 5], |_| true).unwrap();
        let mut rng = Rng::new(1);
        let mut explorer = NaiveMonteCarlo::new(space.clone(), 1.0, 0.7);
        let mut keeper = NaiveMonteCarlo::new(space, 0.0, 0.7);
        for _ in 0..100 {
            for tuner in [&mut explorer, &mut keeper] {
                let setting = tuner.choose(&mut rng);
                tuner.update(setting, 0.5);
            }
        }
        assert_eq!(keeper.tried.len(), 1, "the first one has to be found by exploring");
        assert!(explorer.tried.len() > 20, "{}", explorer.tried.len());
    }

    #[test]
    fn every_value_of_every_parameter_is_tried_first() {
        let space = Space::new(&[4, 4], |_| true).unwrap();
        let mut rng = Rng::new(2);
        let mut tuner = NaiveMonteCarlo::new(space.clone(), 1.0, 0.7);
        let mut seen = [[0; 4]; 2];
        for _ in 0..4 {
            let setting = tuner.choose(&mut rng);
            (0..2).for_each(|parameter| seen[parameter][space.value(setting, parameter)] += 1);
            tuner.update(setting, 0.0);
        }
        assert_eq!(seen, [[1; 4]; 2]);
    }
}
