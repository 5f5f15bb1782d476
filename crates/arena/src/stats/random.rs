//! A small generator for resampling: the statistics of a report must not change from one print to the next.

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
        if p <= 0.0 {
            0
        } else if p >= 1.0 {
            trials
        } else {
            (0..trials).filter(|_| self.uniform() < p).count() as u64
        }
    }

    /// A standard normal number (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}
