//! How agents grow with what they may spend: the share of games won by forward-model calls a tick.

use super::axis::Axis;
use super::drawing::{Anchor, Drawing, Font, Ink, mark};
use super::legend::Legend;
use crate::stats::wilson;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 380.0;

/// An agent under several budgets.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The agent.
    pub label: String,
    /// What it won, by rising calls.
    pub points: Vec<CurvePoint>,
}

/// An agent under one budget.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePoint {
    /// Calls a tick.
    pub calls: f64,
    /// Games won.
    pub wins: u64,
    /// Games played.
    pub plays: u64,
    /// The budget.
    pub budget: String,
}

/// A line for each agent, with Wilson's intervals at 95 %.
pub fn scaling(curves: &[Curve]) -> Drawing {
    let labels: Vec<&str> = curves.iter().map(|curve| curve.label.as_str()).collect();
    let (left, right) = (56.0, WIDTH - 16.0);
    let legend = Legend::new(&labels, left, right);
    let (top, bottom) = (legend.height + 12.0, HEIGHT - 46.0);
    let calls = || curves.iter().flat_map(|curve| &curve.points).map(|point| point.calls);
    let range = (calls().fold(f64::INFINITY, f64::min).min(1e5), calls().fold(100.0, f64::max));
    let axis = Axis::logarithmic(range, (left, right));
    let height = |share: f64| bottom - share * (bottom - top);
    let mut drawing = Drawing::new(WIDTH, HEIGHT, "Games won by forward-model calls a tick");
    legend.draw(&mut drawing, 4.0);
    for percent in (0..=100).step_by(20) {
        let y = height(f64::from(percent) / 100.0);
        drawing.line((left, y), (right, y), Ink::Grid, 1.0);
        drawing.text((left - 8.0, y), Anchor::End, Font::small(), &format!("{percent} %"));
    }
    axis.draw(&mut drawing, top, bottom);
    for (place, curve) in curves.iter().enumerate() {
        let look = mark(place);
        let at = |point: &CurvePoint| {
            (axis.place(point.calls), height(point.wins as f64 / point.plays.max(1) as f64))
        };
        for pair in curve.points.windows(2) {
            drawing.line(at(&pair[0]), at(&pair[1]), look.colour, 1.4);
        }
        for point in &curve.points {
            let (x, y) = at(point);
            let interval = wilson(point.wins, point.plays);
            drawing.line((x, height(interval.low)), (x, height(interval.high)), look.colour, 0.8);
            let hint =
                format!("{} with {}: {} of {} won", curve.label, point.budget, point.wins, point.plays);
            drawing.with_hint(&hint, |drawing| drawing.mark((x, y), 4.2, look));
        }
    }
    let caption = "games won, by forward-model calls a tick (bars: 95 %)";
    drawing.text(((left + right) / 2.0, HEIGHT - 12.0), Anchor::Middle, Font::text(), caption);
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_joins_the_budgets_of_an_agent() {
        let point = |calls: f64, wins| CurvePoint { calls, wins, plays: 60, budget: format!("{calls}fm") };
        let curve = |label: &str, points| Curve { label: label.to_owned(), points };
        let picture =
            scaling(&[curve("one", vec![point(480.0, 30), point(5000.0, 45)]), curve("two", Vec::new())])
                .to_svg();
        assert!(picture.starts_with("<svg") && picture.contains("one with 5000fm: 45 of 60 won"));
        assert!(!picture.contains("NaN"), "{picture}");
    }
}
