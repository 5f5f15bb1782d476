//! How scores are spread, game by game.

use super::axis::Axis;
use super::drawing::{Anchor, Drawing, Font, fit, mark};
use super::legend::Legend;
use super::{HEIGHT, WIDTH, evenly, labels};
use crate::report::analysis::Analysis;
use crate::report::tables::decimal;

const COLUMNS: usize = 3;
const STEP: f64 = 15.0;
const GAP: f64 = 28.0;
const HEAD: f64 = 24.0;
const FOOT: f64 = 30.0;

/// A small plot for each game, with a box for each contestant: the middle half of its scores, its median and mean, and
/// whiskers from the 5 % to the 95 % point.
pub fn scores(analysis: &Analysis) -> Vec<Drawing> {
    let height = HEAD + STEP * analysis.contestants.len() as f64 + FOOT;
    let per_part = COLUMNS * (((HEIGHT - 100.0) / height) as usize).max(1);
    let games: Vec<usize> = (0..analysis.games.len()).collect();
    evenly(&games, per_part).map(|games| part(analysis, games, height)).collect()
}

fn part(analysis: &Analysis, games: &[usize], height: f64) -> Drawing {
    let margin = 12.0;
    let panel = (WIDTH - 2.0 * margin - GAP * (COLUMNS as f64 - 1.0)) / COLUMNS as f64;
    let legend = Legend::new(&labels(analysis), margin, WIDTH - margin);
    let top = legend.height + 8.0;
    let bottom = top + height * games.len().div_ceil(COLUMNS) as f64;
    let mut drawing = Drawing::new(WIDTH, bottom + 22.0, "Distribution of each agent's scores in each game");
    legend.draw(&mut drawing, 2.0);
    for (index, &game) in games.iter().enumerate() {
        let left = margin + (panel + GAP) * (index % COLUMNS) as f64;
        let panel_top = top + height * (index / COLUMNS) as f64;
        draw_game(&mut drawing, analysis, game, (left, panel_top), panel);
    }
    let caption = "score (box: middle half, line: median, dot: mean, whiskers: 5 % to 95 %)";
    drawing.text((WIDTH / 2.0, bottom + 8.0), Anchor::Middle, Font::text(), caption);
    drawing
}

fn draw_game(drawing: &mut Drawing, analysis: &Analysis, index: usize, corner: (f64, f64), width: f64) {
    let (left, top) = corner;
    let game = &*analysis.games[index];
    drawing.text((left, top + 9.0), Anchor::Start, Font::strong(), &fit(game, width, 12.5));
    let tallies: Vec<_> = analysis
        .contestants
        .iter()
        .enumerate()
        .filter_map(|(place, contestant)| Some((place, contestant, contestant.games[index].as_ref()?)))
        .collect();
    let ends = |q: f64| tallies.iter().filter_map(move |(_, _, tally)| tally.scores.quantile(q));
    let range = (ends(0.05).fold(f64::INFINITY, f64::min), ends(0.95).fold(f64::NEG_INFINITY, f64::max));
    if range.0 > range.1 {
        return;
    }
    let means = tallies.iter().map(|(_, _, tally)| tally.score().mean());
    let range = means.fold(range, |(low, high), mean| (low.min(mean), high.max(mean)));
    let axis = Axis::rounded(range, (left + 14.0, left + width - 14.0), 4);
    let bottom = top + HEAD + STEP * analysis.contestants.len() as f64;
    axis.draw(drawing, top + HEAD - 3.0, bottom);
    for (place, contestant, tally) in tallies {
        let y = top + HEAD + STEP * (place as f64 + 0.5);
        let at = |q: f64| tally.scores.quantile(q).unwrap_or_default();
        let mean = tally.score().mean();
        let hint = format!(
            "{} in {game}: mean {}, median {}, middle half {} to {}",
            contestant.label,
            decimal(mean, 2),
            decimal(at(0.5), 1),
            decimal(at(0.25), 1),
            decimal(at(0.75), 1)
        );
        drawing.with_hint(&hint, |drawing| {
            let colour = mark(place).colour;
            let x = |q: f64| axis.place(at(q));
            drawing.line((x(0.05), y), (x(0.95), y), colour, 1.3);
            let size = ((x(0.75) - x(0.25)).max(1.5), 9.0);
            drawing.glass((x(0.25), y - 4.5), size, colour);
            drawing.line((x(0.5), y - 4.5), (x(0.5), y + 4.5), colour, 2.4);
            drawing.dot((axis.place(mean), y), 2.6, colour);
        });
    }
}
