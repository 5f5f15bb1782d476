//! Axes: from values to places, with round numbers at the ticks.

use super::drawing::{Anchor, Drawing, Font, Ink};

/// A horizontal axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    left: f64,
    right: f64,
    logarithmic: bool,
    ticks: Vec<f64>,
}

impl Axis {
    /// An axis over exactly the given range, with about `count` ticks.
    pub fn exact(range: (f64, f64), places: (f64, f64), count: usize) -> Self {
        Self::with_step(range, places, nice_step((range.1 - range.0) / count as f64))
    }

    /// An axis over a range widened to round numbers.
    pub fn rounded(range: (f64, f64), places: (f64, f64), count: usize) -> Self {
        let (low, high) = if range.1 > range.0 { range } else { (range.0 - 0.5, range.0 + 0.5) };
        let step = nice_step((high - low) / count as f64);
        Self::with_step(((low / step).floor() * step, (high / step).ceil() * step), places, step)
    }

    fn with_step(range: (f64, f64), places: (f64, f64), step: f64) -> Self {
        // A little slack, so that rounding does not cost the last tick.
        let first = (range.0 / step - 1e-9).ceil() as i64;
        let last = (range.1 / step + 1e-9).floor() as i64;
        let ticks = (first..=last).map(|k| k as f64 * step).collect();
        Self { low: range.0, high: range.1, left: places.0, right: places.1, logarithmic: false, ticks }
    }

    /// A logarithmic axis over a range of positive numbers, with ticks at 1, 2 and 5 times powers of ten.
    pub fn logarithmic(range: (f64, f64), places: (f64, f64)) -> Self {
        let all = (-3..=9).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        let below = all.clone().filter(|tick| *tick <= range.0).fold(1e-3, f64::max);
        let above = all.clone().filter(|tick| *tick >= range.1).fold(5e9, f64::min);
        let above = if above > below { above } else { below * 10.0 };
        let ticks: Vec<f64> = all.filter(|tick| *tick >= below && *tick <= above).collect();
        // Over many powers of ten the powers are enough.
        let crowded = ticks.len() > 9;
        let ticks = ticks.into_iter().filter(|tick| !crowded || tick.log10().fract().abs() < 1e-9).collect();
        Self {
            low: below.log10(),
            high: above.log10(),
            left: places.0,
            right: places.1,
            logarithmic: true,
            ticks,
        }
    }

    /// The place of a value.
    pub fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.max(1e-3).log10() } else { value };
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.left + share * (self.right - self.left)
    }

    /// Draws lines at the ticks between two heights, and their numbers below.
    pub fn draw(&self, drawing: &mut Drawing, top: f64, bottom: f64) {
        for &tick in &self.ticks {
            let x = self.place(tick);
            drawing.line((x, top), (x, bottom), Ink::Grid, 1.0);
            drawing.text((x, bottom + 10.0), Anchor::Middle, Font::small(), &number(tick));
        }
        drawing.line((self.left, bottom), (self.right, bottom), Ink::Axis, 1.0);
    }
}

/// The next round number: 1, 2 or 5 times a power of ten.
fn nice_step(rough: f64) -> f64 {
    let rough = if rough.is_finite() && rough > 0.0 { rough } else { 1.0 };
    let power = 10f64.powf(rough.log10().floor());
    let digit =
        [1.0, 2.0, 5.0, 10.0].into_iter().find(|digit| digit * power >= rough * 0.999).unwrap_or(10.0);
    digit * power
}

/// A tick's number, with thousands as `k` and millions as `M`.
fn number(tick: f64) -> String {
    let short = |value: f64| {
        let rounded = (value * 1000.0).round() / 1000.0;
        format!("{}", if rounded == 0.0 { 0.0 } else { rounded }).replace('-', "−")
    };
    match tick.abs() {
        large if large >= 1e6 => format!("{}M", short(tick / 1e6)),
        large if large >= 1e4 => format!("{}k", short(tick / 1e3)),
        _ => short(tick),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(Axis::exact((0.0, 100.0), (0.0, 1.0), 5).ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        let axis = Axis::rounded((-3.7, 41.0), (0.0, 60.0), 5);
        assert_eq!(axis.ticks, [-10.0, 0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!(axis.place(5.0), 15.0);
        assert_eq!(Axis::rounded((-1.0, 61.0), (0.0, 1.0), 4).ticks, [-20.0, 0.0, 20.0, 40.0, 60.0, 80.0]);
        assert_eq!(Axis::rounded((7.0, 7.0), (0.0, 1.0), 4).place(7.0), 0.5);
        assert_eq!(
            Axis::logarithmic((12.0, 480.0), (0.0, 1.0)).ticks,
            [10.0, 20.0, 50.0, 100.0, 200.0, 500.0]
        );
        assert_eq!(
            Axis::logarithmic((1.0, 90_000.0), (0.0, 1.0)).ticks,
            [1.0, 10.0, 100.0, 1000.0, 10000.0, 100_000.0]
        );
        assert_eq!(number(20000.0), "20k");
        assert_eq!(number(-0.0), "0");
    }
}
