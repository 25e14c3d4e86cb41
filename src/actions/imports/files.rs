//! The removal of what imports leave behind: files, reports and rows.

use std::fs::{self, DirEntry};
use std::io::{self, ErrorKind};

use super::upload::UNFINISHED;
use super::{Imports, Turn};
use crate::domain::ImportId;
use crate::domain::error_chain::error_chain;
use crate::store::imports::entries;
use crate::store::{Store, StoreError, imports};

/// The entries of a report that one write deletes: some milliseconds.
const BATCH: u32 = 500;

impl Imports {
    /// Removes the files that no import needs, and those that a killed process has left. Nothing works on an import now.
    ///
    /// # Errors
    /// If the database cannot be read. A file that cannot be removed is only logged.
    pub(super) fn remove_files(&self, store: &Store) -> Result<(), StoreError> {
        // Whoever uploads a file at present has names in the folder that no row tells of yet.
        let Some(turn) = self.turn() else {
            return Ok(());
        };
        let entries = match fs::read_dir(self.folder()) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                tracing::error!(%error, "the folder of imports cannot be read");
                return Ok(());
            }
        };
        for entry in entries.filter_map(Result::ok) {
            if is_left_behind(store, &entry)?
                && let Err(error) = remove(&entry)
            {
                let name = entry.file_name();
                tracing::error!(%error, ?name, "a file of an import cannot be removed");
            }
        }
        drop::<Turn>(turn);
        Ok(())
    }

    /// Removes the file of an import that is over.
    pub(super) fn remove_file(&self, id: ImportId) {
        match fs::remove_file(self.file(id)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                tracing::error!(error = error_chain(&error), %id, "the file of an import cannot be removed");
            }
            Ok(()) | Err(_) => {}
        }
    }
}

/// Deletes the report and the row of the imports that were removed, until none is left or `is_stopped`.
///
/// # Errors
/// If the database cannot be written.
pub(super) fn delete_removed(store: &Store, is_stopped: &dyn Fn() -> bool) -> Result<(), StoreError> {
    while !is_stopped()
        && let Some(seq) = store.read_blocking(imports::first_removed)?
    {
        store.write_blocking(move |tx| {
            let deleted = entries::delete_some(tx, seq, BATCH)?;
            if deleted < BATCH as usize {
                imports::delete_removed(tx, seq)?;
            }
            Ok::<_, StoreError>(())
        })?;
    }
    Ok(())
}

/// Whether an entry of the folder belongs to nothing: an upload or pictures of a process that was killed, or the file of an
/// import that is over. What the site has not put there stays.
fn is_left_behind(store: &Store, entry: &DirEntry) -> Result<bool, StoreError> {
    let name = entry.file_name();
    let Some(name) = name.to_str() else {
        return Ok(false);
    };
    if name.starts_with(UNFINISHED) || name.starts_with(crate::actions::moving::TEMPORARY) {
        return Ok(true);
    }
    let Some(id) = ImportId::parse(name) else {
        return Ok(false);
    };
    let import = store.read_blocking(move |tx| imports::by_id(tx, id))?;
    Ok(import.is_none_or(|import| import.state.is_over()))
}

fn remove(entry: &DirEntry) -> io::Result<()> {
    if entry.file_type()?.is_dir() {
        fs::remove_dir_all(entry.path())
    } else {
        fs::remove_file(entry.path())
    }
}
