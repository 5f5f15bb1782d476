//! The smallest and largest value seen, by which values are brought to the range from 0 to 1.

/// A range that grows with the values it is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
}

impl Bounds {
    /// The range of no values.
    pub const EMPTY: Bounds = Bounds { low: f64::INFINITY, high: f64::NEG_INFINITY };

    /// Makes room for a value.
    #[inline]
    pub fn include(&mut self, value: f64) {
        self.low = self.low.min(value);
        self.high = self.high.max(value);
    }

    /// The place of a value between the bounds, or `otherwise` where they do not yet differ.
    #[inline]
    pub fn normalise(&self, value: f64, otherwise: f64) -> f64 {
        if self.low < self.high { (value - self.low) / (self.high - self.low) } else { otherwise }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_bounds() {
        let mut bounds = Bounds::EMPTY;
        assert_eq!(bounds.normalise(3.0, 3.0), 3.0);
        bounds.include(2.0);
        assert_eq!(bounds.normalise(2.0, 0.5), 0.5);
        bounds.include(4.0);
        assert_eq!(bounds.normalise(3.0, 0.0), 0.5);
        assert_eq!(bounds.normalise(4.0, 0.0), 1.0);
        assert_eq!(bounds.normalise(5.0, 0.0), 1.5);
    }
}
