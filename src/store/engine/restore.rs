//! A backup becomes the database again.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::{StoreError, Tx, backup, check, lock, migrate, open};
use crate::domain::causes::with_causes;

/// Copies the backup `source` to `database`, where none may be yet, and gives the version of its schema.
pub(super) fn put_in_place(
    source: &Path,
    database: &Path,
    progress: impl FnMut(u32, u32),
) -> Result<u32, StoreError> {
    let _alone = lock::alone(database)?;
    // A log that stays behind would be taken for one of the restored database.
    if ["", "-wal", "-shm"]
        .iter()
        .any(|end| beside(database, end).exists())
    {
        return Err(StoreError::AlreadyThere(database.to_owned()));
    }
    let version = version_of_whole(source).map_err(|cause| StoreError::Unrestorable {
        path: source.to_owned(),
        cause,
    })?;
    backup::write(source, database, progress)?;
    Ok(version)
}

fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The version of the schema of a backup, or why it cannot be used.
fn version_of_whole(source: &Path) -> Result<u32, String> {
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
    let damage = check::damage(&Tx::new(&connection)).map_err(|error| explain(&error))?;
    match damage.first() {
        Some(damage) => Err(format!("it is damaged: {}", damage.replace('\n', " "))),
        None => Ok(found),
    }
}

fn explain(error: &StoreError) -> String {
    let code = match error {
        StoreError::Engine(error) => error.sqlite_error_code(),
        _ => None,
    };
    match code {
        Some(ErrorCode::NotADatabase) => "it is no database of blog-app".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => "it is damaged".to_owned(),
        _ => with_causes(error),
    }
}
