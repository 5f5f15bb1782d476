//! Forward-model calls a tick.

use super::axis::Axis;
use super::drawing::{Anchor, Drawing, Font, Ink, TEXT, fit, mark, text_width};
use super::{WIDTH, labels};
use crate::report::analysis::Analysis;
use crate::report::tables::decimal;
use crate::store::Tally;

const BAND: f64 = 30.0;

/// A line for each agent with a mark for each game, and a line for all of them together.
pub fn calls(analysis: &Analysis) -> Drawing {
    let names = labels(analysis);
    let widest = names.iter().map(|name| text_width(name, TEXT)).fold(0.0, f64::max);
    let left = widest.min(260.0) + 26.0;
    let right = WIDTH - 70.0;
    let top = 26.0;
    let bottom = top + BAND * names.len() as f64;
    let values = || analysis.contestants.iter().flat_map(|who| who.games.iter()).filter_map(mean_calls);
    let positive = values().filter(|value| *value > 0.0);
    let range = (positive.clone().fold(f64::INFINITY, f64::min), positive.fold(f64::NEG_INFINITY, f64::max));
    // An agent that never simulates has no place on a logarithmic axis.
    let axis = if range.1 > 20.0 * range.0 && values().all(|value| value > 0.0) {
        Axis::logarithmic(range, (left, right))
    } else {
        Axis::rounded((0.0, range.1.max(1.0)), (left, right), 6)
    };
    let mut drawing = Drawing::new(WIDTH, bottom + 40.0, "Forward-model calls a tick of each agent");
    axis.draw(&mut drawing, top, bottom);
    drawing.text((right + 12.0, 12.0), Anchor::Start, Font::small(), "all");
    for (place, contestant) in analysis.contestants.iter().enumerate() {
        let y = top + BAND * (place as f64 + 0.5);
        drawing.text((left - 12.0, y), Anchor::End, Font::text(), &fit(&contestant.label, left - 20.0, TEXT));
        let mean = contestant.total.calls.mean();
        if !mean.is_nan() {
            let x = axis.place(mean);
            drawing.line((x, y - 10.0), (x, y + 10.0), Ink::Main, 1.6);
        }
        for (game, tally) in analysis.games.iter().zip(&contestant.games) {
            let Some(value) = mean_calls(tally) else { continue };
            let hint = format!("{} in {game}: {} calls a tick", contestant.label, decimal(value, 1));
            drawing.with_hint(&hint, |drawing| drawing.mark((axis.place(value), y), 3.6, mark(place)));
        }
        let text = decimal(mean, if mean < 10.0 { 1 } else { 0 });
        drawing.text((right + 12.0, y), Anchor::Start, Font::text(), &text);
    }
    let caption =
        "forward-model calls a tick, without the warm-up (a mark for each game, line: over all games)";
    drawing.text(((left + right) / 2.0, bottom + 29.0), Anchor::Middle, Font::text(), caption);
    drawing
}

/// Calls a tick in a game, if it was played and had ticks.
fn mean_calls(tally: &Option<Tally>) -> Option<f64> {
    tally.as_ref().map(|tally| tally.calls.mean()).filter(|value| !value.is_nan())
}
