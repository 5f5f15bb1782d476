//! The Mann-Whitney U test: does one of two samples tend to hold larger values?

use super::{Distribution, Test, normal};

/// Exact p-values where SciPy computes them by default: no ties, and the smaller sample has at most this many values.
const EXACT_SMALLER: u64 = 8;
/// Above this the exact distribution costs more than it tells.
const EXACT_LARGER: u64 = 50;

/// U of the first sample: pairs in which its value is the larger one, equal pairs counting one half.
pub fn u_statistic(a: &Distribution, b: &Distribution) -> f64 {
    let mut u = 0.0;
    let mut below = 0;
    let mut rest = b.counts();
    for &(value, count) in a.counts() {
        while let Some((&(other, times), tail)) = rest.split_first()
            && other < value
        {
            below += times;
            rest = tail;
        }
        let equal = rest.first().filter(|&&(other, _)| other == value).map_or(0, |&(_, times)| times);
        u += count as f64 * (below as f64 + equal as f64 / 2.0);
    }
    u
}

/// The two-sided test. Exact for small samples without ties; otherwise the normal approximation with corrections for
/// ties and continuity.
pub fn mann_whitney(a: &Distribution, b: &Distribution) -> Test {
    let (na, nb) = (a.len(), b.len());
    let u = u_statistic(a, b);
    if na == 0 || nb == 0 {
        return Test { statistic: u, p: 1.0 };
    }
    let tied = Distribution::of_counts(a.counts().iter().chain(b.counts()).copied());
    let has_ties = tied.counts().iter().any(|&(_, count)| count > 1);
    let p = if !has_ties && na.min(nb) <= EXACT_SMALLER && na.max(nb) <= EXACT_LARGER {
        exact(u, na, nb)
    } else {
        approximate(u, na, nb, &tied)
    };
    Test { statistic: u, p }
}

fn approximate(u: f64, na: u64, nb: u64, tied: &Distribution) -> f64 {
    let (na, nb) = (na as f64, nb as f64);
    let n = na + nb;
    let ties: f64 = tied.counts().iter().map(|&(_, t)| (t as f64).powi(3) - t as f64).sum();
    let deviation = (na * nb / 12.0 * ((n + 1.0) - ties / (n * (n - 1.0)))).sqrt();
    if deviation == 0.0 || deviation.is_nan() {
        return 1.0;
    }
    let larger = u.max(na * nb - u);
    let z = (larger - na * nb / 2.0 - 0.5) / deviation;
    if z <= 0.0 { 1.0 } else { normal::two_sided(z) }
}

/// Twice the tail of the exact distribution of U when all orders of the joint sample are equally likely.
fn exact(u: f64, na: u64, nb: u64) -> f64 {
    let ways = orders_by_u(na as usize, nb as usize);
    let all: f64 = ways.iter().sum();
    let larger = u.max((na * nb) as f64 - u) as usize;
    let tail: f64 = ways[larger..].iter().sum();
    (2.0 * tail / all).min(1.0)
}

/// How many orders of `na` and `nb` distinct values give each U. A U of k corresponds to a partition of k into at most
/// `na` parts of size at most `nb`, which this counts by allowing ever larger parts.
fn orders_by_u(na: usize, nb: usize) -> Vec<f64> {
    let top = na * nb;
    // ways[parts][sum], with parts of the sizes admitted so far.
    let mut ways = vec![vec![0.0; top + 1]; na + 1];
    ways[0][0] = 1.0;
    for size in 1..=nb {
        for parts in 1..=na {
            for sum in size..=parts * size {
                ways[parts][sum] += ways[parts - 1][sum - size];
            }
        }
    }
    let mut total = vec![0.0; top + 1];
    for row in &ways {
        for (sum, count) in row.iter().enumerate() {
            total[sum] += count;
        }
    }
    total
}
