//! Posts for an export of the whole site, in the order of their ids, and what only such an export takes along.

use std::collections::HashMap;

use super::summary::by_seqs_without_activity;
use crate::domain::post::{PostSummary, Review};
use crate::domain::{PostId, Slug, Time};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, each_integer, each_text, integers, params, strings};

pub(in crate::store) const FOLLOWING: &str = "select seq from posts where id > ?1 order by id limit ?2";
pub(in crate::store) const FORMER_SLUGS: &str = concat!(
    "select post_id, slug from slug_history where post_id in ",
    each_text!("?1"),
    " order by slug"
);
pub(in crate::store) const PICTURES: &str = "select hash, small_hash from media
     where format = 'webp'
       and hash in (select hash from post_media where post_seq = ?1
                    union select cover_media from posts where seq = ?1 and cover_media is not null)
     order by hash";

/// Returns at most `limit` posts and drafts, those that follow one in the order of their ids, or the first ones.
pub fn following(tx: &Tx<'_>, last: Option<PostId>, limit: u32) -> Result<Vec<PostSummary>, StoreError> {
    let last = last.map_or_else(String::new, |id| id.to_string());
    let seqs: Vec<i64> = tx.query_column(FOLLOWING, params![last, limit])?;
    by_seqs_without_activity(tx, &seqs)
}

/// Returns when each of these posts was published first, by row number.
pub fn first_publications(tx: &Tx<'_>, seqs: &[i64]) -> Result<HashMap<i64, Time>, StoreError> {
    let found = tx.query_all(
        concat!(
            "select seq, first_published_at from posts where first_published_at is not null and seq in ",
            each_integer!("?1")
        ),
        params![integers(seqs)],
        |row| Ok((row.get("seq")?, row.get("first_published_at")?)),
    )?;
    Ok(found.into_iter().collect())
}

/// Returns the slugs that these posts had before, in their order, each with the post.
pub fn former_slugs(tx: &Tx<'_>, ids: &[PostId]) -> Result<Vec<(PostId, Slug)>, StoreError> {
    let ids: Vec<String> = ids.iter().map(PostId::to_string).collect();
    tx.query_all(FORMER_SLUGS, params![strings(&ids)], |row| {
        Ok((row.get("post_id")?, row.get("slug")?))
    })
}

/// Returns the hashes of the stored pictures that a post shows, its cover included, in their order, each with that of its small
/// form.
pub fn pictures(tx: &Tx<'_>, seq: i64) -> Result<Vec<(String, Option<String>)>, StoreError> {
    tx.query_all(PICTURES, params![seq], |row| {
        Ok((row.get("hash")?, row.get("small_hash")?))
    })
}

/// What has happened to a post on the site that it comes from.
#[derive(Debug, Clone, Copy)]
pub struct PostHistory {
    /// When it was published first.
    pub first_published_at: Option<Time>,
    /// When the draft is to be published.
    pub publish_at: Option<Time>,
    /// The step of the review of the draft.
    pub review: Review,
    /// Whether its followers are told when it is published for the first time.
    pub announce: bool,
    /// When they were told.
    pub announced_at: Option<Time>,
}

/// Gives a new post the history that it had elsewhere.
pub fn set_history(tx: &mut Tx<'_>, id: PostId, history: PostHistory) -> Result<(), StoreError> {
    tx.execute(
        "update posts set first_published_at = ?2, publish_at = ?3, review = ?4, announce = ?5, announced_at = ?6
         where id = ?1",
        params![
            id,
            history.first_published_at,
            history.publish_at,
            history.review,
            history.announce,
            history.announced_at
        ],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Makes a slug that no post has or had lead to a post, as one that it had before. Returns whether it did.
pub fn add_former_slug(tx: &mut Tx<'_>, id: PostId, slug: &Slug) -> Result<bool, StoreError> {
    let added = tx.execute(
        "insert into slug_history (slug, post_id)
         select cast(?1 as text), cast(?2 as text) where not exists (select 1 from posts where slug = ?1)
         on conflict do nothing",
        params![slug, id],
    )?;
    tx.changed(Change::Post(id));
    Ok(added > 0)
}
