//! Checks and facts of the database file.

use crate::store::engine::{StoreError, Transaction, params};

/// Returns the findings of SQLite's integrity and foreign key checks.
pub(in crate::store) fn integrity_errors(tx: Transaction<'_>) -> Result<Vec<String>, StoreError> {
    let mut found = tx.query_column::<String>("pragma integrity_check(20)", params![])?;
    found.retain(|line| line != "ok");
    found.extend(tx.query_all("pragma foreign_key_check", params![], |row| {
        let table: String = row.get("table")?;
        let parent: String = row.get("parent")?;
        Ok(format!(
            "a row of {table} refers to a row of {parent} that is not there"
        ))
    })?);
    Ok(found)
}

pub(in crate::store) fn schema_version(tx: Transaction<'_>) -> Result<u32, StoreError> {
    let version = tx.query_value(
        "select coalesce(max(version), 0) from refinery_schema_history",
        params![],
    )?;
    Ok(version.unwrap_or(0))
}

/// The size of all pages, in bytes.
pub(in crate::store) fn size_bytes(tx: Transaction<'_>) -> Result<u64, StoreError> {
    let bytes = tx.query_value(
        "select page_count * page_size from pragma_page_count, pragma_page_size",
        params![],
    )?;
    Ok(bytes.unwrap_or(0))
}
