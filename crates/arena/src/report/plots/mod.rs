//! Plots: on a page, in a browser, in print, in papers.

mod axis;
mod beats;
mod calls;
mod drawing;
mod legend;
mod pdf;
mod scaling;
mod scores;
mod svg;
mod wins;

pub(crate) use axis::Axis;
pub use drawing::Drawing;
pub(crate) use drawing::{Anchor, Font, Ink, mark};
pub(crate) use legend::Legend;
pub use scaling::{Curve, CurvePoint, scaling};
pub(super) use svg::escape;

use super::analysis::Analysis;

/// Width of the large plots: a page of A4 at 96 pixels an inch, less margins.
const WIDTH: f64 = 880.0;

/// No part of a plot is higher than this, so that it fits on a printed page.
const HEIGHT: f64 = 1080.0;

/// A plot with a name for its file and a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Name without ending.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// The picture; in several parts, each no higher than a page, when there are many games.
    pub parts: Vec<Drawing>,
}

/// All plots that the results give.
pub fn plots(analysis: &Analysis) -> Vec<Plot> {
    let mut plots = vec![Plot { name: "wins", title: "Games won", parts: wins::wins(analysis) }];
    if !analysis.pairs.is_empty() {
        plots.push(Plot {
            name: "beats",
            title: "Agents against each other",
            parts: vec![beats::beats(analysis)],
        });
    }
    plots.push(Plot { name: "scores", title: "Scores", parts: scores::scores(analysis) });
    plots.push(Plot { name: "calls", title: "Forward-model calls", parts: vec![calls::calls(analysis)] });
    plots
}

/// Cuts a list into as few parts of at most `most` as will do, all about equally long.
fn evenly<T>(list: &[T], most: usize) -> std::slice::Chunks<'_, T> {
    let parts = list.len().div_ceil(most.max(1)).max(1);
    list.chunks(list.len().div_ceil(parts).max(1))
}

fn labels(analysis: &Analysis) -> Vec<&str> {
    analysis.contestants.iter().map(|contestant| &*contestant.label).collect()
}

#[cfg(test)]
mod tests {
    use super::drawing::text_width;
    use super::*;
    use crate::cell::Entrant;
    use crate::stats::{Distribution, Moments};
    use crate::store::{PerTick, Tallies, Tally};
    use std::sync::Arc;

    fn analysis(agents: &[&str], games: usize, plays: u64) -> Analysis {
        let mut tallies = Tallies::default();
        for (place, agent) in agents.iter().enumerate() {
            let entrant = Arc::new(Entrant::new(*agent, "480fm"));
            for game in 0..games {
                let scores =
                    Distribution::of((0..plays).map(|play| (play * 37 % 11) as f64 * 1000.0 - 500.0));
                let tally = Tally {
                    plays,
                    wins: plays * (game as u64 % 5) / (4 + place as u64),
                    ticks: Moments::of([100.0; 3]),
                    calls: PerTick { total: (place * 1000 + game) as u64, ticks: 1 },
                    scores,
                    ..Tally::default()
                };
                let name = format!("game{}{game}", "long".repeat(game % 7));
                tallies.add(&entrant, &name.into(), 0, tally);
            }
        }
        Analysis::new(&tallies, &[], Vec::new(), false, &Default::default())
    }

    fn attribute(element: &str, name: &str) -> f64 {
        let rest = element.split_once(&format!(" {name}=\"")).unwrap().1;
        rest.split_once('"').unwrap().0.parse().unwrap()
    }

    /// Left, right and middle height of every text.
    fn texts(svg: &str) -> Vec<(f64, f64, f64, String)> {
        svg.lines()
            .filter(|line| line.starts_with("<text"))
            .map(|line| {
                let text = line.split_once('>').unwrap().1.trim_end_matches("</text>").to_owned();
                let size = attribute(line, "font-size");
                let width = text_width(&text.replace("&amp;", "&"), size);
                let x = attribute(line, "x");
                let left = match () {
                    () if line.contains("\"end\"") => x - width,
                    () if line.contains("\"middle\"") => x - width / 2.0,
                    () => x,
                };
                (left, left + width, attribute(line, "y"), text)
            })
            .collect()
    }

    #[test]
    fn texts_stay_inside_and_apart() {
        let long = "mcts(c=0.6,depth=10)+bfti+nst+ph+tr(0.6)+la+nbp+kbe+dgd and whatever else there may be in years to come";
        let crowd: Vec<String> =
            (0..20).map(|place| format!("agent{place}+{}", "part+".repeat(place))).collect();
        let crowd: Vec<&str> = crowd.iter().map(|name| &**name).collect();
        for analysis in [
            analysis(&["random"], 1, 1),
            analysis(&["random", "mcts"], 3, 1),
            analysis(&["random", "mcts", long], 10, 100),
            analysis(&crowd, 61, 20),
        ] {
            for plot in plots(&analysis) {
                for drawing in &plot.parts {
                    let svg = &drawing.to_svg();
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", plot.name);
                    let (width, height) = (attribute(svg, "width"), attribute(svg, "height"));
                    let texts = texts(svg);
                    for (index, (left, right, y, text)) in texts.iter().enumerate() {
                        assert!(*left >= 0.0 && *right <= width && *y <= height, "{}: {text}", plot.name);
                        for (other_left, other_right, other_y, other) in &texts[..index] {
                            let apart =
                                (y - other_y).abs() >= 9.0 || left >= other_right || right <= other_left;
                            assert!(apart, "{}: {text} and {other} overlap", plot.name);
                        }
                    }
                }
            }
        }
    }
}
