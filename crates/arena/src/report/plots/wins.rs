//! Win % with intervals, game by game.

use super::axis::Axis;
use super::drawing::{Anchor, Drawing, Font, Ink, Mark, TEXT, fit, mark, text_width};
use super::legend::Legend;
use super::{HEIGHT, WIDTH, evenly, labels};
use crate::report::analysis::{Analysis, win_percent};
use crate::report::tables::decimal;
use crate::stats::Interval;

/// Distance of the marks of two contestants in one game.
const STEP: f64 = 9.0;
const PADDING: f64 = 8.0;

/// A band for all games together and one for each; a mark and its 95 % interval for each contestant.
pub fn wins(analysis: &Analysis) -> Vec<Drawing> {
    let count = analysis.contestants.len();
    let band = (STEP * count as f64 + PADDING).max(22.0);
    let per_part = (((HEIGHT - 120.0) / band) as usize).max(4);
    // None stands for all games together.
    let bands: Vec<Option<usize>> = [None].into_iter().chain((0..analysis.games.len()).map(Some)).collect();
    evenly(&bands, per_part).map(|bands| part(analysis, bands, band)).collect()
}

fn part(analysis: &Analysis, bands: &[Option<usize>], band: f64) -> Drawing {
    let name = |game: Option<usize>| game.map_or("all games", |game| &*analysis.games[game]);
    let widest = analysis.games.iter().map(|name| text_width(name, TEXT)).fold(60.0, f64::max);
    let left = widest.min(200.0) + 24.0;
    let right = WIDTH - 16.0;
    let legend = Legend::new(&labels(analysis), left, right);
    let top = legend.height + 8.0;
    let bottom = top + band * bands.len() as f64;
    let axis = Axis::exact((0.0, 100.0), (left, right), 5);

    let label = "Games won by each agent in each game, with 95 % intervals";
    let mut drawing = Drawing::new(WIDTH, bottom + 38.0, label);
    legend.draw(&mut drawing, 2.0);
    for index in (0..bands.len()).step_by(2) {
        drawing.rect((left, top + band * index as f64), (right - left, band), Ink::Band);
    }
    axis.draw(&mut drawing, top, bottom);
    for (index, &game) in bands.iter().enumerate() {
        let band_top = top + band * index as f64;
        let font = if game.is_none() { Font::strong() } else { Font::text() };
        drawing.text(
            (left - 10.0, band_top + band / 2.0),
            Anchor::End,
            font,
            &fit(name(game), left - 20.0, TEXT),
        );
        if game.is_none() {
            drawing.line((left, band_top + band), (right, band_top + band), Ink::Axis, 1.0);
        }
        let first = band_top + (band - STEP * analysis.contestants.len() as f64) / 2.0;
        for (place, contestant) in analysis.contestants.iter().enumerate() {
            let tally = match game {
                Some(game) => contestant.games[game].as_ref(),
                None => Some(&contestant.total),
            };
            let Some(tally) = tally else { continue };
            let percent = win_percent(tally);
            let hint = format!(
                "{} in {}: {} % ({} to {}), {} plays",
                contestant.label,
                name(game),
                decimal(percent.estimate, 1),
                decimal(percent.low, 1),
                decimal(percent.high, 1),
                tally.plays
            );
            drawing.with_hint(&hint, |drawing| {
                draw(drawing, &axis, percent, first + STEP * (place as f64 + 0.5), mark(place))
            });
        }
    }
    drawing.text(
        ((left + right) / 2.0, bottom + 27.0),
        Anchor::Middle,
        Font::text(),
        "games won, % (bars: Wilson's 95 % interval)",
    );
    drawing
}

fn draw(drawing: &mut Drawing, axis: &Axis, percent: Interval, y: f64, mark: Mark) {
    drawing.line((axis.place(percent.low), y), (axis.place(percent.high), y), mark.colour, 1.6);
    for end in [percent.low, percent.high] {
        drawing.line((axis.place(end), y - 2.5), (axis.place(end), y + 2.5), mark.colour, 1.6);
    }
    drawing.mark((axis.place(percent.estimate), y), 3.8, mark);
}
