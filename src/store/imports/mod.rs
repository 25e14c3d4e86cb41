//! Exports of other systems that the staff have uploaded, and how far their imports are.

pub mod entries;
mod work;

pub use work::{Claim, Recorded, claim, end, give_work, recorded, release, report_progress, write_recorded};

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::work::CLAIM;
}

use super::engine::{Row, StoreError, params};
use crate::domain::import::{FileName, ImportOptions, ImportState};
use crate::domain::{AdminId, ImportId, Page, Paging, Time};
use crate::store::Tx;

/// An import.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// The key of its entries.
    pub seq: i64,
    /// The id.
    pub id: ImportId,
    /// The name of the system that it comes from.
    pub system: String,
    /// The name that the file had.
    pub file_name: FileName,
    /// The bytes of the file.
    pub size: u64,
    /// The state.
    pub state: ImportState,
    /// The options of its last check.
    pub options: ImportOptions,
    /// The bytes of [`Import::work`] that have been read in this state.
    pub progress: u64,
    /// The bytes that are to be read in this state; 0 until that is known.
    pub work: u64,
    /// The totals of its report, as JSON.
    pub totals: String,
    /// What was left out, as JSON.
    pub left_out: String,
    /// The number of entries of its report.
    pub entries: u64,
    /// Why it has failed.
    pub error: Option<String>,
    /// How often its state was begun.
    pub attempts: u32,
    /// Who has uploaded it, unless they have left.
    pub creator: Option<AdminId>,
    /// Their name.
    pub creator_name: Option<String>,
    /// When it was uploaded.
    pub created_at: Time,
    /// When something of it changed last.
    pub changed_at: Time,
    /// When somebody had it applied.
    pub applied_at: Option<Time>,
}

/// An import to be added.
#[derive(Debug, Clone)]
pub struct NewImport<'a> {
    /// The id.
    pub id: ImportId,
    /// The name of the system.
    pub system: &'a str,
    /// The name that the file had.
    pub file_name: &'a FileName,
    /// The bytes of the file.
    pub size: u64,
    /// How it is checked.
    pub options: &'a ImportOptions,
    /// Totals of nothing, as JSON.
    pub totals: &'a str,
    /// Who has uploaded it.
    pub creator: AdminId,
    /// When.
    pub now: Time,
}

macro_rules! columns {
    () => {
        "seq, id, system, file_name, size, state, options, progress, work, totals, left_out, entries, error, attempts, admin_id,
         created_at, changed_at, applied_at"
    };
}
use columns;

macro_rules! select_imports {
    ($rest:literal) => {
        concat!(
            "select ",
            columns!(),
            ", (select a.username from admins a where a.id = admin_id) as creator_name from imports ",
            $rest
        )
    };
}

pub(super) const BY_ID: &str = select_imports!("where id = ?1 and removed_at is null");
pub(super) const GOING: &str =
    select_imports!("where removed_at is null and state not in ('done', 'failed') order by seq limit 1");
// There are few rows: those that are over are removed after some days. Those that are being removed are passed over.
pub(super) const PAGE: &str =
    select_imports!("where removed_at is null order by seq desc limit ?1 offset ?2");
pub(super) const FIRST_REMOVED: &str =
    "select seq from imports where removed_at is not null order by seq limit 1";
pub(super) const REMOVE_UNCHANGED: &str = "
    update imports set removed_at = ?2
    where seq in (select seq from imports where removed_at is null and changed_at < ?1 order by changed_at limit ?3)";

/// Returns the import with this id.
pub fn by_id(tx: &Tx<'_>, id: ImportId) -> Result<Option<Import>, StoreError> {
    tx.query_one(BY_ID, params![id], with_creator)
}

/// Returns the import that is not over. There is at most one: writes are serial, and an upload asks before it adds another.
pub fn going(tx: &Tx<'_>) -> Result<Option<Import>, StoreError> {
    tx.query_one(GOING, params![], with_creator)
}

/// Returns a page of the imports, the newest first.
pub fn list(tx: &Tx<'_>, paging: Paging) -> Result<Page<Import>, StoreError> {
    let items = tx.query_all(PAGE, params![paging.limit, paging.offset()], with_creator)?;
    let total: Option<u64> =
        tx.query_value("select count(*) from imports where removed_at is null", params![])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Adds an import.
pub fn insert(tx: &mut Tx<'_>, new: &NewImport<'_>) -> Result<(), StoreError> {
    tx.execute(
        "insert into imports (id, system, file_name, size, state, options, totals, admin_id, created_at, changed_at)
         values (?1, ?2, ?3, ?4, 'uploaded', ?5, ?6, ?7, ?8, ?8)",
        params![
            new.id,
            new.system,
            new.file_name,
            new.size,
            options_text(new.options)?,
            new.totals,
            new.creator,
            new.now
        ],
    )?;
    Ok(())
}

/// Removes an import from all lists, and returns whether there was one. Nobody works on it any more; its entries and its row
/// go bit by bit, its file as soon as the node that has it looks.
pub fn remove(tx: &mut Tx<'_>, id: ImportId, now: Time) -> Result<bool, StoreError> {
    let removed = tx.execute(
        "update imports set removed_at = ?2, worker = null, lease_until = null where id = ?1 and removed_at is null",
        params![id, now],
    )?;
    Ok(removed > 0)
}

/// Removes at most `limit` imports that have not changed since then, and returns their number.
pub fn remove_unchanged_since(
    tx: &mut Tx<'_>,
    before: Time,
    now: Time,
    limit: u32,
) -> Result<usize, StoreError> {
    tx.execute(REMOVE_UNCHANGED, params![before, now, limit])
}

/// Returns the key of an import that was removed, and whose row is still there.
pub fn first_removed(tx: &Tx<'_>) -> Result<Option<i64>, StoreError> {
    tx.query_value(FIRST_REMOVED, params![])
}

/// Deletes the row of an import that was removed, once it has no entries.
pub fn delete_removed(tx: &mut Tx<'_>, seq: i64) -> Result<(), StoreError> {
    tx.execute(
        "delete from imports where seq = ?1 and removed_at is not null",
        params![seq],
    )?;
    Ok(())
}

fn options_text(options: &ImportOptions) -> Result<String, StoreError> {
    serde_json::to_string(options).map_err(|error| StoreError::Corrupt(format!("imports.options: {error}")))
}

fn with_creator(row: &Row<'_>) -> Result<Import, StoreError> {
    Ok(Import {
        creator_name: row.get("creator_name")?,
        ..import(row)?
    })
}

/// Maps a row without the name of its creator.
fn import(row: &Row<'_>) -> Result<Import, StoreError> {
    let options: String = row.get("options")?;
    Ok(Import {
        seq: row.get("seq")?,
        id: row.get("id")?,
        system: row.get("system")?,
        file_name: row.get("file_name")?,
        size: row.get("size")?,
        state: row.get("state")?,
        options: serde_json::from_str(&options)
            .map_err(|error| StoreError::Corrupt(format!("imports.options: {error}")))?,
        progress: row.get("progress")?,
        work: row.get("work")?,
        totals: row.get("totals")?,
        left_out: row.get("left_out")?,
        entries: row.get("entries")?,
        error: row.get("error")?,
        attempts: row.get("attempts")?,
        creator: row.get("admin_id")?,
        creator_name: None,
        created_at: row.get("created_at")?,
        changed_at: row.get("changed_at")?,
        applied_at: row.get("applied_at")?,
    })
}
