//! The heat map of who beats whom.

use super::drawing::{Anchor, Drawing, Font, Ink, TEXT, fit, text_width};
use crate::report::analysis::Analysis;
use crate::report::pairs::LEVEL;
use crate::report::tables::{decimal, p_value};

const CELL: (f64, f64) = (80.0, 44.0);
/// The strongest colours stand for a difference of this many points or more.
const FULL: f64 = 50.0;

/// One square for each ordered pair: how many points of win % the row's agent is ahead of the column's. Squares whose
/// difference is not significant after Holm's correction stay pale and have no star. With a control there is its column alone.
pub fn beats(analysis: &Analysis) -> Drawing {
    let count = analysis.contestants.len();
    let columns: Vec<usize> = analysis.control.map_or_else(|| (0..count).collect(), |control| vec![control]);
    let names: Vec<String> = analysis
        .contestants
        .iter()
        .enumerate()
        .map(|(place, who)| format!("{}  {}", place + 1, who.label))
        .collect();
    let widest = names.iter().map(|name| text_width(name, TEXT)).fold(0.0, f64::max);
    let left = widest.min(260.0) + 26.0;
    let top = 44.0;
    let width = (left + CELL.0 * columns.len() as f64 + 20.0).max(520.0);
    let bottom = top + CELL.1 * count as f64;
    let mut drawing = Drawing::new(width, bottom + 58.0, "Which agent wins more often than which other");
    let head = "win % of the row's agent less that of the column's";
    drawing.text((12.0, 12.0), Anchor::Start, Font::small(), head);
    for (place, name) in names.iter().enumerate() {
        let y = top + CELL.1 * (place as f64 + 0.5);
        drawing.text((left - 12.0, y), Anchor::End, Font::text(), &fit(name, left - 20.0, TEXT));
        if let Some(column) = columns.iter().position(|column| *column == place) {
            let x = left + CELL.0 * (column as f64 + 0.5);
            drawing.text((x, top - 12.0), Anchor::Middle, Font::strong(), &(place + 1).to_string());
            cell(&mut drawing, (place, column), (left, top), "#ececec");
        }
    }
    for pair in &analysis.pairs {
        let shown = pair.wins_corrected < LEVEL;
        let (better, worse) = pair.games_won();
        for (row, against, sign, games) in
            [(pair.a, pair.b, 1.0, (better, worse)), (pair.b, pair.a, -1.0, (worse, better))]
        {
            let Some(column) = columns.iter().position(|column| *column == against) else { continue };
            let difference = sign * pair.win_difference;
            let strength = (difference.abs() / FULL).min(1.0) * if shown { 1.0 } else { 0.3 };
            let hint = format!(
                "{} against {}: {} points, p = {} after correction; significantly more often in {} games, less in {}",
                analysis.contestants[row].label,
                analysis.contestants[against].label,
                decimal(difference, 1),
                p_value(pair.wins_corrected),
                games.0,
                games.1
            );
            drawing.with_hint(&hint, |drawing| {
                let shade = shade(difference > 0.0, strength);
                cell(drawing, (row, column), (left, top), &hex(shade));
                let middle = (left + CELL.0 * (column as f64 + 0.5), top + CELL.1 * (row as f64 + 0.5));
                let ink: Ink = if is_dark(shade) { "#ffffff" } else { "#111111" }.into();
                let plus = if difference > 0.0 { "+" } else { "" };
                let star = if shown { " ★" } else { "" };
                let text = format!("{plus}{}{star}", decimal(difference, 1));
                let font = Font { ink: ink.clone(), ..Font::strong() };
                drawing.text((middle.0, middle.1 - 7.0), Anchor::Middle, font, &text);
                let text = format!("{} : {} games", games.0, games.1);
                drawing.text(
                    (middle.0, middle.1 + 9.0),
                    Anchor::Middle,
                    Font { ink, ..Font::small() },
                    &text,
                );
            });
        }
    }
    let lines = [
        "★ significant over all plays (p < 0.05 after Holm's correction)",
        "a : b games in which the row's agent wins significantly more often, and less often",
    ];
    for (index, line) in lines.iter().enumerate() {
        drawing.text((12.0, bottom + 22.0 + 17.0 * index as f64), Anchor::Start, Font::small(), line);
    }
    drawing
}

fn cell(drawing: &mut Drawing, (row, column): (usize, usize), (left, top): (f64, f64), fill: &str) {
    let corner = (left + CELL.0 * column as f64 + 1.0, top + CELL.1 * row as f64 + 1.0);
    drawing.rect(corner, (CELL.0 - 2.0, CELL.1 - 2.0), fill);
}

/// From white to blue for ahead, to vermilion for behind: a pair that all kinds of colour vision tell apart.
fn shade(ahead: bool, strength: f64) -> [u8; 3] {
    let full = if ahead { [0.0, 114.0, 178.0] } else { [213.0, 94.0, 0.0] };
    full.map(|part: f64| (247.0 + (part - 247.0) * strength).round() as u8)
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Is white better to read on it than black?
fn is_dark(shade: [u8; 3]) -> bool {
    let [red, green, blue] = shade.map(|part| (f64::from(part) / 255.0).powf(2.2));
    0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.2
}
