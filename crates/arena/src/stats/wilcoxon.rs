//! The Wilcoxon signed-rank test: over many games, is one of two agents the better one?

use super::{Test, normal};

/// Up to this many differences the exact distribution is used, ties included.
const EXACT_LIMIT: usize = 50;

/// The signed-rank sums behind the test, of use for effect sizes too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankSums {
    /// Sum of the ranks of positive differences.
    pub positive: f64,
    /// Sum of the ranks of negative differences.
    pub negative: f64,
}

/// Ranks of the absolute differences that are not zero, doubled so that shared ranks stay whole numbers, with the sign
/// of the difference.
fn doubled_ranks(differences: &[f64]) -> Vec<(usize, bool)> {
    let mut kept: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0 && !d.is_nan()).collect();
    kept.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let mut ranks = Vec::with_capacity(kept.len());
    for group in kept.chunk_by(|a, b| a.abs() == b.abs()) {
        let first = ranks.len() + 1;
        let last = ranks.len() + group.len();
        ranks.extend(group.iter().map(|d| (first + last, *d > 0.0)));
    }
    ranks
}

/// The rank sums of paired differences; zero differences are left out.
pub fn rank_sums(differences: &[f64]) -> RankSums {
    let mut sums = RankSums { positive: 0.0, negative: 0.0 };
    for (doubled, positive) in doubled_ranks(differences) {
        let rank = doubled as f64 / 2.0;
        if positive { sums.positive += rank } else { sums.negative += rank }
    }
    sums
}

/// The two-sided test on paired differences. Zero differences are left out (Wilcoxon's own treatment); equal absolute
/// differences share their mean rank. Up to 50 differences the p-value is exact given the ranks; beyond, the normal
/// approximation with correction for ties and none for continuity. The statistic is the smaller rank sum.
pub fn wilcoxon(differences: &[f64]) -> Test {
    let ranks = doubled_ranks(differences);
    let sums = rank_sums(differences);
    let statistic = sums.positive.min(sums.negative);
    if ranks.is_empty() {
        return Test { statistic, p: 1.0 };
    }
    let p =
        if ranks.len() <= EXACT_LIMIT { exact(statistic, &ranks) } else { approximate(statistic, &ranks) };
    Test { statistic, p }
}

/// Twice the share of all sign patterns whose positive sum is at most the statistic, counted by subset sums.
fn exact(statistic: f64, ranks: &[(usize, bool)]) -> f64 {
    let top: usize = ranks.iter().map(|&(rank, _)| rank).sum();
    let mut share = vec![0.0; top + 1];
    share[0] = 1.0;
    let mut reach = 0;
    for &(rank, _) in ranks {
        for sum in (0..=reach).rev() {
            let half = share[sum] / 2.0;
            share[sum] = half;
            share[sum + rank] += half;
        }
        reach += rank;
    }
    let tail: f64 = share[..=(2.0 * statistic).round() as usize].iter().sum();
    (2.0 * tail).min(1.0)
}

fn approximate(statistic: f64, ranks: &[(usize, bool)]) -> f64 {
    let n = ranks.len() as f64;
    let mean = n * (n + 1.0) / 4.0;
    let ties: f64 = ranks
        .chunk_by(|a, b| a.0 == b.0)
        .map(|group| {
            let t = group.len() as f64;
            t * t * t - t
        })
        .sum();
    let deviation = ((n * (n + 1.0) * (2.0 * n + 1.0) - ties / 2.0) / 24.0).sqrt();
    normal::two_sided((statistic - mean) / deviation)
}
