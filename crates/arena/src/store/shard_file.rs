//! What the results file of a shard says of itself.

use super::{Recorder, StoreError, open};
use rusqlite::{OptionalExtension, params};
use std::path::Path;

/// Which part of which plan a file holds, and what played it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardMark {
    /// Hash of the plan.
    pub plan: String,
    /// Hash of the program.
    pub binary: String,
    /// The shard's number, from 0.
    pub index: u32,
    /// How many shards there are.
    pub count: u32,
}

impl ShardMark {
    /// In what another file differs, as the end of a sentence about this one.
    pub fn difference(&self, other: &Self) -> String {
        if self.plan != other.plan {
            "is of another plan".to_owned()
        } else if (self.index, self.count) != (other.index, other.count) {
            format!("is shard {}/{}, not {}/{}", self.index, self.count, other.index, other.count)
        } else {
            format!("was played by another build of Ludex ({}, not {})", self.binary, other.binary)
        }
    }
}

impl Recorder {
    /// Marks the file as that of a shard. A mark that is there stays.
    pub fn mark(&mut self, mark: &ShardMark) -> Result<(), StoreError> {
        let mark = (self.connection)
            .execute_batch(
                "CREATE TABLE IF NOT EXISTS shard (plan TEXT NOT NULL, program TEXT NOT NULL, number INTEGER NOT NULL,
                 shards INTEGER NOT NULL);",
            )
            .and_then(|()| {
                self.connection.execute(
                    "INSERT INTO shard SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM shard)",
                    params![mark.plan, mark.binary, mark.index, mark.count],
                )
            });
        mark.map(|_| ()).map_err(|source| self.sqlite(source))
    }
}

/// The mark of a file that nobody is writing to, if it has one.
pub fn read_mark(path: &Path) -> Result<Option<ShardMark>, StoreError> {
    let connection = open::immutable(path)?;
    let read = || {
        let known = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'shard'";
        if !connection.query_row(known, [], |row| row.get::<_, bool>(0))? {
            return Ok(None);
        }
        let mark = "SELECT plan, program, number, shards FROM shard";
        connection
            .query_row(mark, [], |row| {
                Ok(ShardMark {
                    plan: row.get(0)?,
                    binary: row.get(1)?,
                    index: row.get(2)?,
                    count: row.get(3)?,
                })
            })
            .optional()
    };
    read().map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })
}

/// How many cells a file that nobody is writing to has rows for: a game of two is one cell.
pub fn count_cells(path: &Path) -> Result<u64, StoreError> {
    let connection = open::immutable(path)?;
    connection
        .query_row("SELECT count(*) FROM play WHERE seat = 0", [], |row| row.get::<_, i64>(0))
        .map(i64::cast_unsigned)
        .map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })
}

/// Where the header of a SQLite file says whether it has a log beside it.
const LOG_MARKS: [usize; 2] = [18, 19];

/// A results file as it is now, as the bytes of a file that has no log beside it; a run may be writing meanwhile.
pub fn snapshot(path: &Path) -> Result<Vec<u8>, StoreError> {
    let mut connection = open::for_reading(path)?;
    let mut bytes = connection
        .serialize("main")
        .map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })?
        .to_vec();
    for place in LOG_MARKS {
        if let Some(byte) = bytes.get_mut(place) {
            *byte = 1;
        }
    }
    Ok(bytes)
}
