//! The database engine: transactions, the threads that run them, and SQLite.
//!
//! Reader threads, each with its own connection, run each read on one snapshot. One writer thread receives queued
//! writes, runs each in its own savepoint inside one transaction, commits once for the batch, and only then returns
//! the results: an acknowledged write is on disk.

mod error;
mod readers;
pub(in crate::store) mod sqlite;
mod transaction;
mod values;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

pub use error::StoreError;
pub use sqlite::lock::ServingLock;
pub use transaction::Transaction;
pub(in crate::store) use transaction::{
    Params, Row, ToSql, each, folded_words, has_every_word, integers, params, strings,
};
pub(in crate::store) use writer::OnCommit;
pub use writer::WriteStats;

use readers::Readers;
use sqlite::checkpoints::Checkpoints;
use sqlite::{lock, migrate, open};
use writer::Writer;

/// Options of [`super::Store::open`].
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// The database file, created if it does not exist.
    pub path: PathBuf,
    /// The number of reader threads, each with its own connection.
    pub readers: usize,
    /// The length of the write-ahead log, in pages of 4 KiB, at which it is checkpointed and restarted. A page that
    /// was written several times is copied once.
    pub log_pages: i32,
}

impl StoreOptions {
    /// Creates options with a log of 64 MB, which suits most sites. It grows a little longer under many writes.
    pub fn new(path: impl Into<PathBuf>, readers: usize) -> Self {
        Self {
            path: path.into(),
            readers,
            log_pages: 16_000,
        }
    }
}

/// A database that is being opened: locked, and used by this connection alone until the threads start.
pub(in crate::store) struct Opening {
    options: StoreOptions,
    lock: File,
    connection: Connection,
}

impl Opening {
    pub(in crate::store) fn new(options: &StoreOptions) -> Result<Self, StoreError> {
        Ok(Self {
            options: options.clone(),
            lock: lock::shared(&options.path)?,
            connection: open::writable(&options.path)?,
        })
    }

    /// Whether the schema differs from that of this program.
    pub(in crate::store) fn is_behind(&self) -> Result<bool, StoreError> {
        migrate::is_behind(&self.connection)
    }

    /// Migrates the schema and then runs `work`, under an exclusive lock. If the schema has to change, the database
    /// is first copied to `{path}.before-v{version}`.
    pub(in crate::store) fn upgrade(
        &mut self,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = &self.options.path;
        lock::upgrade(&self.lock, path)?;
        migrate::to_latest(&mut self.connection, path)?;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        work(&mut Transaction::new(&transaction))?;
        transaction.commit()?;
        lock::downgrade(&self.lock, path)
    }

    pub(in crate::store) fn transaction(&self) -> Transaction<'_> {
        Transaction::new(&self.connection)
    }

    /// Starts the threads. `on_commit` is called after every commit of this process.
    pub(in crate::store) fn start(mut self, on_commit: OnCommit) -> Result<Engine, StoreError> {
        let StoreOptions {
            path,
            readers,
            log_pages,
        } = self.options;
        let checkpoints = Checkpoints::start(&path, log_pages, &mut self.connection)?;
        Ok(Engine {
            writer: Writer::start(self.connection, on_commit)?,
            readers: Readers::start(&path, readers.max(1))?,
            _checkpoints: checkpoints,
            path,
            _lock: self.lock,
        })
    }
}

pub(in crate::store) struct Engine {
    pub(in crate::store) path: PathBuf,
    // Dropped in this order: the writer drains its queue while the others still exist, and the checkpoint connection
    // closes last. If two connections close at the same time, each may regard the other as open, and neither removes
    // the log.
    pub(in crate::store) writer: Writer,
    pub(in crate::store) readers: Readers,
    _checkpoints: Checkpoints,
    _lock: File,
}

impl Engine {
    /// Runs `work` on a snapshot of a new connection, so that the reader threads stay available.
    pub(in crate::store) fn read_on_new_connection<T>(
        path: &Path,
        work: impl FnOnce(Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let connection = open::readable(path)?;
        let snapshot = connection.unchecked_transaction()?;
        work(Transaction::new(&snapshot))
    }
}

pub(in crate::store) use sqlite::backup::write_recorded as backup;
pub(in crate::store) use sqlite::check::{integrity_errors, schema_version, size_bytes};
pub(in crate::store) use sqlite::restore::restore;
