//! Evolution of settings.

use super::{Setting, Space, Tuner};
use crate::interface::Rng;

/// How often a child is made again because it is not legal, before any legal setting takes its place.
const ATTEMPTS: usize = 20;

/// An evolutionary tuner (Sironi et al. 2018): every individual is tried once a generation; the best survive and have
/// children. Survivors are tried again, since rewards are noisy.
#[derive(Debug, Clone)]
pub struct Evolution {
    space: Space,
    /// How many of a generation survive.
    elite: usize,
    /// Probability that a child has two parents; otherwise it is a mutant of one.
    crossover: f64,
    population: Vec<Individual>,
    size: usize,
    /// Which individual is being tried.
    current: usize,
}

#[derive(Debug, Clone, Copy)]
struct Individual {
    setting: Setting,
    reward: f64,
    /// Its place in the generation. Of equals the one further ahead survives.
    place: usize,
}

impl Evolution {
    /// A tuner with generations of this size, of which so many survive, and this probability of crossover.
    pub fn new(space: Space, size: usize, elite: usize, crossover: f64) -> Evolution {
        let size = size.max(1);
        let elite = elite.clamp(1, size);
        Evolution { space, elite, crossover, population: Vec::with_capacity(size), size, current: 0 }
    }

    /// Replaces all but the best by their children.
    fn reproduce(&mut self, rng: &mut Rng) {
        self.population.sort_unstable_by(|a, b| b.reward.total_cmp(&a.reward).then(a.place.cmp(&b.place)));
        self.population.truncate(self.elite);
        while self.population.len() < self.size {
            let legal = (0..ATTEMPTS).map(|_| self.child(rng)).find(|&child| self.space.is_legal(child));
            let child = legal.unwrap_or_else(|| self.space.random(rng));
            self.add(child);
        }
        self.population.iter_mut().enumerate().for_each(|(place, individual)| individual.place = place);
    }

    fn add(&mut self, setting: Setting) {
        self.population.push(Individual { setting, reward: 0.0, place: self.population.len() });
    }

    fn child(&self, rng: &mut Rng) -> Setting {
        let elite = &self.population[..self.elite];
        let first = rng.below(elite.len());
        let mother = elite[first].setting;
        if !rng.chance(self.crossover) || elite.len() < 2 {
            return self.space.mutate(mother, rng.below(self.space.parameters()), rng);
        }
        let second = rng.below(elite.len() - 1);
        let father = elite[second + usize::from(second >= first)].setting;
        (0..self.space.parameters()).filter(|_| rng.chance(0.5)).fold(mother, |child, parameter| {
            self.space.with(child, parameter, self.space.value(father, parameter))
        })
    }
}

impl Tuner for Evolution {
    fn choose(&mut self, rng: &mut Rng) -> Setting {
        if self.population.is_empty() {
            (0..self.size).for_each(|_| self.add(self.space.random(rng)));
        } else if self.current == self.size {
            self.reproduce(rng);
            self.current = 0;
        }
        self.population[self.current].setting
    }

    fn update(&mut self, _setting: Setting, reward: f64) {
        if let Some(individual) = self.population.get_mut(self.current) {
            individual.reward = reward;
            self.current += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_half_survives_and_is_tried_again() {
        let space = Space::new(&[15, 15], |_| true).unwrap();
        let mut rng = Rng::new(1);
        let mut tuner = Evolution::new(space.clone(), 50, 25, 0.5);
        let generation = |tuner: &mut Evolution, rng: &mut Rng| -> Vec<Setting> {
            let reward = |setting: Setting| space.value(setting, 0) as f64;
            let mut tried = Vec::new();
            for _ in 0..50 {
                let setting = tuner.choose(rng);
                tuner.update(setting, reward(setting));
                tried.push(setting);
            }
            tried
        };
        let first = generation(&mut tuner, &mut rng);
        let second = generation(&mut tuner, &mut rng);
        let mut ranked = first.clone();
        ranked.sort_by_key(|&setting| std::cmp::Reverse(space.value(setting, 0)));
        assert_eq!(second[..25], ranked[..25]);
        for &child in &second[25..] {
            // A mutant differs from a survivor in one value; a child of two has all its values from survivors.
            let has = |parameter: usize| {
                let value = space.value(child, parameter);
                second[..25].iter().any(|&parent| space.value(parent, parameter) == value)
            };
            assert!(has(0) || has(1));
        }
    }
}
