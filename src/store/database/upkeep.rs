//! What operators ask of the store: its size and state, backups, and the version of its schema.

use std::path::Path;

use super::Store;
use crate::store::copy::{self, CopyError};
use crate::store::engine::sqlite::{backup, restore};
use crate::store::engine::{Place, StoreError, WriteStats, params};
use crate::store::tx::Tx;

impl Store {
    /// Counters of the writer since the database was opened.
    pub fn write_stats(&self) -> WriteStats {
        self.inner.engine.writer.writes()
    }

    /// The size of the database in bytes.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn size_bytes(&self) -> Result<u64, StoreError> {
        self.read(|tx| tx.connection().size_bytes()).await
    }

    /// Writes a consistent copy of the database to the new file `target` while the site runs. `progress` receives the
    /// number of copied pages and of all pages of a file; the rows of a server are copied and then compared.
    ///
    /// # Errors
    /// When `target` exists or cannot be written.
    pub fn backup(&self, target: &Path, mut progress: impl FnMut(u64, u64) + Send) -> Result<(), CopyError> {
        let place = &self.inner.place;
        match place {
            Place::File(file) => {
                let progress = |done, total| progress(u64::from(done), u64::from(total));
                backup::write(&file.path, target, progress)?;
            }
            Place::Server(_) => {
                copy::to_backup(place, target, |state| progress(state.done, state.total))?;
            }
        }
        Ok(())
    }

    /// Restores the backup `source` to `database`, which must not exist yet, and returns its schema version. `progress`
    /// receives the number of copied pages and of all pages.
    ///
    /// # Errors
    /// When `database` exists or is open, when `source` is not a database, is damaged or was written by a newer
    /// version, or when the copy cannot be written.
    pub fn restore(
        source: &Path,
        database: &Path,
        progress: impl FnMut(u32, u32),
    ) -> Result<u32, StoreError> {
        restore::restore(source, database, progress)
    }

    /// Returns what the database finds damaged in itself; empty if nothing is.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn integrity_errors(&self) -> Result<Vec<String>, StoreError> {
        self.read_blocking(|tx| tx.connection().integrity_errors())
    }

    /// Returns the settings of the database by which acknowledged writes may be lost; empty if there are none.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn durability_risks(&self) -> Result<Vec<String>, StoreError> {
        self.read_blocking(|tx| tx.connection().durability_risks())
    }

    /// The version of the schema in the database.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn schema_version(&self) -> Result<u32, StoreError> {
        self.read_blocking(schema_version)
    }

    /// Checks that no newer version of the program has migrated the schema.
    ///
    /// # Errors
    /// [`StoreError::NewerSchema`], or when the database cannot be read.
    pub async fn check_schema(&self) -> Result<(), StoreError> {
        let (found, known) = (self.read(schema_version).await?, self.inner.known_version);
        if found > known {
            return Err(StoreError::NewerSchema { found, known });
        }
        Ok(())
    }
}

fn schema_version(tx: &Tx<'_>) -> Result<u32, StoreError> {
    let version = tx.query_value(
        "select coalesce(max(version), 0) from refinery_schema_history",
        params![],
    )?;
    Ok(version.unwrap_or(0))
}
