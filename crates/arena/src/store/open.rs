//! Opening a results file, and telling it from any other file.

use super::{StoreError, schema};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a reader waits for the writer, and the writer for a reader that checkpoints.
const BUSY: Duration = Duration::from_secs(10);

/// The name of the results file inside a folder of results.
pub const FILE_NAME: &str = "results.sqlite";

/// The results file that a path means: the file itself, or `results.sqlite` in a folder. A path that does not exist is a
/// file if it ends in `.sqlite`, and a folder otherwise.
pub fn results_file(path: &Path) -> PathBuf {
    let is_file = path.is_file() || (!path.is_dir() && path.extension().is_some_and(|ext| ext == "sqlite"));
    if is_file { path.to_owned() } else { path.join(FILE_NAME) }
}

/// Opens for reading only; a run may be writing meanwhile.
pub fn for_reading(path: &Path) -> Result<Connection, StoreError> {
    if !path.is_file() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .and_then(|connection| {
            connection.busy_timeout(BUSY)?;
            Ok(connection)
        })
        .map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })?;
    readable(connection, path)
}

/// Gives an open file the view `games` with all columns, whatever its layout.
fn readable(connection: Connection, path: &Path) -> Result<Connection, StoreError> {
    let Some(layout) = layout(&connection, path)? else { return Err(StoreError::Foreign(path.to_owned())) };
    let sqlite = |source| StoreError::Sqlite { path: path.to_owned(), source };
    connection.execute_batch(&schema::reading(layout)).map_err(sqlite)?;
    Ok(connection)
}

/// Opens a file for reading that nobody writes to: files that are only ever replaced whole. Takes no locks and keeps no
/// log, which network file systems are bad at.
pub fn immutable(path: &Path) -> Result<Connection, StoreError> {
    if !path.is_file() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(uri(path, "immutable=1"), flags)
        .map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })?;
    readable(connection, path)
}

/// Makes a new file that nobody else knows of yet: without locks and log. Whoever made it moves it to its place.
pub fn private(path: &Path) -> Result<Connection, StoreError> {
    let make = || {
        let mut connection = Connection::open(uri(path, "nolock=1"))?;
        for (pragma, value) in [("journal_mode", "off"), ("synchronous", "off"), ("cache_size", "-131072")] {
            connection.pragma_update(None, pragma, value)?;
        }
        lay_out(&mut connection, &schema::create())?;
        Ok(connection)
    };
    make().map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })
}

/// Makes results that are nowhere but in memory; errors speak of them by this path.
pub fn in_memory(path: &Path) -> Result<Connection, StoreError> {
    let make = || {
        let mut connection = Connection::open_in_memory()?;
        lay_out(&mut connection, &schema::create())?;
        connection.execute_batch(&schema::reading(schema::LAYOUT))?;
        Ok(connection)
    };
    make().map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })
}

/// A path with an option, as SQLite takes them.
pub fn uri(path: &Path, option: &str) -> String {
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?{option}")
}

/// Opens for writing, and lays out a new file.
pub fn for_writing(path: &Path) -> Result<Connection, StoreError> {
    let sqlite = |source| StoreError::Sqlite { path: path.to_owned(), source };
    let mut connection = Connection::open(path).map_err(sqlite)?;
    connection.busy_timeout(BUSY).map_err(sqlite)?;
    let make = match layout(&connection, path)? {
        Some(schema::LAYOUT) => None,
        Some(older) => Some(schema::migrate(older)),
        None if is_empty(&connection).map_err(sqlite)? => Some(schema::create()),
        None => return Err(StoreError::Foreign(path.to_owned())),
    };
    if let Some(make) = make {
        lay_out(&mut connection, &make).map_err(sqlite)?;
    }
    connection.pragma_update(None, "journal_mode", "wal").map_err(sqlite)?;
    // With a write-ahead log this survives a killed process; only a power failure can take the last commits.
    connection.pragma_update(None, "synchronous", "normal").map_err(sqlite)?;
    Ok(connection)
}

/// The layout of a results file; none of any other file. Layouts that are not known are refused.
fn layout(connection: &Connection, path: &Path) -> Result<Option<i32>, StoreError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, found) = match (pragma("application_id"), pragma("user_version")) {
        (Ok(application), Ok(found)) => (application, found),
        (Err(error), _) | (_, Err(error))
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) =>
        {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        (Err(source), _) | (_, Err(source)) => {
            return Err(StoreError::Sqlite { path: path.to_owned(), source });
        }
    };
    if application != schema::APPLICATION_ID {
        Ok(None)
    } else if (schema::OLDEST..=schema::LAYOUT).contains(&found) {
        Ok(Some(found))
    } else {
        Err(StoreError::Layout { path: path.to_owned(), newer: found > schema::LAYOUT })
    }
}

fn lay_out(connection: &mut Connection, make: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(make)?;
    transaction.pragma_update(None, "application_id", schema::APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", schema::LAYOUT)?;
    transaction.commit()
}

fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}
