//! Are two win rates different, where both met the same games?

use super::Test;

/// McNemar's exact test: of the games that only one of the two won, so many were won by the first, so many by the second. The
/// statistic is their difference over the root of their sum.
pub fn mcnemar(first: u64, second: u64) -> Test {
    let (n, fewer) = (first + second, first.min(second));
    if n == 0 {
        return Test { statistic: 0.0, p: 1.0 };
    }
    // The tail of a binomial distribution with even odds, in logarithms: 0.5^n is too small for thousands of games.
    let mut logarithm = n as f64 * 0.5f64.ln();
    let mut tail = 0.0;
    for k in 0..=fewer {
        tail += logarithm.exp();
        logarithm += ((n - k) as f64).ln() - ((k + 1) as f64).ln();
    }
    Test { statistic: (first as f64 - second as f64) / (n as f64).sqrt(), p: (2.0 * tail).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values summed up with fractions, which `scipy.stats.binomtest` agrees with.
    #[test]
    fn exact_values() {
        for (first, second, p) in [
            (2, 8, 0.109375),
            (5, 15, 0.04138946533203125),
            (15, 5, 0.04138946533203125),
            (0, 1, 1.0),
            (4, 4, 1.0),
            (0, 0, 1.0),
            (40, 60, 0.05688793364098079),
            (900, 1100, 8.457089535503927e-06),
        ] {
            let found = mcnemar(first, second);
            assert!((found.p / p - 1.0).abs() < 1e-9, "{first} {second}: {} {p}", found.p);
            assert_eq!(found.statistic > 0.0, first > second);
        }
    }
}
