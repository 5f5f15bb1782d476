//! Forward-model calls a tick.

use super::axis::Axis;
use super::svg::{Anchor, Svg, TEXT, fit, mark, text_width};
use super::{WIDTH, labels};
use crate::report::analysis::Analysis;
use crate::report::tables::decimal;
use crate::store::Tally;

const BAND: f64 = 30.0;

/// A line for each contestant with a mark for each game, and the mean over all plays.
pub fn calls(analysis: &Analysis) -> String {
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
    let mut svg = Svg::new(WIDTH, bottom + 40.0);
    axis.draw(&mut svg, top, bottom);
    svg.text((right + 12.0, 12.0), Anchor::Start, "small", "mean");
    for (place, contestant) in analysis.contestants.iter().enumerate() {
        let y = top + BAND * (place as f64 + 0.5);
        svg.text((left - 12.0, y), Anchor::End, "", &fit(&contestant.label, left - 20.0, TEXT));
        let mean = contestant.total.fm_per_tick.mean();
        if !mean.is_nan() {
            let x = axis.place(mean);
            svg.stroke((x, y - 10.0), (x, y + 10.0), "#222", 1.6);
        }
        for (game, tally) in analysis.games.iter().zip(&contestant.games) {
            let Some(value) = mean_calls(tally) else { continue };
            let hint = format!("{} in {game}: {} calls a tick", contestant.label, decimal(value, 1));
            svg.with_hint(&hint, |svg| svg.mark((axis.place(value), y), 3.6, mark(place)));
        }
        svg.text((right + 12.0, y), Anchor::Start, "", &decimal(mean, if mean < 10.0 { 1 } else { 0 }));
    }
    let caption = "forward-model calls a tick (a mark for each game, line: mean over all plays)";
    svg.text(((left + right) / 2.0, bottom + 29.0), Anchor::Middle, "", caption);
    svg.finish("Forward-model calls a tick of each agent")
}

/// Calls a tick in a game, if it was played and had ticks.
fn mean_calls(tally: &Option<Tally>) -> Option<f64> {
    tally.as_ref().map(|tally| tally.fm_per_tick.mean()).filter(|value| !value.is_nan())
}
