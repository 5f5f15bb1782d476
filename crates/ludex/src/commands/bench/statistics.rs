//! Figures over all games.

/// The distribution of a figure over games.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    pub geomean: f64,
    pub minimum: f64,
    /// A quarter, half and three quarters of the games are below.
    pub quartiles: [f64; 3],
}

impl Distribution {
    /// None without a value.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Distribution> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let &minimum = values.first()?;
        let mean_log = values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64;
        let quartiles = [0.25, 0.5, 0.75].map(|share| quantile(&values, share));
        Some(Distribution { geomean: mean_log.exp(), minimum, quartiles })
    }
}

/// The value that a share of sorted values lies below, between two of them where it falls between.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_four() {
        let four = Distribution::of([8.0, 1.0, 4.0, 2.0]).unwrap();
        assert!((four.geomean - 64_f64.powf(0.25)).abs() < 1e-12);
        assert_eq!((four.minimum, four.quartiles), (1.0, [1.75, 3.0, 5.0]));
    }

    #[test]
    fn of_few() {
        assert_eq!(Distribution::of([]), None);
        assert_eq!(Distribution::of([3.0]).unwrap().quartiles, [3.0; 3]);
        assert_eq!(Distribution::of([0.0, 3.0]).unwrap().geomean, 0.0);
    }
}
