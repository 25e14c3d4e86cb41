//! The pictures that stand for posts without a cover; at most one a post.

use super::engine::{StoreError, Tx, params};
use crate::domain::{PostId, Time};

/// The picture of a post, if it is there and was made from what `hash` names.
pub fn bytes(tx: &Tx<'_>, post: PostId, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_one(
        "select bytes from post_previews where post_id = ?1 and hash = ?2",
        params![post.to_string(), hash],
        |row| row.get(0),
    )
}

/// Keeps the picture of a post in place of an earlier one. For a post that is gone it keeps nothing.
pub fn keep(tx: &mut Tx<'_>, post: PostId, hash: &str, bytes: &[u8], now: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into post_previews (post_id, hash, bytes, created_at)
         select id, ?2, ?3, ?4 from posts where id = ?1
         on conflict (post_id) do update
         set hash = excluded.hash, bytes = excluded.bytes, created_at = excluded.created_at",
        params![post.to_string(), hash, bytes, now.milliseconds()],
    )?;
    Ok(())
}

/// Forgets the picture of a post, which has a cover now.
pub fn forget(tx: &mut Tx<'_>, post: PostId) -> Result<(), StoreError> {
    tx.execute(
        "delete from post_previews where post_id = ?1",
        params![post.to_string()],
    )?;
    Ok(())
}
