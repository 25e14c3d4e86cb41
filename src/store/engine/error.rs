//! Errors of the store.

use std::path::PathBuf;

use rusqlite::ErrorCode;
use thiserror::Error;

/// An error of the store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder or file cannot be created, read or written. Holds the database file and the cause.
    #[error("cannot write the database {0}: {1}; give the user who runs blog-app the right to write there")]
    Unwritable(PathBuf, String),
    /// The file exists, but is not a database.
    #[error("{0} is not a database; move it away or set another server.data_dir")]
    NotADatabase(PathBuf),
    /// The database was written by a newer version of the program.
    #[error(
        "the database has schema version {found}, this blog-app knows up to {known}; install the newer blog-app again"
    )]
    NewerSchema {
        /// The version in the file.
        found: u32,
        /// The latest version that this program knows.
        known: u32,
    },
    /// A migration failed.
    #[error("the database could not be brought up to date: {0}")]
    Migration(String),
    /// A value violates a unique constraint. Holds the column as `table.column`.
    #[error("{0} is taken")]
    Conflict(String),
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// Another process holds the database for longer than the busy timeout.
    #[error("the database is held by another process")]
    Busy,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The closure panicked, and its changes were rolled back.
    #[error("a query panicked")]
    WorkPanicked,
    /// A stored value cannot be parsed. Holds the column.
    #[error("the database holds an unreadable value in the column {0}")]
    Corrupt(String),
    /// A file other than the database could not be written. Holds the file and the cause.
    #[error("cannot write {0}: {1}")]
    CannotWriteFile(PathBuf, String),
    /// The partial file of a killed backup could not be removed. Holds the file and the cause.
    #[error("cannot remove {0}, which a backup that was killed left behind; remove it by hand: {1}")]
    Leftover(PathBuf, String),
    /// A backup cannot be restored while the database is open.
    #[error("the database {0} is in use; stop the site and every command that runs on it first")]
    InUse(PathBuf),
    /// Another process serves the data folder.
    #[error(
        "another `blog-app serve` runs on the data folder {0}; stop it first, or choose another folder with --data-dir"
    )]
    AlreadyServed(PathBuf),
    /// A migration needs an exclusive lock, and the database is open elsewhere.
    #[error(
        "the database {0} is to be brought up to date, and somebody has it open; stop the running site first"
    )]
    OpenElsewhere(PathBuf),
    /// The database exists, and is never overwritten.
    #[error(
        "there is a database already, or a log of one: {0}; move it aside first, such as with \
         `mkdir aside && mv {0}* aside/`"
    )]
    DatabaseExists(PathBuf),
    /// The backup cannot be restored. Holds its file and the reason.
    #[error("cannot restore {0}: {1}")]
    Unrestorable(PathBuf, String),
    /// A batch of writes was lost; its error is in the log.
    #[error("the write could not be kept: {0}")]
    NotCommitted(String),
    /// Any other error of SQLite.
    #[error("the database failed")]
    Engine(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match &error {
            rusqlite::Error::InvalidColumnType(_, column, _) => Self::Corrupt(column.clone()),
            rusqlite::Error::SqliteFailure(failure, message) => match failure.code {
                ErrorCode::DiskFull => Self::DiskFull,
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy,
                ErrorCode::ConstraintViolation => match unique_column(message.as_deref()) {
                    Some(column) => Self::Conflict(column),
                    None => Self::Engine(error),
                },
                _ => Self::Engine(error),
            },
            _ => Self::Engine(error),
        }
    }
}

impl StoreError {
    /// The same error for another caller of the batch.
    pub(super) fn duplicate(&self) -> Self {
        match self {
            Self::DiskFull => Self::DiskFull,
            Self::Busy => Self::Busy,
            other => Self::NotCommitted(other.to_string()),
        }
    }
}

fn unique_column(message: Option<&str>) -> Option<String> {
    let columns = message?.strip_prefix("UNIQUE constraint failed: ")?;
    columns.split(',').next().map(|column| column.trim().to_owned())
}
