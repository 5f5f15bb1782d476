//! The tuners, on landscapes whose best settings are known.

use ludex_agents::Rng;
use ludex_agents::tuning::{Evolution, NTupleBandit, NaiveMonteCarlo, Setting, Space, Tuner};

/// Noise of at most so much either way, from a generator of its own.
struct Noisy<'a> {
    space: &'a Space,
    reward: &'a dyn Fn(&[usize]) -> f64,
    noise: f64,
    rng: Rng,
}

impl Noisy<'_> {
    fn values(&self, setting: Setting) -> Vec<usize> {
        (0..self.space.parameters()).map(|parameter| self.space.value(setting, parameter)).collect()
    }

    fn sample(&mut self, setting: Setting) -> f64 {
        (self.reward)(&self.values(setting)) + self.noise * (2.0 * self.rng.unit() - 1.0)
    }
}

/// Runs a tuner and returns what it used most in the last half, and the mean reward without noise in the first and in the
/// last tenth.
fn run(tuner: &mut dyn Tuner, landscape: &mut Noisy<'_>, trials: usize, seed: u64) -> (Vec<usize>, f64, f64) {
    let mut rng = Rng::new(seed);
    let mut used = vec![0; landscape.space.combinations()];
    let (mut early, mut late) = (0.0, 0.0);
    for trial in 0..trials {
        let setting = tuner.choose(&mut rng);
        assert!(landscape.space.is_legal(setting));
        assert_eq!(tuner.choose(&mut rng), setting, "a choice stands until it was tried");
        let reward = landscape.sample(setting);
        tuner.update(setting, reward);
        used[setting.index()] += usize::from(2 * trial >= trials);
        let exact = (landscape.reward)(&landscape.values(setting));
        early += if 10 * trial < trials { exact } else { 0.0 };
        late += if 10 * trial >= 9 * trials { exact } else { 0.0 };
    }
    let most = landscape.space.settings().max_by_key(|s| used[s.index()]).unwrap();
    let tenth = trials as f64 / 10.0;
    (landscape.values(most), early / tenth, late / tenth)
}

/// The tuners with the constants of Sironi et al. (2018).
fn tuners(space: &Space) -> Vec<(&'static str, Box<dyn Tuner>)> {
    vec![
        ("nmc", Box::new(NaiveMonteCarlo::new(space.clone(), 0.75, 0.7))),
        ("ea", Box::new(Evolution::new(space.clone(), 50, 25, 0.5))),
        ("ntbea", Box::new(NTupleBandit::new(space.clone(), 5, 0.7))),
    ]
}

fn distance(values: &[usize], to: &[usize]) -> f64 {
    values.iter().zip(to).map(|(a, b)| a.abs_diff(*b)).sum::<usize>() as f64
}

#[test]
fn all_find_the_top_of_a_hill_in_noise() {
    let space = Space::new(&[15, 15], |_| true).unwrap();
    let top = [3, 11];
    let reward = |values: &[usize]| 1.0 - distance(values, &top) / 23.0;
    for seed in 0..3 {
        for (name, mut tuner) in tuners(&space) {
            let mut landscape =
                Noisy { space: &space, reward: &reward, noise: 0.1, rng: Rng::new(100 + seed) };
            let (most, early, late) = run(&mut *tuner, &mut landscape, 6000, seed);
            assert!(distance(&most, &top) <= 3.0, "{name} {seed}: {most:?}");
            assert!(late > early + 0.05 && late > 0.75, "{name} {seed}: {early} {late}");
        }
    }
}

#[test]
fn illegal_settings_are_never_chosen() {
    // The hill's top is out of bounds: the best legal settings lie on the diagonal below it.
    let space = Space::new(&[12, 12], |values| values[0] + values[1] <= 12).unwrap();
    let reward = |values: &[usize]| (values[0] + values[1]) as f64 / 24.0;
    for (name, mut tuner) in tuners(&space) {
        let mut landscape = Noisy { space: &space, reward: &reward, noise: 0.05, rng: Rng::new(7) };
        let (most, _, late) = run(&mut *tuner, &mut landscape, 4000, 1);
        assert!(most[0] + most[1] >= 11 && late > 0.4, "{name}: {most:?} {late}");
    }
}

#[test]
fn pairs_that_only_work_together() {
    // Each parameter by itself says nothing: the reward is high where both agree. Naive Monte-Carlo cannot see that with
    // its local bandits, but its global one can, and so can n-tuples.
    let space = Space::new(&[6, 6], |_| true).unwrap();
    let reward = |values: &[usize]| if values[0] == values[1] { 1.0 } else { 0.0 };
    for (name, mut tuner) in tuners(&space) {
        let mut landscape = Noisy { space: &space, reward: &reward, noise: 0.2, rng: Rng::new(9) };
        let (most, early, late) = run(&mut *tuner, &mut landscape, 6000, 2);
        assert_eq!(most[0], most[1], "{name}");
        assert!(late > early, "{name}: {early} {late}");
    }
}

#[test]
fn the_model_of_the_n_tuple_bandit_knows_the_best() {
    // Five parameters, 3125 settings, 600 trials with noise larger than the steps of the landscape.
    let space = Space::new(&[5; 5], |_| true).unwrap();
    let top = [4, 0, 2, 1, 3];
    let reward = |values: &[usize]| -distance(values, &top) / 5.0;
    for seed in 0..3 {
        let mut landscape = Noisy { space: &space, reward: &reward, noise: 0.5, rng: Rng::new(seed) };
        let mut tuner = NTupleBandit::new(space.clone(), 50, 1.0);
        run(&mut tuner, &mut landscape, 600, seed);
        let best = landscape.values(tuner.best().unwrap());
        assert!(distance(&best, &top) <= 2.0, "{best:?}");
        for (parameter, &value) in top.iter().enumerate() {
            let values = tuner.values(parameter);
            assert_eq!(values.iter().map(|seen| seen.trials).sum::<u64>(), 600);
            let mean = |v: usize| values[v].mean;
            let worst = if value > 2 { 0 } else { 4 };
            assert!(values[worst].trials == 0 || mean(value) > mean(worst), "{parameter}: {values:?}");
        }
    }
}

#[test]
fn a_space_with_a_single_setting() {
    let space = Space::new(&[1, 1], |_| true).unwrap();
    for (_, mut tuner) in tuners(&space) {
        let mut landscape = Noisy { space: &space, reward: &|_| 1.0, noise: 0.0, rng: Rng::new(1) };
        assert_eq!(run(&mut *tuner, &mut landscape, 200, 1).0, [0, 0]);
    }
}
