//! Opening connections. Most settings of SQLite apply to one connection, so each connection sets them all.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::domain::search::fold;
use crate::store::engine::StoreError;

/// The most prepared statements that a connection caches; the program has fewer.
const STATEMENT_CACHE_CAPACITY: usize = 256;
/// The time that a connection waits for another process, such as a command beside the running site.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The file mode of everything created here: it contains private data.
const OWNER_ONLY: u32 = 0o600;

const PRAGMAS: &str = "
    pragma foreign_keys = on;
    -- A commit is on disk before it is acknowledged; NORMAL would lose the last ones in a power failure.
    pragma synchronous = full;
    -- 2 MiB of pages for the connections that write, and 1 MiB for a reader. The file is not mapped: its pages count
    -- as resident, and a site of 10,000 posts used 125 MB, 96 of them for pages of the file.
    pragma cache_size = -2048;
    pragma mmap_size = 0;
    pragma temp_store = memory;
    pragma trusted_schema = off;
";

/// Opens a connection that can write, and creates the file if it does not exist.
pub(in crate::store) fn writable(path: &Path) -> Result<Connection, StoreError> {
    create_private(path).map_err(|error| unwritable(path, &error))?;
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection
        .pragma_update(None, "journal_mode", "wal")
        .map_err(|error| explain(path, error))?;
    set_up(&connection).map_err(|error| explain(path, error))?;
    Ok(connection)
}

/// Opens a connection on which writes fail.
pub(in crate::store) fn readable(path: &Path) -> Result<Connection, StoreError> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    set_up(&connection)?;
    connection.pragma_update(None, "query_only", "on")?;
    connection.pragma_update(None, "cache_size", -1_024)?;
    Ok(connection)
}

/// Opens an empty file to fill it quickly. A program that ends meanwhile leaves a file that cannot be used.
pub(super) fn unjournaled(path: &Path) -> Result<Connection, StoreError> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    set_up(&connection)?;
    connection.execute_batch(
        "pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -65536",
    )?;
    Ok(connection)
}

/// Creates the file for its owner alone, if it does not exist; SQLite gives its other files the same mode. An existing
/// file is not opened: closing it would release the locks that this process holds on it.
pub(in crate::store::engine) fn create_private(path: &Path) -> io::Result<()> {
    match private_file().create_new(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// The options to write a file, and to create it for its owner alone.
pub(in crate::store::engine) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(OWNER_ONLY);
    options
}

fn open(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(path, flags).map_err(|error| explain(path, error))
}

fn set_up(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_CAPACITY);
    // Otherwise a statement whose parameter meets the condition of a partial index is replanned for each value.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.execute_batch(PRAGMAS)?;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    // Used by migrations only: statements have to be understood by PostgreSQL as well.
    connection.create_scalar_function("fold", 1, flags, |context| Ok(fold(&context.get::<String>(0)?)))
}

fn explain(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotADatabase(path.to_owned()),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            StoreError::Unwritable(path.to_owned(), error.to_string())
        }
        _ => error.into(),
    }
}

/// Converts an I/O error to [`StoreError::Unwritable`].
pub(in crate::store::engine) fn unwritable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unwritable(path.to_owned(), error.to_string())
}

/// Returns the steps in which a statement is executed, one per item.
#[cfg(test)]
pub(in crate::store) fn plan(path: &Path, sql: &str) -> Vec<String> {
    let connection = readable(path).unwrap();
    let mut statement = connection.prepare(&format!("explain query plan {sql}")).unwrap();
    let parameters = vec![rusqlite::types::Null; statement.parameter_count()];
    let steps = statement.query_map(rusqlite::params_from_iter(parameters), |row| row.get("detail"));
    steps.unwrap().map(Result::unwrap).collect()
}
