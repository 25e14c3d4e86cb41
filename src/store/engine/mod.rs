//! The database engine: transactions, the threads that run them, and the two databases.
//!
//! Reader threads, each with its own connection, run each read on one snapshot. One writer thread receives queued
//! writes, runs each in its own savepoint inside one transaction, commits once for the batch, and only then returns
//! the results: an acknowledged write is on disk. `sqlite` and `postgres` implement [`connection::Connection`], and no
//! type of their drivers leaves them.

pub(in crate::store) mod connection;
mod domain_values;
mod error;
mod follower;
mod list_parameters;
mod opening;
mod options;
mod postgres;
mod readers;
pub(in crate::store) mod sqlite;
pub(in crate::store) mod tables;
mod transaction;
mod value;
mod writer;

pub(in crate::store) use connection::Row;
pub use error::StoreError;
pub(in crate::store) use follower::Follower;
pub(in crate::store) use list_parameters::{
    each_integer, each_text, folded_words, has_every_word, integers, strings,
};
pub use options::{FileOptions, Place, ServerOptions, StoreOptions};
pub use sqlite::lock::ServingLock;
pub use transaction::Transaction;
pub(in crate::store) use value::{FromValue, Parameters, ToValue, Value, params};
pub use writer::WriteStats;

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use connection::Connection;
use opening::{Opened, Opening};
use readers::Readers;
use tables::{TableReader, TableWriter};
use writer::Writer;

/// Opens or creates a database. Its schema may still have to be upgraded.
pub(in crate::store) fn open(place: &Place) -> Result<Box<dyn Opening>, StoreError> {
    Ok(match place {
        Place::File(file) => Box::new(sqlite::opening::SqliteOpening::new(file)?),
        Place::Server(server) => Box::new(postgres::opening::PostgresOpening::new(server)?),
    })
}

/// Runs `work` on a thread of its own: the driver of PostgreSQL has a runtime, which cannot run on a thread of another one.
pub(in crate::store) fn on_own_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| match scope.spawn(work).join() {
        Ok(result) => result,
        Err(panic) => resume_unwind(panic),
    })
}

/// Opens a snapshot of a database, to read whole tables of it.
pub(in crate::store) fn table_reader(place: &Place) -> Result<Box<dyn TableReader>, StoreError> {
    Ok(match place {
        Place::File(file) => Box::new(sqlite::tables::SqliteReader::open(&file.path)?),
        Place::Server(server) => postgres::tables::open_reader(server)?,
    })
}

/// Opens an empty database, to fill whole tables of it.
pub(in crate::store) fn table_writer(place: &Place) -> Result<Box<dyn TableWriter>, StoreError> {
    Ok(match place {
        Place::File(file) => Box::new(sqlite::tables::SqliteWriter::database(&file.path)),
        Place::Server(server) => Box::new(postgres::tables::PostgresWriter::open(server)?),
    })
}

/// A new file for a backup, to fill whole tables of it.
pub(in crate::store) fn backup_writer(target: &Path) -> Box<dyn TableWriter> {
    Box::new(sqlite::tables::SqliteWriter::backup(target))
}

/// The threads of an open database.
pub(in crate::store) struct Engine {
    // Dropped in this order: the writer drains its queue while the others still exist, and what is held, such as the
    // connection of the checkpoints, closes last. If two connections of SQLite close at the same time, each may regard
    // the other as open, and neither removes the log.
    pub(in crate::store) writer: Writer,
    pub(in crate::store) readers: Readers,
    connect: Box<dyn Fn() -> Result<Box<dyn Connection>, StoreError> + Send + Sync>,
    _held: Box<dyn Send + Sync>,
}

impl Engine {
    /// Starts the threads.
    pub(in crate::store) fn start(
        opening: Box<dyn Opening>,
        readers: usize,
        follower: Arc<dyn Follower>,
    ) -> Result<Self, StoreError> {
        let Opened {
            writer,
            connect,
            held,
        } = opening.finish(&follower)?;
        Ok(Self {
            writer: Writer::start(writer, follower)?,
            readers: Readers::start(readers.max(1), &connect)?,
            connect,
            _held: held,
        })
    }

    /// Runs `work` on a snapshot of a new connection, so that the reader threads stay available.
    pub(in crate::store) fn read_on_new_connection<T>(
        &self,
        work: impl FnOnce(Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = (self.connect)()?;
        connection.begin_snapshot()?;
        let result = work(Transaction::new(&*connection));
        connection.end_snapshot()?;
        result
    }
}
