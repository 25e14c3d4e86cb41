//! The audit log.

use super::engine::{Row, StoreError, params};
use crate::domain::audit::AuditEntry;
use crate::domain::{AdminId, ApiKeyId, AuditId, Page, Paging, Time};
use crate::store::Tx;

/// A row of the audit log, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    /// The id of the row.
    pub id: AuditId,
    /// When it happened.
    pub at: Time,
    /// The member of the staff who made the change; `None` is the command line.
    pub actor: Option<AdminId>,
    /// Their present name; `None` also if they have left.
    pub actor_name: Option<String>,
    /// The API key that made the change in their name.
    pub api_key: Option<ApiKeyId>,
    /// The name of the key; `None` also if it was revoked.
    pub api_key_name: Option<String>,
    /// The name of the action, which an earlier or later version of the program may have written.
    pub action: String,
    /// The id of the changed object.
    pub target: Option<String>,
    /// More about it, empty for most actions.
    pub detail: String,
}

pub(super) const LATEST: &str = "
    select l.id, l.at, l.actor, a.username as actor_name, l.api_key, k.name as api_key_name, l.action, l.target, l.detail
    from audit l left join admins a on a.id = l.actor left join api_keys k on k.id = l.api_key
    order by l.at desc, l.id desc limit ?1 offset ?2";

pub(super) const FORGET: &str =
    "delete from audit where id in (select id from audit where at < ?1 order by at, id limit ?2)";

pub(super) const PUBLISHED_SINCE: &str =
    "select count(*) from audit where action = 'post.published' and at >= ?1";

/// Adds a row, in the transaction of the change that it tells of.
pub fn insert(tx: &mut Tx<'_>, entry: &AuditEntry) -> Result<(), StoreError> {
    tx.execute(
        "insert into audit (id, at, actor, api_key, action, target, detail) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            entry.id,
            entry.at,
            entry.actor,
            entry.api_key,
            entry.action,
            entry.target,
            entry.detail
        ],
    )?;
    Ok(())
}

/// Returns a page of the rows, latest first.
pub fn list(tx: &Tx<'_>, paging: Paging) -> Result<Page<AuditRow>, StoreError> {
    let items = tx.query_all(LATEST, params![paging.limit, paging.offset()], audit_row)?;
    let total = tx.query_value("select count(*) from audit", params![])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns the number of planned publications since `moment`.
pub fn publications_since(tx: &Tx<'_>, moment: Time) -> Result<u64, StoreError> {
    let count = tx.query_value(PUBLISHED_SINCE, params![moment])?;
    Ok(count.unwrap_or(0))
}

/// Deletes at most `limit` of the rows from before `moment`, oldest first, and returns their number. The database
/// refuses it for rows of the last 400 days.
pub fn delete_before(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET, params![moment, limit])
}

fn audit_row(row: &Row<'_>) -> Result<AuditRow, StoreError> {
    Ok(AuditRow {
        id: row.get("id")?,
        at: row.get("at")?,
        actor: row.get("actor")?,
        actor_name: row.get("actor_name")?,
        api_key: row.get("api_key")?,
        api_key_name: row.get("api_key_name")?,
        action: row.get("action")?,
        target: row.get("target")?,
        detail: row.get("detail")?,
    })
}
