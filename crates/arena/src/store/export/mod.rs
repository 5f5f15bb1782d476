//! One line a game, for other programs.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

pub(crate) use csv::csv_field;

use super::{Results, StoreError};
use std::io::Write;

/// The formats that results are exported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
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
