//! Kendall's rank correlation.

use std::cmp::Ordering;

/// Kendall's tau-b of a number and a result, over all pairs of observations of the same group: 1 if a larger number always goes
/// with a better result, -1 if always with a worse one. Not a number if the one or the other is always the same.
///
/// ```
/// use ludex_arena::stats::kendall;
///
/// let observed = [(0, 1.0, 10), (0, 2.0, 20), (0, 3.0, 30), (1, 1.0, 5), (1, 2.0, 4)];
/// // Three pairs that agree in the first group, one that does not in the second.
/// assert_eq!(kendall(&observed, Ord::cmp), 0.5);
/// ```
pub fn kendall<T>(observed: &[(usize, f64, T)], compare: impl Fn(&T, &T) -> Ordering) -> f64 {
    let (mut balance, mut by_number, mut by_result) = (0_i64, 0_u64, 0_u64);
    for (place, (group, number, result)) in observed.iter().enumerate() {
        for (_, other, their) in observed[..place].iter().filter(|(theirs, ..)| theirs == group) {
            let (x, y) = (number.total_cmp(other), compare(result, their));
            balance += x as i64 * y as i64;
            by_number += u64::from(x != Ordering::Equal);
            by_result += u64::from(y != Ordering::Equal);
        }
    }
    balance as f64 / (by_number as f64 * by_result as f64).sqrt()
}
