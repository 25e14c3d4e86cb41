//! The audit log.

use super::engine::{Row, StoreError, params};
use crate::domain::audit::{ActionFilter, ActorFilter, AuditEntry, AuditFilter};
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
    /// Its present title or name, of an invitation its address, of a redirect its path, of an import its file, of a tag
    /// its name, of a comment the title of its post; `None` also if it is gone or has none.
    pub target_name: Option<String>,
    /// More about it, empty for most actions.
    pub detail: String,
}

// The index of the times gives the order and the span; what else is looked for is compared row by row. There are no more
// rows than a team makes in 400 days, and administrators alone look for them.
macro_rules! found {
    () => {
        " where l.at >= ?1 and l.at < ?2 and (cast(?3 as text) is null or l.actor = ?3)
            and (?4 = 0 or l.actor is null)
            and (cast(?5 as text) is null or l.action = ?5 or substr(l.action, 1, length(?5) + 1) = ?5 || '.')
            and (cast(?6 as text) is null or l.target = ?6)"
    };
}

macro_rules! select_found {
    ($more:literal) => {
        concat!(
            "select l.id, l.at, l.actor, a.username as actor_name, l.api_key, k.name as api_key_name, l.action,
                l.target, coalesce(p.title, s.title, u.name, m.username, w.name, i.email, r.path, f.file_name, e.title,
                    t.name, cp.title) as target_name, l.detail
             from audit l left join admins a on a.id = l.actor left join api_keys k on k.id = l.api_key
                left join posts p on p.id = l.target left join static_pages s on s.id = l.target
                left join users u on u.id = l.target left join admins m on m.id = l.target
                left join api_keys w on w.id = l.target left join invites i on i.id = l.target
                left join redirects r on r.id = l.target left join imports f on f.id = l.target and f.removed_at is null
                left join series e on e.id = l.target
                left join tags t on t.key = l.target and l.action in ('tag.changed', 'tag.merged')
                left join comments c on c.id = l.target left join posts cp on cp.id = c.post_id",
            found!(),
            $more
        )
    };
}

pub(super) const PAGE: &str = select_found!(" order by l.at desc, l.id desc limit ?7 offset ?8");
pub(super) const BEFORE: &str =
    select_found!(" and (l.at, l.id) < (?7, ?8) order by l.at desc, l.id desc limit ?9");
pub(super) const TOTAL: &str = concat!("select count(*) from audit l", found!());

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

/// The span, the actor, whether there is none, the action and the target that are looked for.
type Found<'a> = (
    Time,
    Time,
    Option<AdminId>,
    bool,
    Option<&'a str>,
    Option<&'a str>,
);

fn found(filter: &AuditFilter) -> Found<'_> {
    let actor = match filter.actor {
        Some(ActorFilter::Member(id)) => Some(id),
        Some(ActorFilter::Nobody) | None => None,
    };
    (
        filter.from.unwrap_or(Time::from_milliseconds(i64::MIN)),
        filter.to.unwrap_or(Time::from_milliseconds(i64::MAX)),
        actor,
        filter.actor == Some(ActorFilter::Nobody),
        filter.action.as_ref().map(ActionFilter::as_str),
        filter.target.as_deref(),
    )
}

/// Returns a page of the rows that the filter finds, latest first.
pub fn list(tx: &Tx<'_>, filter: &AuditFilter, paging: Paging) -> Result<Page<AuditRow>, StoreError> {
    let (from, to, actor, is_nobody, action, target) = found(filter);
    let (limit, offset) = (paging.limit, paging.offset());
    let items = tx.query_all(
        PAGE,
        params![from, to, actor, is_nobody, action, target, limit, offset],
        audit_row,
    )?;
    let total = tx.query_value(TOTAL, params![from, to, actor, is_nobody, action, target])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns at most `limit` of the rows that the filter finds, latest first: those that follow `last` in that order.
pub fn following(
    tx: &Tx<'_>,
    filter: &AuditFilter,
    last: Option<(Time, AuditId)>,
    limit: u32,
) -> Result<Vec<AuditRow>, StoreError> {
    let (from, to, actor, is_nobody, action, target) = found(filter);
    // Every row comes before the end of the span, whatever its id.
    let (at, id) = last.map_or((to, None), |(at, id)| (at, Some(id)));
    let id = id.map_or_else(String::new, |id| id.to_string());
    tx.query_all(
        BEFORE,
        params![from, to, actor, is_nobody, action, target, at, id, limit],
        audit_row,
    )
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
        target_name: row.get("target_name")?,
        detail: row.get("detail")?,
    })
}
