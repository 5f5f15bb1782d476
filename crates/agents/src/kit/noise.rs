//! Noise that breaks ties and is too small to do anything else.

use crate::interface::Rng;

/// Keeps divisions by numbers of visits finite.
pub const EPSILON: f64 = 1e-6;

/// GVGAI's noise, relative to the value: at 10^7, the value of a win, it is worth several points.
#[inline]
pub fn relative(value: f64, rng: &mut Rng) -> f64 {
    (value + EPSILON) * (1.0 + EPSILON * (rng.unit() - 0.5))
}

/// Noise of at most half a millionth either way.
#[inline]
pub fn centred(rng: &mut Rng) -> f64 {
    EPSILON * (rng.unit() - 0.5)
}
