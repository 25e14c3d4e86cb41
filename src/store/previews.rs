//! Rendered pictures for posts without a cover, at most one per post.

use super::engine::{StoreError, params};
use crate::domain::{PostId, Time};
use crate::store::Tx;

/// Returns the picture of a post, if there is one with this hash of its source.
pub fn bytes(tx: &Tx<'_>, post: PostId, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_value(
        "select bytes from post_previews where post_id = ?1 and hash = ?2",
        params![post, hash],
    )
}

/// Stores or replaces the picture of a post. Does nothing if the post no longer exists.
pub fn insert_or_replace(
    tx: &mut Tx<'_>,
    post: PostId,
    hash: &str,
    bytes: &[u8],
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into post_previews (post_id, hash, bytes, created_at)
         select id, ?2, ?3, ?4 from posts where id = ?1
         on conflict (post_id) do update
         set hash = excluded.hash, bytes = excluded.bytes, created_at = excluded.created_at",
        params![post, hash, bytes, now],
    )?;
    Ok(())
}

/// Deletes the picture of a post, which now has a cover.
pub fn delete(tx: &mut Tx<'_>, post: PostId) -> Result<(), StoreError> {
    tx.execute("delete from post_previews where post_id = ?1", params![post])?;
    Ok(())
}
