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
