//! One line a game, for other programs.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

pub(crate) use csv::csv_field;

use super::{GameRow, Results, StoreError};
use std::io::Write;

/// The formats that results are exported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values with a header (RFC 4180).
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
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
    /// The output could not be written as Parquet.
    #[cfg(feature = "parquet")]
    #[error("the export could not be written: {0}")]
    Parquet(#[from] ::parquet::errors::ParquetError),
}

/// Writes all games of a results file.
pub fn export(
    results: &Results,
    format: ExportFormat,
    out: &mut (impl Write + Send),
) -> Result<(), ExportError> {
    match format {
        ExportFormat::Csv => csv::write(results, out)?,
        ExportFormat::JsonLines => results.for_each(|row| {
            serde_json::to_writer(&mut *out, &row).map_err(std::io::Error::from)?;
            Ok::<(), ExportError>(out.write_all(b"\n")?)
        })?,
        #[cfg(feature = "parquet")]
        ExportFormat::Parquet => parquet::write(results, out)?,
    }
    Ok(out.flush()?)
}

/// What a column has in one row.
enum Value<'a> {
    Flag(bool),
    Whole(i64),
    Real(f64),
    Text(&'a str),
    Optional(Option<&'a str>),
}

/// The columns of a game, with the same names as in the JSON form and in the view `games` of the file.
fn columns(row: &GameRow) -> [(&'static str, Value<'_>); 29] {
    use Value::{Flag, Optional, Real, Text, Whole};
    [
        ("agent", Text(&row.agent)),
        ("budget", Text(&row.budget)),
        ("lenient", Flag(row.lenient)),
        ("learning", Whole(row.learning.into())),
        ("game", Text(&row.game)),
        ("level", Whole(row.level.into())),
        ("content", Text(&row.content)),
        ("repetition", Whole(row.repetition.into())),
        ("seed", Whole(row.seed)),
        ("agent_seed", Whole(row.agent_seed)),
        ("win", Flag(row.win)),
        ("score", Real(row.score)),
        ("ticks", Whole(row.ticks.into())),
        ("fm_calls", Whole(row.fm_calls)),
        ("iterations", Whole(row.iterations)),
        ("overspends", Whole(row.overspends.into())),
        ("disqualified", Optional(row.disqualified.as_deref())),
        ("remarks", Optional(row.remarks.as_deref())),
        ("wall_s", Real(row.wall_s)),
        ("cpu_s", Real(row.cpu_s)),
        ("run", Whole(row.run)),
        ("started", Text(&row.started)),
        ("version", Text(&row.version)),
        ("git", Text(&row.git)),
        ("cpu", Text(&row.cpu)),
        ("cores", Whole(row.cores.into())),
        ("os", Text(&row.os)),
        ("seat", Whole(row.seat.into())),
        ("partner", Optional(row.partner.as_deref())),
    ]
}
