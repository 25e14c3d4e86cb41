//! Restoring a backup.

use std::path::Path;

use rusqlite::ErrorCode;

use super::error::sqlite_code;
use super::{backup, check, lock, migrate, open};
use crate::domain::error_chain::error_chain;
use crate::store::engine::StoreError;

/// Copies the backup `source` to `database`, which must not exist yet, and returns its schema version.
pub(in crate::store) fn restore(
    source: &Path,
    database: &Path,
    progress: impl FnMut(u32, u32),
) -> Result<u32, StoreError> {
    let _lock = lock::exclusive(database)?;
    backup::assert_no_database(database)?;
    let version = checked_version(source);
    let version = version.map_err(|cause| StoreError::Unrestorable(source.to_owned(), cause))?;
    backup::write(source, database, progress)?;
    Ok(version)
}

/// Checks a backup and returns its schema version, or the reason why it cannot be restored.
fn checked_version(source: &Path) -> Result<u32, String> {
    if !source.is_file() {
        return Err("there is no such file".to_owned());
    }
    let connection = open::readable(source).map_err(|error| explain(&error))?;
    let found = migrate::version(&connection).map_err(|error| explain(&error))?;
    let known = migrate::latest();
    if found == 0 {
        return Err("it is no database of blog-app".to_owned());
    }
    if found > known {
        return Err(StoreError::NewerSchema { found, known }.to_string());
    }
    let damage = check::integrity_errors(&connection).map_err(|error| explain(&error))?;
    match damage.first() {
        Some(damage) => Err(format!("it is damaged: {}", damage.replace('\n', " "))),
        None => Ok(found),
    }
}

fn explain(error: &StoreError) -> String {
    match sqlite_code(error) {
        Some(ErrorCode::NotADatabase) => "it is no database of blog-app".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => "it is damaged".to_owned(),
        _ => error_chain(error),
    }
}
