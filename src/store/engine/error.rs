//! What can go wrong in the store.

use std::path::PathBuf;

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why the store could not do what it was asked for.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder or file cannot be made, read or written.
    #[error(
        "cannot write the database {path}: {cause}; give the user who runs blog-app the right to write there"
    )]
    Unwritable {
        /// The database file.
        path: PathBuf,
        /// What the system said.
        cause: String,
    },
    /// There is a file, but it is not a database.
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
    /// The schema could not be brought up to date.
    #[error("the database could not be brought up to date: {0}")]
    Migration(String),
    /// A value is taken that must be unique; the column is named as `table.column`.
    #[error("{0} is taken")]
    Conflict(String),
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// Another process holds the database for longer than we wait.
    #[error("the database is held by another process")]
    Busy,
    /// The store was closed.
    #[error("the store is closed")]
    Stopped,
    /// The closure that ran on the store panicked; nothing of it was kept.
    #[error("a query panicked")]
    WorkPanicked,
    /// A stored value does not have the form that it must have.
    #[error("the database holds an unreadable value in the column {0}")]
    Corrupt(String),
    /// A file could not be written, other than the database itself.
    #[error("cannot write {path}: {cause}")]
    Backup {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: String,
    },
    /// What a backup that was killed left behind could not be removed.
    #[error("cannot remove {path}, which a backup that was killed left behind; remove it by hand: {cause}")]
    Leftover {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: String,
    },
    /// A database cannot be put in place while somebody has the old one open.
    #[error("the database {0} is in use; stop the site and every command that runs on it first")]
    InUse(PathBuf),
    /// A data folder has one site.
    #[error(
        "another `blog-app serve` runs on the data folder {0}; stop it first, or choose another folder with --data-dir"
    )]
    Served(PathBuf),
    /// What brings the database up to date must have it alone.
    #[error(
        "the database {0} is to be brought up to date, and somebody has it open; stop the running site first"
    )]
    OpenElsewhere(PathBuf),
    /// A database is never written over.
    #[error(
        "there is a database already, or a log of one: {0}; move it aside first, such as with \
         `mkdir aside && mv {0}* aside/`"
    )]
    AlreadyThere(PathBuf),
    /// The file cannot become the database.
    #[error("cannot restore {path}: {cause}")]
    Unrestorable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// A batch of writes was lost, as its log line says.
    #[error("the write could not be kept: {0}")]
    NotCommitted(String),
    /// Anything else that the engine says.
    #[error("the database failed")]
    Engine(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match &error {
            rusqlite::Error::SqliteFailure(failure, message) => match failure.code {
                ErrorCode::DiskFull => Self::Full,
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
    /// The same failure for another caller that met it.
    pub(super) fn again(&self) -> Self {
        match self {
            Self::Full => Self::Full,
            Self::Busy => Self::Busy,
            other => Self::NotCommitted(other.to_string()),
        }
    }
}

fn unique_column(message: Option<&str>) -> Option<String> {
    let columns = message?.strip_prefix("UNIQUE constraint failed: ")?;
    columns.split(',').next().map(|column| column.trim().to_owned())
}
