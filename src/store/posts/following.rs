//! The posts that a reader follows by their authors, tags and series.

use super::lists;
use crate::domain::post::{Order, PostSummary};
use crate::domain::{Page, Paging, UserId};
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

pub(in crate::store) const FOLLOWED: &str = "
    select p.seq from follows f join posts p on p.author_id = f.target
    where f.user_id = ?1 and f.kind = 'author' and p.status = 'published'
    union
    select c.post_seq from follows f join post_authors c on c.author_id = f.target
    where f.user_id = ?1 and f.kind = 'author'
    union
    select t.post_seq from follows f join post_tags t on t.tag = f.target
    where f.user_id = ?1 and f.kind = 'tag'
    union
    select s.post_seq from follows f join series_posts s on s.series_id = f.target
    where f.user_id = ?1 and f.kind = 'series'";

/// Returns a page of the published posts of the authors, with the tags and of the series that a reader follows, newest
/// first.
pub fn followed_by(tx: &Tx<'_>, reader: UserId, paging: Paging) -> Result<Page<PostSummary>, StoreError> {
    let seqs: Vec<i64> = tx.query_column(FOLLOWED, params![reader])?;
    let (total, seqs) = lists::among(tx, &seqs, None, Order::Newest, paging)?;
    Ok(Page {
        items: lists::published_only(tx, &seqs)?,
        total,
        paging,
    })
}
