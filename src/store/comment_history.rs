//! What somebody and others have commented before, for the rules against spam.

use super::engine::{StoreError, params};
use crate::domain::comment::CommentAuthor;
use crate::domain::{CommentId, Time, UserId};
use crate::store::Tx;

pub(super) const VISIBLE_OF_READER: &str = "
    select count(*) from (
        select 1 as one from comments where user_id = ?1 and state = 'visible' limit ?2
    ) as visible";

/// Returns the number of visible comments of a reader, counted up to `most`.
pub fn count_visible(tx: &Tx<'_>, reader: UserId, most: u32) -> Result<u32, StoreError> {
    let count = tx.query_value(VISIBLE_OF_READER, params![reader, most])?;
    Ok(count.unwrap_or(0))
}

pub(super) const NTH_LATEST_OF_READER: &str = "
    select created_at from comments where user_id = ?1
    order by created_at desc, id desc limit 1 offset ?2";
pub(super) const NTH_LATEST_OF_STAFF: &str = "
    select created_at from comments where admin_id = ?1
    order by created_at desc limit 1 offset ?2";

/// Returns when somebody wrote their comment before `newer` others of them.
pub fn nth_latest(tx: &Tx<'_>, author: CommentAuthor, newer: u32) -> Result<Option<Time>, StoreError> {
    match author {
        CommentAuthor::Reader(id) => tx.query_value(NTH_LATEST_OF_READER, params![id, newer]),
        CommentAuthor::Staff(id) => tx.query_value(NTH_LATEST_OF_STAFF, params![id, newer]),
    }
}

pub(super) const HELD_OF_READER: &str =
    "select 1 from comments where user_id = ?1 and state = 'held' limit 1";

/// Whether a comment of a reader waits for a moderator.
pub fn has_held(tx: &Tx<'_>, reader: UserId) -> Result<bool, StoreError> {
    tx.exists(HELD_OF_READER, params![reader])
}

pub(super) const SAID_BY_READER: &str = "
    select 1 from comments
    where text_hash = ?1 and created_at > ?2 and user_id = ?3
      and (cast(?4 as text) is null or id <> ?4)
    limit 1";
pub(super) const SAID_BY_OTHERS: &str = "
    select count(*) from (
        select distinct user_id from comments
        where text_hash = ?1 and created_at > ?2 and user_id <> ?3 limit ?4
    ) as others";

/// Whether a reader has written the text with this hash since `moment`, but for the comment `except`.
pub fn has_said(
    tx: &Tx<'_>,
    reader: UserId,
    hash: i64,
    moment: Time,
    except: Option<CommentId>,
) -> Result<bool, StoreError> {
    tx.exists(SAID_BY_READER, params![hash, moment, reader, except])
}

/// Returns the number of other readers who have written the text with this hash since `moment`, counted up to `most`.
pub fn count_others_who_said(
    tx: &Tx<'_>,
    reader: UserId,
    hash: i64,
    moment: Time,
    most: u32,
) -> Result<u32, StoreError> {
    let count = tx.query_value(SAID_BY_OTHERS, params![hash, moment, reader, most])?;
    Ok(count.unwrap_or(0))
}
