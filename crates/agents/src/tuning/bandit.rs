//! A many-armed bandit that is played by UCB1.

use crate::interface::Rng;

/// What each arm has paid.
#[derive(Debug, Clone)]
pub(super) struct Bandit {
    arms: Vec<Arm>,
    pulls: f64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Arm {
    pulls: f64,
    total: f64,
}

impl Bandit {
    /// A bandit that nobody has played yet.
    pub fn new(arms: usize) -> Bandit {
        Bandit { arms: vec![Arm::default(); arms], pulls: 0.0 }
    }

    pub fn update(&mut self, arm: usize, reward: f64) {
        self.pulls += 1.0;
        let arm = &mut self.arms[arm];
        arm.pulls += 1.0;
        arm.total += reward;
    }

    /// Has this arm been played?
    pub fn is_known(&self, arm: usize) -> bool {
        self.arms[arm].pulls > 0.0
    }

    /// Of these arms one that nobody has played, else the one with the largest upper confidence bound; ties are broken
    /// by chance. None if there are no arms.
    pub fn choose(&self, arms: impl Iterator<Item = usize>, c: f64, rng: &mut Rng) -> Option<usize> {
        let log = self.pulls.max(1.0).ln();
        let mut best = (f64::NEG_INFINITY, None);
        let mut equals = 0;
        for index in arms {
            let arm = self.arms[index];
            let value = if arm.pulls == 0.0 {
                f64::INFINITY
            } else {
                arm.total / arm.pulls + c * (log / arm.pulls).sqrt()
            };
            if value > best.0 {
                best = (value, Some(index));
                equals = 1;
            } else if value == best.0 {
                // Each of n equals is kept with probability 1 / n.
                equals += 1;
                if rng.below(equals) == 0 {
                    best.1 = Some(index);
                }
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_arms_first_then_the_best() {
        let mut rng = Rng::new(1);
        let mut bandit = Bandit::new(3);
        let mut seen = Vec::new();
        for _ in 0..3 {
            let arm = bandit.choose(0..3, 0.7, &mut rng).unwrap();
            seen.push(arm);
            bandit.update(arm, if arm == 1 { 1.0 } else { 0.0 });
        }
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 2]);
        let mut counts = [0; 3];
        for _ in 0..300 {
            let arm = bandit.choose(0..3, 0.7, &mut rng).unwrap();
            counts[arm] += 1;
            bandit.update(arm, if arm == 1 { 1.0 } else { 0.0 });
        }
        assert!(counts[1] > 280 && counts[0] > 0 && counts[2] > 0, "{counts:?}");
        assert_eq!(bandit.choose(std::iter::empty(), 0.7, &mut rng), None);
    }

    #[test]
    fn ties_are_broken_evenly() {
        let mut rng = Rng::new(2);
        let bandit = Bandit::new(4);
        let mut counts = [0_i32; 4];
        for _ in 0..4000 {
            counts[bandit.choose(0..4, 0.7, &mut rng).unwrap()] += 1;
        }
        assert!(counts.iter().all(|n| (n - 1000).abs() < 120), "{counts:?}");
    }
}
