//! A sample kept as distinct values with counts, so that a million scores take the room of a few hundred.

/// Distinct values in rising order, each with how often it occurred.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Distribution {
    values: Vec<(f64, u64)>,
}

impl Distribution {
    /// Collects values; those that are not numbers are left out.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        Self::of_counts(values.into_iter().map(|value| (value, 1)))
    }

    /// Collects values with their counts, in any order.
    pub fn of_counts(counts: impl IntoIterator<Item = (f64, u64)>) -> Self {
        let mut values: Vec<(f64, u64)> =
            counts.into_iter().filter(|&(value, count)| !value.is_nan() && count > 0).collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        values.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += later.1;
            }
            same
        });
        Self { values }
    }

    /// How many values in all.
    pub fn len(&self) -> u64 {
        self.values.iter().map(|&(_, count)| count).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The distinct values with their counts, in rising order.
    pub fn counts(&self) -> &[(f64, u64)] {
        &self.values
    }

    /// The value below which the share `q` of the sample lies, interpolated between neighbours (type 7, the default of R
    /// and NumPy). `None` when empty.
    pub fn quantile(&self, q: f64) -> Option<f64> {
        let last = self.len().checked_sub(1)?;
        let position = q.clamp(0.0, 1.0) * last as f64;
        let below = self.at(position.floor() as u64)?;
        let above = self.at(position.ceil() as u64)?;
        Some(below + (above - below) * position.fract())
    }

    /// The value at a place in the sorted sample, counted from 0.
    fn at(&self, index: u64) -> Option<f64> {
        let mut seen = 0;
        self.values.iter().find_map(|&(value, count)| {
            seen += count;
            (seen > index).then_some(value)
        })
    }
}
