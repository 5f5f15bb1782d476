//! Comma-separated values.

use super::ExportError;
use crate::store::Results;
use crate::store::columns::{GameRow, Value, values};
use std::borrow::Cow;
use std::io::Write;

pub(super) fn write(results: &Results, out: &mut impl Write) -> Result<(), ExportError> {
    let header = values(&GameRow::default()).map(|(name, _)| name);
    writeln!(out, "{}", header.join(","))?;
    results.for_each(|row| {
        for (place, (_, value)) in values(&row).into_iter().enumerate() {
            if place > 0 {
                out.write_all(b",")?;
            }
            match value {
                Value::Flag(flag) => write!(out, "{}", u8::from(flag))?,
                Value::Whole(number) | Value::Known(Some(number)) => write!(out, "{number}")?,
                Value::Known(None) => {}
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
