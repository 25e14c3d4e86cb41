//! Opening the database file.

use std::fs::File;
use std::sync::Arc;

use super::checkpoints::Checkpoints;
use super::connection::SqliteConnection;
use super::{lock, migrate, open};
use crate::store::engine::connection::Connection as _;
use crate::store::engine::opening::{Opened, Opening, UpgradeWork};
use crate::store::engine::{FileOptions, Follower, StoreError, Transaction};

/// A database file that is locked, and that only this connection uses until the threads start.
pub(in crate::store::engine) struct SqliteOpening {
    options: FileOptions,
    lock: File,
    connection: SqliteConnection,
}

impl SqliteOpening {
    pub(in crate::store::engine) fn new(options: &FileOptions) -> Result<Self, StoreError> {
        Ok(Self {
            options: options.clone(),
            lock: lock::shared(&options.path)?,
            connection: SqliteConnection::new(open::writable(&options.path)?),
        })
    }
}

impl Opening for SqliteOpening {
    fn known_version(&self) -> u32 {
        migrate::latest()
    }

    fn is_behind(&self) -> Result<bool, StoreError> {
        migrate::is_behind(self.connection.driver())
    }

    /// Works under an exclusive lock. If the schema has to change, the database is first copied to
    /// `{path}.before-v{version}`.
    fn upgrade(&mut self, work: UpgradeWork) -> Result<(), StoreError> {
        let path = &self.options.path;
        lock::upgrade(&self.lock, path)?;
        migrate::to_latest(self.connection.driver_mut(), path)?;
        self.connection.begin_batch()?;
        work(&mut Transaction::new(&self.connection))?;
        self.connection.commit(&[])?;
        lock::downgrade(&self.lock, path)
    }

    fn transaction(&self) -> Transaction<'_> {
        Transaction::new(&self.connection)
    }

    fn finish(self: Box<Self>, _follower: &Arc<dyn Follower>) -> Result<Opened, StoreError> {
        let Self {
            options: FileOptions { path, log_pages },
            lock,
            mut connection,
        } = *self;
        let checkpoints = Checkpoints::start(&path, log_pages, connection.driver_mut())?;
        Ok(Opened {
            writer: Box::new(connection),
            connect: Box::new(move || Ok(Box::new(SqliteConnection::new(open::readable(&path)?)))),
            held: Box::new((checkpoints, lock)),
        })
    }
}
