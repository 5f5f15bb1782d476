//! The figures for programs.

use serde::Serialize;

use super::{Args, Row};
use crate::commands::bench::statistics::Distribution;

#[derive(Serialize)]
struct Document<'a> {
    games: Vec<Game<'a>>,
    geomean: Geomean,
    /// Only with `--threads`.
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<Threads>,
    /// Only with `--reference`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratios: Option<Ratios>,
}

#[derive(Serialize)]
struct Game<'a> {
    game: &'a str,
    advances_per_s: u64,
    rollouts_per_s: u64,
    clones_per_s: u64,
    state_bytes: usize,
    allocs_per_advance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    scaling: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advances_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clones_ratio: Option<f64>,
}

#[derive(Serialize)]
struct Geomean {
    advances_per_s: u64,
    rollouts_per_s: u64,
    clones_per_s: u64,
    state_bytes: u64,
}

#[derive(Serialize)]
struct Threads {
    number: usize,
    /// How many times the throughput of one thread, in the geometric mean.
    scaling: Option<f64>,
}

#[derive(Serialize)]
struct Ratios {
    advances: Option<Ratio>,
    clones: Option<Ratio>,
}

#[derive(Serialize)]
struct Ratio {
    geomean: f64,
    minimum: f64,
}

/// All that was measured, as one JSON object.
pub fn document(rows: &[Row], args: &Args) -> String {
    let ratio = |ratio: fn(&Row) -> Option<f64>| {
        let Distribution { geomean, minimum, .. } = Distribution::of(rows.iter().filter_map(ratio))?;
        Some(Ratio { geomean, minimum })
    };
    let document = Document {
        games: rows.iter().map(game).collect(),
        geomean: Geomean {
            advances_per_s: geomean(rows, |row| row.speeds.advances_per_s),
            rollouts_per_s: geomean(rows, |row| row.speeds.rollouts_per_s),
            clones_per_s: geomean(rows, |row| row.speeds.clones_per_s),
            state_bytes: geomean(rows, |row| row.state_bytes as f64),
        },
        threads: (args.threads > 1).then(|| Threads {
            number: args.threads,
            scaling: Distribution::of(rows.iter().map(|row| row.speeds.scaling())).map(|d| d.geomean),
        }),
        ratios: args
            .reference
            .as_ref()
            .map(|_| Ratios { advances: ratio(Row::advances_ratio), clones: ratio(Row::clones_ratio) }),
    };
    // Names and numbers: there is nothing here that could fail to be written.
    let json = serde_json::to_string_pretty(&document).unwrap_or_default();
    json + "\n"
}

fn game(row: &Row) -> Game<'_> {
    Game {
        game: &row.game,
        advances_per_s: row.speeds.advances_per_s.round() as u64,
        rollouts_per_s: row.speeds.rollouts_per_s.round() as u64,
        clones_per_s: row.speeds.clones_per_s.round() as u64,
        state_bytes: row.state_bytes,
        allocs_per_advance: row.speeds.allocs_per_advance,
        scaling: row.speeds.several_threads.then(|| row.speeds.scaling()),
        advances_ratio: row.advances_ratio(),
        clones_ratio: row.clones_ratio(),
    }
}

fn geomean(rows: &[Row], value: fn(&Row) -> f64) -> u64 {
    Distribution::of(rows.iter().map(value)).map_or(0, |distribution| distribution.geomean.round() as u64)
}
