//! Choosing the best of several.

/// The candidate with the largest value; of equals the first, and none if no value is above minus infinity.
#[inline]
pub fn best<T>(candidates: impl IntoIterator<Item = (f64, T)>) -> Option<T> {
    let mut best = (f64::NEG_INFINITY, None);
    for (value, candidate) in candidates {
        if value > best.0 {
            best = (value, Some(candidate));
        }
    }
    best.1
}

/// The exploration term of UCB1: large for what was tried seldom. `log` is the logarithm of the visits of the node that
/// chooses, taken once for all its children.
#[inline]
pub fn exploration(log: f64, visits: f64) -> f64 {
    (log / visits).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equals_the_first() {
        assert_eq!(best([(1.0, 'a'), (3.0, 'b'), (f64::NAN, 'c'), (3.0, 'd')]), Some('b'));
        assert_eq!(best::<char>([]), None);
    }

    #[test]
    fn what_was_tried_four_times_as_often_is_half_as_interesting() {
        let log = 100_f64.ln();
        assert!((exploration(log, 5.0) / exploration(log, 20.0) - 2.0).abs() < 1e-12);
    }
}
