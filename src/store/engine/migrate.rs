//! Bringing the schema up to date.

use rusqlite::Connection;

use super::StoreError;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// Applies the migrations that the file lacks. A file from a newer program is left as it is.
pub(super) fn to_latest(connection: &mut Connection) -> Result<(), StoreError> {
    let found = version(connection)?;
    let known = latest();
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    if found < known {
        embedded::migrations::runner()
            .run(connection)
            .map_err(|error| StoreError::Migration(error.to_string()))?;
    }
    Ok(())
}

/// The latest version that this program knows.
fn latest() -> u32 {
    embedded::migrations::runner()
        .get_migrations()
        .iter()
        .map(|migration| u32::try_from(migration.version()).unwrap_or(u32::MAX))
        .max()
        .unwrap_or(0)
}

/// The version of the schema in the file: 0 when there is none yet.
pub(super) fn version(connection: &Connection) -> Result<u32, StoreError> {
    let has_history: bool = connection.query_row(
        "select exists (select 1 from sqlite_master where name = 'refinery_schema_history')",
        [],
        |row| row.get(0),
    )?;
    if !has_history {
        return Ok(0);
    }
    Ok(connection.query_row(
        "select coalesce(max(version), 0) from refinery_schema_history",
        [],
        |row| row.get(0),
    )?)
}
