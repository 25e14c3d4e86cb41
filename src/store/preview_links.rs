//! The links by which anybody may read a draft. Only the hash of a token is stored.

use super::engine::{Row, StoreError, params};
use crate::domain::{PostId, Time};
use crate::store::Tx;

/// A link that is still good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PreviewLink {
    /// The post that it shows.
    pub post: PostId,
    /// When it was made.
    pub created_at: Time,
    /// The time from which it shows nothing.
    pub expires_at: Time,
}

pub(super) const BY_TOKEN: &str = "select post_id, created_at, expires_at from preview_links
     where token_hash = ?1 and expires_at > ?2";
pub(super) const FORGET: &str = "delete from preview_links where expires_at <= ?1";

/// Stores the link of a post, in place of an earlier one.
pub fn replace(tx: &mut Tx<'_>, link: PreviewLink, token_hash: &str) -> Result<(), StoreError> {
    tx.execute(
        "insert into preview_links (post_id, token_hash, created_at, expires_at) values (?1, ?2, ?3, ?4)
         on conflict (post_id) do update set token_hash = ?2, created_at = ?3, expires_at = ?4",
        params![link.post, token_hash, link.created_at, link.expires_at],
    )?;
    Ok(())
}

/// Returns the link of a post, if it is still good.
pub fn of_post(tx: &Tx<'_>, post: PostId, now: Time) -> Result<Option<PreviewLink>, StoreError> {
    tx.query_one(
        "select post_id, created_at, expires_at from preview_links where post_id = ?1 and expires_at > ?2",
        params![post, now],
        link,
    )
}

/// Returns the link of the token with this hash, if it is still good.
pub fn by_token(tx: &Tx<'_>, token_hash: &str, now: Time) -> Result<Option<PreviewLink>, StoreError> {
    tx.query_one(BY_TOKEN, params![token_hash, now], link)
}

/// Removes the link of a post, and returns whether it had one.
pub fn delete(tx: &mut Tx<'_>, post: PostId) -> Result<bool, StoreError> {
    Ok(tx.execute("delete from preview_links where post_id = ?1", params![post])? > 0)
}

/// Removes the links that have expired by `now`, and returns their number.
pub fn delete_expired(tx: &mut Tx<'_>, now: Time) -> Result<usize, StoreError> {
    tx.execute(FORGET, params![now])
}

fn link(row: &Row<'_>) -> Result<PreviewLink, StoreError> {
    Ok(PreviewLink {
        post: row.get("post_id")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
    })
}
