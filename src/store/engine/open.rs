//! Opening a connection. Most settings of SQLite hold for one connection only, so each gets them all.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::StoreError;
use crate::domain::search::fold;

/// Statements that a connection keeps prepared; the program has fewer.
const STATEMENTS_KEPT: usize = 256;
/// How long a connection waits for another process, such as a command line beside the running site.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Rights of what is made here: it holds what people trusted the site with.
const OWNER_ONLY: u32 = 0o600;

const PRAGMAS: &str = "
    pragma foreign_keys = on;
    -- A commit is on disk before it is acknowledged; NORMAL would lose the last ones with the power.
    pragma synchronous = full;
    -- 2 MiB of pages for the connections that write, and 1 MiB for a reader. The file is not mapped: its pages count
    -- as resident, and a site of 10,000 posts came to 125 MB, 96 of them pages of the file.
    pragma cache_size = -2048;
    pragma mmap_size = 0;
    pragma temp_store = memory;
    pragma trusted_schema = off;
";

/// The connection of the writer; makes the file when it is not there.
pub(super) fn writable(path: &Path) -> Result<Connection, StoreError> {
    make_private(path).map_err(|error| unwritable(path, &error))?;
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection
        .pragma_update(None, "journal_mode", "wal")
        .map_err(|error| explain(path, error))?;
    set_up(&connection).map_err(|error| explain(path, error))?;
    Ok(connection)
}

/// The connection of a reader: what tries to write through it fails.
pub(super) fn readable(path: &Path) -> Result<Connection, StoreError> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    set_up(&connection)?;
    connection.pragma_update(None, "query_only", "on")?;
    connection.pragma_update(None, "cache_size", -1_024)?;
    Ok(connection)
}

/// Makes the file, for its owner alone, when it is not there; SQLite gives the files beside it the same rights.
/// One that is there is not opened: closing it would end the locks that this process has on it.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    match private_file().create_new(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// How files are made here: for their owner alone.
pub(super) fn private_file() -> OpenOptions {
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
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    // Else a statement with a parameter where an index has a condition is planned anew for each value of it.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.execute_batch(PRAGMAS)?;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("fold", 1, flags, |context| Ok(fold(&context.get::<String>(0)?)))
}

fn explain(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotADatabase(path.to_owned()),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            StoreError::Unwritable {
                path: path.to_owned(),
                cause: error.to_string(),
            }
        }
        _ => error.into(),
    }
}

/// The file cannot be made or written.
pub(super) fn unwritable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unwritable {
        path: path.to_owned(),
        cause: error.to_string(),
    }
}
