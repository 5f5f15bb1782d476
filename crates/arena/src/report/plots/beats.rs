//! The heat map of who beats whom.

use super::svg::{Anchor, Svg, TEXT, fit, text_width};
use crate::report::analysis::Analysis;
use crate::report::pairs::LEVEL;
use crate::report::tables::{decimal, p_value};

const CELL: (f64, f64) = (80.0, 44.0);
/// The strongest colours stand for a difference of this many points or more.
const FULL: f64 = 50.0;

/// One square for each ordered pair: how many points of win % the row's agent is ahead of the column's. Squares whose
/// difference is not significant after Holm's correction stay pale and have no star.
pub fn beats(analysis: &Analysis) -> String {
    let count = analysis.contestants.len();
    let names: Vec<String> = analysis
        .contestants
        .iter()
        .enumerate()
        .map(|(place, who)| format!("{}  {}", place + 1, who.label))
        .collect();
    let widest = names.iter().map(|name| text_width(name, TEXT)).fold(0.0, f64::max);
    let left = widest.min(260.0) + 26.0;
    let top = 44.0;
    let width = (left + CELL.0 * count as f64 + 20.0).max(520.0);
    let bottom = top + CELL.1 * count as f64;
    let mut svg = Svg::new(width, bottom + 58.0);
    svg.text((12.0, 12.0), Anchor::Start, "small", "win % of the row's agent less that of the column's");
    for (place, name) in names.iter().enumerate() {
        let (x, y) = (left + CELL.0 * (place as f64 + 0.5), top + CELL.1 * (place as f64 + 0.5));
        svg.text((left - 12.0, y), Anchor::End, "", &fit(name, left - 20.0, TEXT));
        svg.text((x, top - 12.0), Anchor::Middle, "strong", &(place + 1).to_string());
        cell(&mut svg, (place, place), (left, top), "#ececec");
    }
    for pair in &analysis.pairs {
        let shown = pair.wins_corrected < LEVEL;
        let (better, worse) = pair.games_won();
        for (row, column, sign, games) in
            [(pair.a, pair.b, 1.0, (better, worse)), (pair.b, pair.a, -1.0, (worse, better))]
        {
            let difference = sign * pair.win_difference;
            let strength = (difference.abs() / FULL).min(1.0) * if shown { 1.0 } else { 0.3 };
            let hint = format!(
                "{} against {}: {} points, p = {} after correction; significantly more often in {} games, less in {}",
                analysis.contestants[row].label,
                analysis.contestants[column].label,
                decimal(difference, 1),
                p_value(pair.wins_corrected),
                games.0,
                games.1
            );
            svg.with_hint(&hint, |svg| {
                cell(svg, (row, column), (left, top), &shade(difference > 0.0, strength));
                let middle = (left + CELL.0 * (column as f64 + 0.5), top + CELL.1 * (row as f64 + 0.5));
                let light = if strength > 0.62 { " light" } else { "" };
                let plus = if difference > 0.0 { "+" } else { "" };
                let star = if shown { " ★" } else { "" };
                let text = format!("{plus}{}{star}", decimal(difference, 1));
                svg.text((middle.0, middle.1 - 7.0), Anchor::Middle, &format!("strong{light}"), &text);
                let text = format!("{} : {} games", games.0, games.1);
                svg.text((middle.0, middle.1 + 9.0), Anchor::Middle, &format!("small{light}"), &text);
            });
        }
    }
    let lines = [
        "★ significant over all plays (two-proportion test, p < 0.05 after Holm's correction)",
        "a : b games in which the row's agent wins significantly more often, and less often",
    ];
    for (index, line) in lines.iter().enumerate() {
        svg.text((12.0, bottom + 22.0 + 17.0 * index as f64), Anchor::Start, "small", line);
    }
    svg.finish("Which agent wins more often than which other")
}

fn cell(svg: &mut Svg, (row, column): (usize, usize), (left, top): (f64, f64), fill: &str) {
    let corner = (left + CELL.0 * column as f64 + 1.0, top + CELL.1 * row as f64 + 1.0);
    svg.rect(corner, (CELL.0 - 2.0, CELL.1 - 2.0), &format!("rx=\"3\" fill=\"{fill}\""));
}

/// From white to blue for ahead, to vermilion for behind: a pair that all kinds of colour vision tell apart.
fn shade(ahead: bool, strength: f64) -> String {
    let full = if ahead { [0, 114, 178] } else { [213, 94, 0] };
    let mix = full.map(|part: i32| 247 + ((f64::from(part) - 247.0) * strength).round() as i32);
    format!("#{:02x}{:02x}{:02x}", mix[0], mix[1], mix[2])
}
