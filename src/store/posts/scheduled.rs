//! Drafts that are to be published at a given time.

use super::publication::{StoredDraft, publish};
use crate::domain::search::SearchTerms;
use crate::domain::{PostId, Time};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, params};

/// A draft whose time has come.
#[derive(Debug, Clone)]
pub struct DuePost {
    /// The row number.
    seq: i64,
    /// The title as the author wrote it.
    pub title: String,
    /// The HTML.
    pub html: String,
}

pub(in crate::store) const DUE: &str = "select p.seq, p.title, c.html
     from posts p
     join post_contents c on c.post_seq = p.seq
     where p.publish_at <= ?1 and p.status = 'draft'
     order by p.publish_at, p.seq
     limit ?2";

pub(in crate::store) const NEXT: &str = "select publish_at from posts
     where publish_at is not null and status = 'draft'
     order by publish_at, seq
     limit 1";

/// Sets, moves or removes the time at which a draft is to be published. A published post stays as it is.
pub fn set_publish_at(tx: &mut Tx<'_>, id: PostId, at: Option<Time>) -> Result<(), StoreError> {
    tx.execute(
        "update posts set publish_at = ?2 where id = ?1 and status = 'draft'",
        params![id, at],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Returns the drafts that are to be published by `now`, the earliest first.
pub fn due(tx: &Tx<'_>, now: Time, limit: u32) -> Result<Vec<DuePost>, StoreError> {
    tx.query_all(DUE, params![now, limit], |row| {
        Ok(DuePost {
            seq: row.get("seq")?,
            title: row.get("title")?,
            html: row.get("html")?,
        })
    })
}

/// Returns the earliest time at which a draft is to be published.
pub fn next_publication(tx: &Tx<'_>) -> Result<Option<Time>, StoreError> {
    tx.query_value(NEXT, params![])
}

/// Publishes a draft, and returns its id, unless its time is after `now` or its text is not that of `post` any more. If
/// it was never published, it exists for readers from its time on.
pub fn publish_due(
    tx: &mut Tx<'_>,
    post: &DuePost,
    terms: &SearchTerms,
    now: Time,
) -> Result<Option<PostId>, StoreError> {
    let due = tx.query_one(
        "select p.id, p.category, p.publish_at
         from posts p join post_contents c on c.post_seq = p.seq
         where p.seq = ?1 and p.status = 'draft' and p.publish_at <= ?2 and p.title = ?3 and c.html = ?4",
        params![post.seq, now, post.title, post.html],
        |row| {
            let draft = StoredDraft {
                seq: post.seq,
                id: row.get("id")?,
                category: row.get("category")?,
            };
            Ok((draft, row.get("publish_at")?))
        },
    )?;
    let Some((draft, at)) = due else {
        return Ok(None);
    };
    publish(tx, &draft, terms, at, now)?;
    Ok(Some(draft.id))
}
