//! Mean and standard error of many values, from sums that can be added up in any order.

/// Count, mean and sum of squared deviations: enough for mean and standard error, and mergeable.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moments {
    /// How many values.
    pub count: u64,
    mean: f64,
    /// Sum of squared deviations from the mean.
    squares: f64,
}

impl Moments {
    /// Moments of a list of values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut moments = Self::default();
        for value in values {
            moments.add(value, 1);
        }
        moments
    }

    /// Adds the same value `times` times.
    pub fn add(&mut self, value: f64, times: u64) {
        self.merge(&Self { count: times, mean: value, squares: 0.0 });
    }

    /// Adds the values of another group.
    pub fn merge(&mut self, other: &Self) {
        let total = self.count + other.count;
        if other.count == 0 {
            return;
        }
        let gap = other.mean - self.mean;
        let share = other.count as f64 / total as f64;
        self.squares += other.squares + gap * gap * self.count as f64 * share;
        self.mean += gap * share;
        self.count = total;
    }

    /// The mean; not a number when there are no values.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { f64::NAN } else { self.mean }
    }

    /// The sample variance, with n - 1 in the denominator; not a number for fewer than two values.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { f64::NAN } else { self.squares / (self.count - 1) as f64 }
    }

    /// The standard error of the mean; not a number for fewer than two values.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.count as f64).sqrt()
    }
}
