//! One line a game, for other programs.

use super::{GameRow, Results, StoreError};
use std::io::Write;

/// The formats that results are exported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values with a header (RFC 4180).
    Csv,
    /// One JSON object a line.
    JsonLines,
}

/// Why an export ended early.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The results could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output could not be written.
    #[error("the export could not be written: {0}")]
    Write(#[from] std::io::Error),
}

/// Writes all games of a results file.
pub fn export(results: &Results, format: ExportFormat, out: &mut impl Write) -> Result<(), ExportError> {
    if format == ExportFormat::Csv {
        writeln!(out, "{}", COLUMNS.join(","))?;
    }
    results.for_each(|row| {
        match format {
            ExportFormat::Csv => write_csv(&row, out)?,
            ExportFormat::JsonLines => {
                serde_json::to_writer(&mut *out, &row).map_err(std::io::Error::from)?;
                out.write_all(b"\n")?;
            }
        }
        Ok::<(), ExportError>(())
    })?;
    Ok(out.flush()?)
}

/// The header of the CSV form: the same names as in the JSON form and in the view `games` of the file.
const COLUMNS: [&str; 26] = [
    "agent",
    "budget",
    "lenient",
    "game",
    "level",
    "content",
    "repetition",
    "seed",
    "agent_seed",
    "win",
    "score",
    "ticks",
    "fm_calls",
    "iterations",
    "overspends",
    "disqualified",
    "remarks",
    "wall_s",
    "cpu_s",
    "run",
    "started",
    "version",
    "git",
    "cpu",
    "cores",
    "os",
];

fn write_csv(row: &GameRow, out: &mut impl Write) -> std::io::Result<()> {
    let text = csv_field;
    writeln!(
        out,
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
        text(&row.agent),
        text(&row.budget),
        u8::from(row.lenient),
        text(&row.game),
        row.level,
        row.content,
        row.repetition,
        row.seed,
        row.agent_seed,
        u8::from(row.win),
        row.score,
        row.ticks,
        row.fm_calls,
        row.iterations,
        row.overspends,
        text(row.disqualified.as_deref().unwrap_or("")),
        text(row.remarks.as_deref().unwrap_or("")),
        row.wall_s,
        row.cpu_s,
        row.run,
        row.started,
        text(&row.version),
        text(&row.git),
        text(&row.cpu),
        row.cores,
        text(&row.os),
    )
}

/// A text as a CSV field, quoted where it must be.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
