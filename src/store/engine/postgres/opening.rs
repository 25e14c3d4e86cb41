//! Opening a database of a server.

use std::sync::Arc;
use std::time::Duration;

use super::connection::PostgresConnection;
use super::follower::FollowerThread;
use super::migrate;
use super::server::{Purpose, Servers};
use crate::store::engine::connection::Connection;
use crate::store::engine::opening::{Opened, Opening, UpgradeWork};
use crate::store::engine::{Follower, ServerOptions, StoreError, Transaction};

/// The time for which a program that starts waits for a server.
const PATIENCE: Duration = Duration::from_secs(5);

pub(in crate::store::engine) struct PostgresOpening {
    servers: Servers,
    connection: PostgresConnection,
    version: u32,
}

impl PostgresOpening {
    pub(in crate::store::engine) fn new(options: &ServerOptions) -> Result<Self, StoreError> {
        let servers = Servers::new(options)?;
        let mut connection = PostgresConnection::open(&servers, Purpose::Write, PATIENCE)?;
        Ok(Self {
            version: migrate::version(connection.client_mut())?,
            servers,
            connection,
        })
    }
}

impl Opening for PostgresOpening {
    fn known_version(&self) -> u32 {
        migrate::latest()
    }

    fn is_behind(&self) -> Result<bool, StoreError> {
        Ok(self.version != migrate::latest())
    }

    fn upgrade(&mut self, work: UpgradeWork) -> Result<(), StoreError> {
        migrate::lock(self.connection.client_mut())?;
        migrate::to_latest(self.connection.client_mut())?;
        self.connection.begin_batch()?;
        work(&mut Transaction::new(&self.connection))?;
        self.connection.commit(&[])?;
        migrate::unlock(self.connection.client_mut())
    }

    fn transaction(&self) -> Transaction<'_> {
        Transaction::new(&self.connection)
    }

    fn finish(self: Box<Self>, follower: &Arc<dyn Follower>) -> Result<Opened, StoreError> {
        let thread = FollowerThread::start(self.servers.clone(), Arc::clone(follower))?;
        let (servers, follower) = (self.servers, Arc::clone(follower));
        let connect = move || -> Result<Box<dyn Connection>, StoreError> {
            Ok(Box::new(PostgresConnection::open_reader(&servers, &follower)?))
        };
        Ok(Opened {
            writer: Box::new(self.connection),
            connect: Box::new(connect),
            held: Box::new(thread),
        })
    }
}
