//! Apache Parquet: a column of each value, in groups of rows.

use super::ExportError;
use crate::store::Results;
use crate::store::columns::{GameRow, Value, values};
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// Rows that are held in memory and written together.
const GROUP: usize = 1 << 16;

pub(super) fn write(
    results: &Results,
    out: &mut (impl Write + Send),
) -> std::result::Result<(), ExportError> {
    let empty = GameRow::default();
    let first = values(&empty);
    let fields = first.iter().map(|(name, value)| field(name, value)).collect::<Result<Vec<_>>>()?;
    let schema = Arc::new(Type::group_type_builder("games").with_fields(fields).build()?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
    let mut held = first.map(|(_, value)| Column::of(&value));
    let mut rows = 0;
    results.for_each(|row| {
        for (column, (_, value)) in held.iter_mut().zip(values(&row)) {
            column.push(value);
        }
        rows += 1;
        if rows % GROUP == 0 { write_group(&mut writer, &mut held) } else { Ok(()) }
    })?;
    if rows % GROUP > 0 {
        write_group(&mut writer, &mut held)?;
    }
    writer.close()?;
    Ok(())
}

fn field(name: &str, value: &Value<'_>) -> Result<Arc<Type>> {
    let (physical, text, repetition) = match value {
        Value::Flag(_) => (Physical::BOOLEAN, false, Repetition::REQUIRED),
        Value::Whole(_) => (Physical::INT64, false, Repetition::REQUIRED),
        Value::Known(_) => (Physical::INT64, false, Repetition::OPTIONAL),
        Value::Real(_) => (Physical::DOUBLE, false, Repetition::REQUIRED),
        Value::Text(_) => (Physical::BYTE_ARRAY, true, Repetition::REQUIRED),
        Value::Optional(_) => (Physical::BYTE_ARRAY, true, Repetition::OPTIONAL),
    };
    let field = Type::primitive_type_builder(name, physical).with_repetition(repetition);
    let field = match text {
        true => field.with_converted_type(ConvertedType::UTF8).with_logical_type(Some(LogicalType::String)),
        false => field,
    };
    Ok(Arc::new(field.build()?))
}

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    held: &mut [Column],
) -> std::result::Result<(), ExportError> {
    let mut group = writer.next_row_group()?;
    for column in held {
        let place = group.next_column()?.ok_or_else(|| ParquetError::General("a column too many".into()))?;
        column.write(place)?;
    }
    group.close()?;
    Ok(())
}

/// The values of a column that wait to be written.
enum Column {
    Flags(Vec<bool>),
    Whole(Vec<i64>),
    /// Those that are there, and for each row a 1 where one is.
    Known(Vec<i64>, Vec<i16>),
    Real(Vec<f64>),
    Texts(Vec<ByteArray>),
    /// Likewise.
    Optional(Vec<ByteArray>, Vec<i16>),
}

impl Column {
    fn of(value: &Value<'_>) -> Column {
        match value {
            Value::Flag(_) => Column::Flags(Vec::new()),
            Value::Whole(_) => Column::Whole(Vec::new()),
            Value::Known(_) => Column::Known(Vec::new(), Vec::new()),
            Value::Real(_) => Column::Real(Vec::new()),
            Value::Text(_) => Column::Texts(Vec::new()),
            Value::Optional(_) => Column::Optional(Vec::new(), Vec::new()),
        }
    }

    fn push(&mut self, value: Value<'_>) {
        match (self, value) {
            (Column::Flags(flags), Value::Flag(flag)) => flags.push(flag),
            (Column::Whole(numbers), Value::Whole(number)) => numbers.push(number),
            (Column::Known(numbers, there), Value::Known(number)) => {
                there.push(number.is_some().into());
                numbers.extend(number);
            }
            (Column::Real(numbers), Value::Real(number)) => numbers.push(number),
            (Column::Texts(texts), Value::Text(text)) => texts.push(text.into()),
            (Column::Optional(texts, there), Value::Optional(text)) => {
                there.push(text.is_some().into());
                texts.extend(text.map(ByteArray::from));
            }
            _ => unreachable!("a column has values of one kind in all rows"),
        }
    }

    /// Writes and forgets the values.
    fn write(&mut self, mut place: SerializedColumnWriter<'_>) -> Result<()> {
        match (place.untyped(), &mut *self) {
            (ColumnWriter::BoolColumnWriter(writer), Column::Flags(flags)) => {
                writer.write_batch(flags, None, None)?;
                flags.clear();
            }
            (ColumnWriter::Int64ColumnWriter(writer), Column::Whole(numbers)) => {
                writer.write_batch(numbers, None, None)?;
                numbers.clear();
            }
            (ColumnWriter::Int64ColumnWriter(writer), Column::Known(numbers, there)) => {
                writer.write_batch(numbers, Some(there), None)?;
                numbers.clear();
                there.clear();
            }
            (ColumnWriter::DoubleColumnWriter(writer), Column::Real(numbers)) => {
                writer.write_batch(numbers, None, None)?;
                numbers.clear();
            }
            (ColumnWriter::ByteArrayColumnWriter(writer), Column::Texts(texts)) => {
                writer.write_batch(texts, None, None)?;
                texts.clear();
            }
            (ColumnWriter::ByteArrayColumnWriter(writer), Column::Optional(texts, there)) => {
                writer.write_batch(texts, Some(there), None)?;
                texts.clear();
                there.clear();
            }
            _ => unreachable!("the schema was made from the same columns"),
        }
        place.close()
    }
}
