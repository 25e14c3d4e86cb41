//! The version of a database's schema.

use super::engine::{self, Place, StoreError};

/// The version of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaVersion {
    /// The version in the database; 0 if it has no tables yet.
    pub found: u32,
    /// The latest version that this program knows.
    pub known: u32,
}

/// Reads the version of a database that exists, without migrating it.
///
/// # Errors
/// When the database cannot be read.
pub fn schema_version(place: &Place) -> Result<SchemaVersion, StoreError> {
    engine::on_own_thread(|| {
        let mut reader = engine::table_reader(place)?;
        Ok(SchemaVersion {
            found: reader.schema_version()?,
            known: reader.known_version(),
        })
    })
}
