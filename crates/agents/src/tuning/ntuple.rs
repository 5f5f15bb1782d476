//! The N-Tuple Bandit Evolutionary Algorithm.

use super::{Setting, Space, Tuner};
use crate::interface::Rng;

/// Keeps the exploration of what has never been tried finite.
const EPSILON: f64 = 0.5;

/// Breaks ties.
const NOISE: f64 = 1e-6;

/// How many mutants are drawn, at most, for each neighbour that is wanted: a small space may not have so many.
const ATTEMPTS: usize = 8;

/// The N-Tuple Bandit Evolutionary Algorithm (Kunanusont et al. 2017): a hill climber that asks a model of the landscape which
/// of a few neighbours to try next.
///
/// The model keeps what every tuple of parameters has seen: single ones, pairs, and all of them together. A setting is as
/// good as the means of its tuples say, and as interesting as they are little known.
#[derive(Debug, Clone)]
pub struct NTupleBandit {
    space: Space,
    neighbours: usize,
    /// Exploration constant.
    c: f64,
    tuples: Vec<Tuple>,
    /// How often anything was tried.
    trials: u64,
    current: Option<Setting>,
    /// Is the current setting still to be tried?
    open: bool,
    around: Vec<Setting>,
}

/// Some of the parameters, and what was seen of each combination of their values.
#[derive(Debug, Clone)]
struct Tuple {
    parameters: Vec<usize>,
    seen: Vec<Estimate>,
}

/// What is known of a value or a combination of values.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Estimate {
    /// How often it was tried.
    pub trials: u64,
    /// The mean of its rewards.
    pub mean: f64,
}

impl Estimate {
    fn add(&mut self, reward: f64) {
        self.trials += 1;
        self.mean += (reward - self.mean) / self.trials as f64;
    }
}

impl Tuple {
    fn new(space: &Space, parameters: Vec<usize>) -> Tuple {
        let size = parameters.iter().map(|&parameter| space.size(parameter)).product();
        Tuple { parameters, seen: vec![Estimate::default(); size] }
    }

    fn index(&self, space: &Space, setting: Setting) -> usize {
        self.parameters.iter().fold(0, |index, &p| index * space.size(p) + space.value(setting, p))
    }
}

impl NTupleBandit {
    /// A tuner that compares so many neighbours, with this exploration constant.
    pub fn new(space: Space, neighbours: usize, c: f64) -> NTupleBandit {
        let all = 0..space.parameters();
        let singles = all.clone().map(|parameter| vec![parameter]);
        let pairs = all.clone().flat_map(|a| (a + 1..space.parameters()).map(move |b| vec![a, b]));
        let mut tuples: Vec<Vec<usize>> = singles.chain(pairs).collect();
        if space.parameters() > 2 {
            tuples.push(all.collect());
        }
        NTupleBandit {
            tuples: tuples.into_iter().map(|parameters| Tuple::new(&space, parameters)).collect(),
            space,
            neighbours: neighbours.max(1),
            c,
            trials: 0,
            current: None,
            open: false,
            around: Vec::with_capacity(neighbours.max(1)),
        }
    }

    /// What is tuned.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// What is known of the values of a parameter.
    pub fn values(&self, parameter: usize) -> &[Estimate] {
        &self.tuples[parameter].seen
    }

    /// What is known of a setting by itself, without the model.
    pub fn known(&self, setting: Setting) -> Estimate {
        self.tuples.last().map(|all| all.seen[all.index(&self.space, setting)]).unwrap_or_default()
    }

    /// What the model thinks of a setting; none if nothing of it has been seen.
    pub fn estimate(&self, setting: Setting) -> Option<f64> {
        let means = self.seen(setting).filter(|seen| seen.trials > 0).map(|seen| seen.mean);
        let (sum, count) = means.fold((0.0, 0.0), |(sum, count), mean| (sum + mean, count + 1.0));
        (count > 0.0).then(|| sum / count)
    }

    /// The best of the settings that have been tried, in the model's opinion; of equals the one tried more often.
    pub fn best(&self) -> Option<Setting> {
        let tried = self.space.settings().map(|setting| (setting, self.known(setting).trials));
        let ranked = tried.filter(|&(_, trials)| trials > 0).filter_map(|(setting, trials)| {
            self.estimate(setting).map(|estimate| (estimate, trials, setting))
        });
        let best = ranked.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(b.2.cmp(&a.2)));
        best.map(|(.., setting)| setting)
    }

    fn seen(&self, setting: Setting) -> impl Iterator<Item = Estimate> {
        self.tuples.iter().map(move |tuple| tuple.seen[tuple.index(&self.space, setting)])
    }

    /// How good a setting seems, and how interesting it is.
    fn score(&self, setting: Setting, rng: &mut Rng) -> f64 {
        let log = (1.0 + self.trials as f64).ln();
        let explore: f64 = self.seen(setting).map(|seen| (log / (EPSILON + seen.trials as f64)).sqrt()).sum();
        self.estimate(setting).unwrap_or(0.0)
            + self.c * explore / self.tuples.len() as f64
            + NOISE * rng.unit()
    }

    /// A mutant: one parameter changes for certain, each of the others with probability 1 / parameters.
    fn mutant(&self, setting: Setting, rng: &mut Rng) -> Setting {
        let parameters = self.space.parameters();
        let certain = rng.below(parameters);
        (0..parameters).fold(setting, |mutant, parameter| {
            if parameter == certain || rng.chance(1.0 / parameters as f64) {
                self.space.mutate(mutant, parameter, rng)
            } else {
                mutant
            }
        })
    }

    /// The most promising of some neighbours of a setting; the setting itself is none of them.
    fn next(&mut self, from: Setting, rng: &mut Rng) -> Setting {
        self.around.clear();
        for _ in 0..ATTEMPTS * self.neighbours {
            let mutant = self.mutant(from, rng);
            if mutant != from && self.space.is_legal(mutant) && !self.around.contains(&mutant) {
                self.around.push(mutant);
            }
            if self.around.len() == self.neighbours {
                break;
            }
        }
        let mut best = (f64::NEG_INFINITY, None);
        for &neighbour in &self.around {
            let score = self.score(neighbour, rng);
            if score > best.0 {
                best = (score, Some(neighbour));
            }
        }
        best.1.unwrap_or_else(|| self.space.random(rng))
    }
}

impl Tuner for NTupleBandit {
    fn choose(&mut self, rng: &mut Rng) -> Setting {
        let setting = match self.current {
            None => self.space.random(rng),
            Some(setting) if self.open => setting,
            Some(setting) => self.next(setting, rng),
        };
        (self.current, self.open) = (Some(setting), true);
        setting
    }

    fn update(&mut self, setting: Setting, reward: f64) {
        self.open = false;
        self.trials += 1;
        for tuple in &mut self.tuples {
            let index = tuple.index(&self.space, setting);
            tuple.seen[index].add(reward);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_share_what_they_have_seen() {
        let space = Space::new(&[2, 2], |_| true).unwrap();
        let settings: Vec<Setting> = space.settings().collect();
        let mut tuner = NTupleBandit::new(space, 5, 0.7);
        assert_eq!((tuner.best(), tuner.estimate(settings[0])), (None, None));
        tuner.update(settings[0], 1.0);
        tuner.update(settings[1], 0.0);
        // The first parameter's value has seen 1 and 0, the second's 1, the pair 1.
        assert_eq!(tuner.estimate(settings[0]), Some((0.5 + 1.0 + 1.0) / 3.0));
        // Only the second parameter's value is known.
        assert_eq!(tuner.estimate(settings[2]), Some(1.0));
        assert_eq!(tuner.known(settings[2]).trials, 0);
        assert_eq!(tuner.best(), Some(settings[0]), "what was never tried is not recommended");
        assert_eq!(tuner.values(0)[0], Estimate { trials: 2, mean: 0.5 });
    }

    #[test]
    fn what_is_little_known_is_more_interesting() {
        let space = Space::new(&[2, 2], |_| true).unwrap();
        let settings: Vec<Setting> = space.settings().collect();
        let mut rng = Rng::new(1);
        let mut tuner = NTupleBandit::new(space, 5, 0.7);
        (0..8).for_each(|_| tuner.update(settings[0], 0.5));
        tuner.update(settings[3], 0.5);
        assert!(tuner.score(settings[3], &mut rng) > tuner.score(settings[0], &mut rng) + 0.1);
        let single = tuner.score(settings[0], &mut rng);
        let explore = (10.0_f64.ln() / 8.5).sqrt();
        assert!((single - 0.5 - 0.7 * explore).abs() < 2.0 * NOISE, "{single}");
    }

    #[test]
    fn neighbours_are_never_the_setting_itself() {
        let space = Space::new(&[15, 15], |_| true).unwrap();
        let mut rng = Rng::new(2);
        let mut tuner = NTupleBandit::new(space, 5, 0.7);
        let mut last = None;
        for _ in 0..200 {
            let setting = tuner.choose(&mut rng);
            assert_ne!(Some(setting), last);
            tuner.update(setting, 0.0);
            last = Some(setting);
        }
        assert_eq!(tuner.around.len(), 5);
    }
}
