//! Likes and bookmarks: who marked what.

use super::engine::{StoreError, Tx, params};
use super::recount;
use crate::domain::{CommentId, PostId, Time, UserId};

/// A reader likes a post; a second time changes nothing.
pub fn like_post(tx: &mut Tx<'_>, post: PostId, user: UserId, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into post_likes (post_id, user_id, created_at) values (?1, ?2, ?3) on conflict do nothing",
        params![post.to_string(), user.to_string(), now.milliseconds()],
    )?;
    recount::post(tx, post)
}

/// A reader bookmarks a post; a second time changes nothing.
pub fn bookmark_post(tx: &mut Tx<'_>, post: PostId, user: UserId, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into post_bookmarks (post_id, user_id, created_at) values (?1, ?2, ?3) on conflict do nothing",
        params![post.to_string(), user.to_string(), now.milliseconds()],
    )?;
    recount::post(tx, post)
}

/// A reader likes a comment; a second time changes nothing.
pub fn like_comment(tx: &mut Tx<'_>, comment: CommentId, user: UserId, now: Time) -> Result<(), StoreError> {
    let inserted = tx.execute(
        "insert into comment_likes (comment_id, user_id, created_at) values (?1, ?2, ?3) on conflict do nothing",
        params![comment.to_string(), user.to_string(), now.milliseconds()],
    )?;
    if inserted > 0 {
        tx.execute(
            "update comments set like_count = like_count + 1 where id = ?1",
            params![comment.to_string()],
        )?;
    }
    Ok(())
}
