//! Are two win rates different?

use super::normal;

/// What a test found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// The test's statistic: z, U or W, as the test says.
    pub statistic: f64,
    /// Two-sided p-value; 1 where there is nothing to tell apart.
    pub p: f64,
}

/// The two-proportion z-test with pooled variance. Positive z: the first rate is the larger one.
pub fn two_proportions(wins_a: u64, plays_a: u64, wins_b: u64, plays_b: u64) -> Test {
    if plays_a == 0 || plays_b == 0 {
        return Test { statistic: 0.0, p: 1.0 };
    }
    let (na, nb) = (plays_a as f64, plays_b as f64);
    let pooled = (wins_a + wins_b) as f64 / (na + nb);
    let error = (pooled * (1.0 - pooled) * (1.0 / na + 1.0 / nb)).sqrt();
    if error == 0.0 {
        return Test { statistic: 0.0, p: 1.0 };
    }
    let z = (wins_a as f64 / na - wins_b as f64 / nb) / error;
    Test { statistic: z, p: normal::two_sided(z) }
}
