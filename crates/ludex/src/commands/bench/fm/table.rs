//! The figures for people.

use std::fmt::Write;
use std::thread;

use super::workload::{DEEP, ROLLOUT};
use super::{Args, Row};
use crate::commands::bench::statistics::Distribution;

/// What each further thread should add of the first one's throughput. Less means that threads get in each
/// other's way.
const SHARE_OF_A_THREAD: f64 = 0.9;

/// A figure of all games.
struct Column {
    title: &'static str,
    values: Vec<Option<f64>>,
    format: fn(f64) -> String,
}

/// A line for each game, lines for all of them, and what there is to say about it.
pub fn report(rows: &[Row], args: &Args) -> String {
    let mut text = table(rows, &columns(rows, args));
    text.push('\n');
    text += &remarks(rows, args);
    text
}

fn columns(rows: &[Row], args: &Args) -> Vec<Column> {
    let column = |title, format, value: fn(&Row) -> Option<f64>| Column {
        title,
        values: rows.iter().map(value).collect(),
        format,
    };
    let mut columns = vec![
        column("advances/s", count, |row| Some(row.speeds.advances_per_s)),
        column("rollouts/s", count, |row| Some(row.speeds.rollouts_per_s)),
        column("clones/s", count, |row| Some(row.speeds.clones_per_s)),
        column("bytes", count, |row| Some(row.state_bytes as f64)),
        column("allocs/advance", fraction, |row| Some(row.speeds.allocs_per_advance)),
    ];
    if args.threads > 1 {
        columns.push(column("x one thread", ratio, |row| Some(row.speeds.scaling())));
    }
    if args.reference.is_some() {
        columns.push(column("advances x", ratio, Row::advances_ratio));
        columns.push(column("clones x", ratio, Row::clones_ratio));
    }
    columns
}

fn table(rows: &[Row], columns: &[Column]) -> String {
    let mut lines = vec![line("game", columns.iter().map(|column| column.title.to_owned()))];
    for (i, row) in rows.iter().enumerate() {
        let cells = columns.iter().map(|column| column.values[i].map(column.format).unwrap_or_default());
        lines.push(line(&row.game, cells));
    }
    let games = lines.len();
    let distributions: Vec<_> =
        columns.iter().map(|column| Distribution::of(column.values.iter().copied().flatten())).collect();
    let mut summary = |name, figure: fn(&Distribution) -> f64| {
        let cell = |(column, distribution): (&Column, &Option<Distribution>)| {
            distribution.as_ref().map(figure).map(column.format).unwrap_or_default()
        };
        lines.push(line(name, columns.iter().zip(&distributions).map(cell)));
    };
    summary("geometric mean", |d| d.geomean);
    summary("minimum", |d| d.minimum);
    summary("lower quartile", |d| d.quartiles[0]);
    summary("median", |d| d.quartiles[1]);
    summary("upper quartile", |d| d.quartiles[2]);
    aligned(&lines, games)
}

fn line(first: &str, others: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(others).collect()
}

/// Lines of cells as a table: names to the left, numbers to the right, a blank line before the line `gap`.
fn aligned(lines: &[Vec<String>], gap: usize) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|c| lines.iter().map(|line| line[c].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for (i, line) in lines.iter().enumerate() {
        if i == gap {
            text.push('\n');
        }
        let mut row = format!("{:<width$}", line[0], width = widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            row += &format!("  {cell:>width$}");
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}

fn remarks(rows: &[Row], args: &Args) -> String {
    let mut text = String::new();
    let games = if rows.len() == 1 { "1 game".to_owned() } else { format!("{} games", rows.len()) };
    let from =
        if args.deep { format!("after {DEEP} ticks of random play") } else { "from the start".to_owned() };
    let threads = if args.threads == 1 { "1 thread".to_owned() } else { format!("{} threads", args.threads) };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{games}, level 0, {from}: rollouts of {ROLLOUT} random actions on {threads}.");
    let scaling = Distribution::of(rows.iter().map(|row| row.speeds.scaling()));
    if let Some(scaling) = scaling.filter(|_| args.threads > 1) {
        let wanted = SHARE_OF_A_THREAD * args.threads as f64;
        let verdict = if scaling.geomean >= wanted { "as it should be" } else { "too little" };
        let _ = writeln!(
            text,
            "{threads} do {:.2} times the work of one in the geometric mean: {verdict}, {wanted:.1} or more is wanted.",
            scaling.geomean
        );
        let cores = thread::available_parallelism().map_or(1, usize::from);
        if cores < args.threads {
            let _ = writeln!(text, "This machine runs only {cores} at once.");
        }
    }
    let allocating: Vec<&str> =
        rows.iter().filter(|row| row.speeds.allocs_per_advance > 0.0).map(|row| row.game.as_str()).collect();
    if !allocating.is_empty() {
        let _ = writeln!(text, "These ask the heap for memory while they play: {}.", allocating.join(", "));
    }
    if let Some(path) = &args.reference {
        let compared = rows.iter().filter(|row| row.reference.is_some()).count();
        let _ = writeln!(text, "`x` compares {compared} of them with {}, on one thread.", path.display());
    }
    text
}

/// A number without decimals, its digits in groups of three.
fn count(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn ratio(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// Nothing is told from next to nothing.
fn fraction(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        0.0..0.0001 => "< 0.0001".to_owned(),
        _ => format!("{value:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([0.4, 999.0, 1000.0, 1234567.8].map(count), ["0", "999", "1,000", "1,234,568"]);
        assert_eq!([1.934, 9.99, 123.4].map(ratio), ["1.93", "9.99", "123"]);
        assert_eq!([0.0, 0.00001, 0.25].map(fraction), ["0", "< 0.0001", "0.2500"]);
    }
}
