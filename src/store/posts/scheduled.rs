//! Drafts that are to be published at a given time.

use super::insert::count_published;
use crate::domain::search::SearchTerms;
use crate::domain::{PostId, Time};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::derived::search;
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

/// Ends the review of a draft.
pub fn end_review(tx: &mut Tx<'_>, id: PostId) -> Result<(), StoreError> {
    tx.execute(
        "update posts set review = 'none' where id = ?1 and status = 'draft'",
        params![id],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Removes the time at which a draft was to be published, and hands the draft in for review.
pub fn return_to_review(tx: &mut Tx<'_>, id: PostId) -> Result<(), StoreError> {
    tx.execute(
        "update posts set publish_at = null, review = 'submitted' where id = ?1 and status = 'draft'",
        params![id],
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
/// it was never published, it exists for readers from its time on. Its review is over.
pub fn publish_due(
    tx: &mut Tx<'_>,
    post: &DuePost,
    terms: &SearchTerms,
    now: Time,
) -> Result<Option<PostId>, StoreError> {
    let published = tx.query_one(
        "update posts set status = 'published', publish_at = null, review = 'none',
                          created_at = case when first_published_at is null then publish_at else created_at end,
                          first_published_at = coalesce(first_published_at, publish_at),
                          updated_at = case when updated_at > publish_at then updated_at else publish_at end
         where seq = ?1 and status = 'draft' and publish_at <= ?2 and title = ?3
           and exists (select 1 from post_contents c where c.post_seq = posts.seq and c.html = ?4)
         returning id, category",
        params![post.seq, now, post.title, post.html],
        |row| Ok((row.get::<PostId>("id")?, row.get::<String>("category")?)),
    )?;
    let Some((id, category)) = published else {
        return Ok(None);
    };
    count_published(tx, &category)?;
    search::index_all(tx, [(post.seq, terms)].into_iter())?;
    tx.changed(Change::Post(id));
    Ok(Some(id))
}
