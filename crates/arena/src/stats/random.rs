//! A small generator for resampling: the statistics of a report must not change from one print to the next.

/// Above this the chance of no success may be too small for a double; the normal approximation is then as good.
const INVERSION_LIMIT: u64 = 1000;

/// SplitMix64, seeded with a constant by every user.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A generator that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        crate::hash::mix(self.0)
    }

    /// A number from 0 (included) to 1 (excluded).
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// How many of `trials` tries succeed, each with probability `p`.
    pub fn binomial(&mut self, trials: u64, p: f64) -> u64 {
        if p.is_nan() || p <= 0.0 {
            0
        } else if p > 0.5 {
            trials - self.binomial(trials, 1.0 - p)
        } else if trials > INVERSION_LIMIT {
            let n = trials as f64;
            let drawn = n * p + (n * p * (1.0 - p)).sqrt() * self.normal();
            (drawn.round().max(0.0) as u64).min(trials)
        } else {
            self.binomial_by_inversion(trials, p)
        }
    }

    /// Goes through the outcomes from none upwards until their probabilities exceed a uniform number.
    fn binomial_by_inversion(&mut self, trials: u64, p: f64) -> u64 {
        let odds = p / (1.0 - p);
        let mut left = self.uniform();
        let mut probability = (1.0 - p).powf(trials as f64);
        for successes in 0..trials {
            left -= probability;
            if left < 0.0 {
                return successes;
            }
            probability *= odds * (trials - successes) as f64 / (successes + 1) as f64;
        }
        trials
    }

    /// A standard normal number (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Moments;

    #[test]
    fn draws_have_their_mean_and_variance() {
        let mut random = Random::new(7);
        for (trials, p) in [(1, 0.3), (15, 0.02), (15, 0.9), (100, 0.5), (5000, 0.4)] {
            let drawn = Moments::of((0..20_000).map(|_| random.binomial(trials, p) as f64));
            let n = trials as f64;
            let spread = n * p * (1.0 - p);
            assert!(
                (drawn.mean() - n * p).abs() < 4.0 * (spread / 20_000.0).sqrt(),
                "{trials} {p} {}",
                drawn.mean()
            );
            assert!((drawn.variance() / spread - 1.0).abs() < 0.06, "{trials} {p} {}", drawn.variance());
        }
        assert_eq!(
            (random.binomial(9, 0.0), random.binomial(9, 1.0), random.binomial(0, f64::NAN)),
            (0, 9, 0)
        );
        let normal = Moments::of((0..20_000).map(|_| random.normal()));
        assert!(normal.mean().abs() < 0.03 && (normal.variance() - 1.0).abs() < 0.05);
    }
}
