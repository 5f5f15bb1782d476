//! Which option to try next: the better an option was elsewhere, the more likely (Coulom 2007, Crazy Stone).

use super::values::Value;
use crate::interface::Rng;
use crate::kit::noise::EPSILON;

/// How likely options are drawn, given what is known of each, the best first, in proportion to each other.
///
/// The formula is Coulom's: the paper prints it without the minus sign, which would prefer the worst options.
pub fn weights<'v>(k: f64, values: impl ExactSizeIterator<Item = &'v Value>, weights: &mut Vec<f64>) {
    weights.clear();
    let all = values.len() as f64;
    let mut best = None;
    for (place, value) in values.enumerate() {
        let best: &Value = best.get_or_insert(value);
        let spread = (2.0 * (best.variance() + value.variance())).sqrt() + EPSILON;
        // Even the last of many is tried now and then.
        let least = (0.1 + 0.5_f64.powi(place.min(1000) as i32)) / all;
        weights.push((-k * (best.mean - value.mean) / spread).exp() + least);
    }
}

/// Draws a place, in proportion to the weights.
pub fn draw(weights: &[f64], rng: &mut Rng) -> usize {
    let mut rest = rng.unit() * weights.iter().sum::<f64>();
    for (place, weight) in weights.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return place;
        }
    }
    weights.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::instance::{Subtype, Target};
    use crate::options::values::Values;

    fn value(results: &[f64]) -> Value {
        let mut values = Values::default();
        let place = values.place(Subtype { kind: 0, about: Target::Only });
        results.iter().for_each(|result| values.get_mut(place).add(*result));
        *values.get(place)
    }

    #[test]
    fn the_formula() {
        let options = [value(&[9.0, 11.0]), value(&[3.0, 5.0])];
        let mut found = Vec::new();
        weights(0.5, options.iter(), &mut found);
        // Means 10 and 4, variances 1 and 1: exp(-0.5 * 6 / 2) = exp(-1.5).
        assert!((found[0] - (1.0 + 1.1 / 2.0)).abs() < 1e-6, "{found:?}");
        assert!((found[1] - ((-1.5_f64).exp() + 0.6 / 2.0)).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn good_options_are_drawn_more_often_and_uncertain_ones_too() {
        let (good, bad, unknown) = (value(&[10.0; 50]), value(&[-10.0, -8.0, -9.0]), value(&[]));
        let mut found = Vec::new();
        weights(0.5, [good, unknown, bad].iter(), &mut found);
        let mut rng = Rng::new(1);
        let mut drawn = [0; 3];
        (0..3000).for_each(|_| drawn[draw(&found, &mut rng)] += 1);
        assert!(drawn[0] > drawn[1] && drawn[1] > 3 * drawn[2] && drawn[2] > 0, "{drawn:?}");
    }
}
