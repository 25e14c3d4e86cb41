//! Errors of the store.

use std::path::PathBuf;

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
    /// The database server cannot be reached, or the connection broke before the commit. Holds the cause.
    #[error("the database cannot be reached: {0}; check database.url and that its server runs")]
    Unreachable(String),
    /// The database server refuses the program, or the program the server, until the settings change. Holds the cause.
    #[error("the database server cannot be used: {0}")]
    Refused(String),
    /// The connection broke during a commit, and the database cannot be asked whether it was done.
    #[error("it is not known whether the change was saved: the database cannot be reached")]
    InDoubt,
    /// There is no file to copy from.
    #[error("there is no such file")]
    NoDatabase,
    /// The database to copy to is not empty. Holds a table with rows.
    #[error("its table {0} has rows; create an empty database to copy to")]
    NotEmpty(String),
    /// The settings of the database server are not valid. Holds the cause.
    #[error("database.url is not valid: {0}")]
    InvalidUrl(String),
    /// The file with certificates cannot be used. Holds the file and the cause.
    #[error("database.ca_file {0} cannot be used: {1}")]
    InvalidCaFile(PathBuf, String),
    /// A thread of the store could not be started.
    #[error("a thread of the database could not be started: {0}")]
    NoThread(#[source] std::io::Error),
    /// A text has a character that the server cannot store. Holds the column as `table.column`.
    #[error("a text in {0} has the character U+0000, which PostgreSQL cannot store; remove it first")]
    NotStorable(String),
    /// Any other error of the database.
    #[error("the database failed")]
    Engine(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl StoreError {
    /// The same error for another caller of the batch.
    pub(super) fn duplicate(&self) -> Self {
        match self {
            Self::DiskFull => Self::DiskFull,
            Self::Busy => Self::Busy,
            Self::Unreachable(cause) => Self::Unreachable(cause.clone()),
            Self::Refused(cause) => Self::Refused(cause.clone()),
            Self::InDoubt => Self::InDoubt,
            Self::NewerSchema { found, known } => Self::NewerSchema {
                found: *found,
                known: *known,
            },
            other => Self::NotCommitted(other.to_string()),
        }
    }
}
