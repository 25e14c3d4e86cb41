//! What the engine itself can say about the file.

use super::{StoreError, Tx, params};

/// What is broken in the file, or refers to what is not there.
pub(super) fn damage(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    let mut found = tx.query_all("pragma integrity_check(20)", params![], |row| {
        row.get::<String>(0)
    })?;
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

/// The version of the schema in the file.
pub(super) fn schema_version(tx: &Tx<'_>) -> Result<u32, StoreError> {
    let version = tx.query_one(
        "select coalesce(max(version), 0) from refinery_schema_history",
        params![],
        |row| row.get(0),
    )?;
    Ok(version.unwrap_or(0))
}

/// The bytes of all pages.
pub(super) fn size_bytes(tx: &Tx<'_>) -> Result<u64, StoreError> {
    let bytes = tx.query_one(
        "select page_count * page_size from pragma_page_count, pragma_page_size",
        params![],
        |row| row.get(0),
    )?;
    Ok(bytes.unwrap_or(0))
}
