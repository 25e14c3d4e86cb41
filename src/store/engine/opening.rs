//! Opening a database, whichever it is.

use std::sync::Arc;

use refinery::Runner;

use super::connection::Connection;
use super::{Follower, StoreError, Transaction};

/// A database that is being opened. Nobody else writes while it is upgraded.
pub(in crate::store) trait Opening {
    /// The latest version of the schema that this program knows.
    fn known_version(&self) -> u32;

    /// Whether the schema has another version.
    fn is_behind(&self) -> Result<bool, StoreError>;

    /// Migrates the schema and then runs `work`, while nobody else writes.
    fn upgrade(&mut self, work: UpgradeWork) -> Result<(), StoreError>;

    fn transaction(&self) -> Transaction<'_>;

    /// Returns the connection of the writer, and what opens further ones. From now on `follower` follows the commits of
    /// other nodes.
    fn finish(self: Box<Self>, follower: &Arc<dyn Follower>) -> Result<Opened, StoreError>;
}

/// Returns the latest version that these migrations lead to.
pub(super) fn latest_version_of(migrations: &Runner) -> u32 {
    let versions = migrations.get_migrations().iter();
    let versions = versions.map(|migration| u32::try_from(migration.version()).unwrap_or(u32::MAX));
    versions.max().unwrap_or(0)
}

/// The work of an upgrade in the migrated database.
pub(in crate::store) type UpgradeWork = fn(&mut Transaction<'_>) -> Result<(), StoreError>;

/// An open database.
pub(in crate::store) struct Opened {
    pub(in crate::store) writer: Box<dyn Connection>,
    /// Opens a connection that reads.
    pub(in crate::store) connect: Box<dyn Fn() -> Result<Box<dyn Connection>, StoreError> + Send + Sync>,
    /// Has to outlive the connections.
    pub(in crate::store) held: Box<dyn Send + Sync>,
}
