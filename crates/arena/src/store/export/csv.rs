//! Comma-separated values.

use super::{ExportError, Value, columns};
use crate::store::{GameRow, Results};
use std::borrow::Cow;
use std::io::Write;

pub(super) fn write(results: &Results, out: &mut impl Write) -> Result<(), ExportError> {
    let header = columns(&GameRow::default()).map(|(name, _)| name);
    writeln!(out, "{}", header.join(","))?;
    results.for_each(|row| {
        for (place, (_, value)) in columns(&row).into_iter().enumerate() {
            if place > 0 {
                out.write_all(b",")?;
            }
            match value {
                Value::Flag(flag) => write!(out, "{}", u8::from(flag))?,
                Value::Whole(number) => write!(out, "{number}")?,
                Value::Real(number) => write!(out, "{number}")?,
                Value::Text(text) => out.write_all(csv_field(text).as_bytes())?,
                Value::Optional(text) => out.write_all(csv_field(text.unwrap_or_default()).as_bytes())?,
            }
        }
        Ok(out.write_all(b"\n")?)
    })
}

/// A text as a CSV field, quoted where it must be.
pub(crate) fn csv_field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}
