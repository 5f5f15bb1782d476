//! Effect sizes: how large a difference is, whatever the number of plays.

use super::{Distribution, mann_whitney::u_statistic, wilcoxon::RankSums};

/// Cohen's h of two proportions: 0.2 is small, 0.5 medium, 0.8 large.
pub fn cohens_h(a: f64, b: f64) -> f64 {
    2.0 * a.sqrt().asin() - 2.0 * b.sqrt().asin()
}

/// Cliff's delta: the probability that a value of `a` is larger than one of `b`, less the probability that it is smaller.
/// From -1 to 1; 0 when either is empty.
pub fn cliffs_delta(a: &Distribution, b: &Distribution) -> f64 {
    let pairs = a.len() as f64 * b.len() as f64;
    if pairs == 0.0 { 0.0 } else { 2.0 * u_statistic(a, b) / pairs - 1.0 }
}

/// The matched-pairs rank-biserial correlation of a signed-rank test: the share of rank sum in favour less the share
/// against. From -1 to 1; 0 without differences.
pub fn rank_biserial(sums: RankSums) -> f64 {
    let total = sums.positive + sums.negative;
    if total == 0.0 { 0.0 } else { (sums.positive - sums.negative) / total }
}
