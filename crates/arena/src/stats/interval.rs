//! 95 % intervals for a proportion.

use super::normal::Z95;

/// An estimate with its 95 % interval, in the unit of the estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The point estimate.
    pub estimate: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// The same interval in another unit, such as per cent instead of shares.
    pub fn scaled(self, factor: f64) -> Self {
        Self { estimate: self.estimate * factor, low: self.low * factor, high: self.high * factor }
    }

    /// Half the width: the number printed after the plus-minus sign.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether `value` lies inside, ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Wilson's score interval for a proportion. It stays inside 0..1 and keeps its coverage near 0 and 1, where win rates
/// of hard and easy games live. No plays: the estimate is not a number and the interval is everything, 0 to 1.
pub fn wilson(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { estimate: f64::NAN, low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let p = successes as f64 / n;
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // Exact at the ends, where the two terms are equal but for rounding.
    let low = if successes == 0 { 0.0 } else { centre - half };
    let high = if successes == trials { 1.0 } else { centre + half };
    Interval { estimate: p, low, high }
}

/// The normal approximation that most papers of the field print: `p +- 1.96 sqrt(p (1 - p) / n)`. Zero width at 0 and 1.
pub fn normal_approximation(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { estimate: f64::NAN, low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let p = successes as f64 / n;
    let half = Z95 * (p * (1.0 - p) / n).sqrt();
    Interval { estimate: p, low: p - half, high: p + half }
}
