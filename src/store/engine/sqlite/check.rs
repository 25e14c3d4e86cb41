//! Checks and facts of the database file.

use rusqlite::Connection;

use crate::store::engine::StoreError;

/// Returns the findings of SQLite's integrity and foreign key checks.
pub(super) fn integrity_errors(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut integrity = connection.prepare("pragma integrity_check(20)")?;
    let findings = integrity.query_map([], |row| row.get(0))?;
    let mut found: Vec<String> = findings.collect::<Result<_, _>>()?;
    found.retain(|line| line != "ok");
    let mut foreign_keys = connection.prepare("pragma foreign_key_check")?;
    let orphans = foreign_keys.query_map([], |row| {
        let (table, parent): (String, String) = (row.get("table")?, row.get("parent")?);
        Ok(format!(
            "a row of {table} refers to a row of {parent} that is not there"
        ))
    })?;
    for orphan in orphans {
        found.push(orphan?);
    }
    Ok(found)
}

/// The size of all pages, in bytes.
pub(super) fn size_bytes(connection: &Connection) -> Result<u64, StoreError> {
    const SIZE: &str = "select page_count * page_size from pragma_page_count, pragma_page_size";
    Ok(connection.query_row(SIZE, [], |row| row.get(0))?)
}
