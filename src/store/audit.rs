//! The audit log.

use super::engine::{Row, StoreError, params};
use crate::domain::audit::AuditEntry;
use crate::domain::{AdminId, Page, Paging, Time};
use crate::store::Tx;

/// A row of the audit log, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    /// The number of the row; larger ones are later.
    pub id: i64,
    /// When it happened.
    pub at: Time,
    /// Who did it; `None` is the command line.
    pub actor: Option<AdminId>,
    /// The present name of who did it; `None` also if they have left.
    pub actor_name: Option<String>,
    /// The name of what was done, also of actions that only a later version of the program knows.
    pub action: String,
    /// The id of what was changed.
    pub target: Option<String>,
    /// More about it, empty for most actions.
    pub detail: String,
}

pub(super) const LATEST: &str = "
    select l.id, l.at, l.actor, a.username as actor_name, l.action, l.target, l.detail
    from audit l left join admins a on a.id = l.actor
    order by l.id desc limit ?1 offset ?2";

pub(super) const FORGET: &str =
    "delete from audit where id in (select id from audit where at < ?1 order by at limit ?2)";

/// Adds a row, in the transaction of the change that it tells of.
pub fn insert(tx: &mut Tx<'_>, entry: &AuditEntry) -> Result<(), StoreError> {
    tx.execute(
        "insert into audit (at, actor, action, target, detail) values (?1, ?2, ?3, ?4, ?5)",
        params![entry.at, entry.actor, entry.action, entry.target, entry.detail],
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
        action: row.get("action")?,
        target: row.get("target")?,
        detail: row.get("detail")?,
    })
}
