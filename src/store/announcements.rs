//! Events of which many people are to be told, in steps. The id of an announcement is that of the post or of the comment,
//! so that there is at most one.

use super::engine::{Row, StoreError, params};
use crate::domain::notice::NoticeKind;
use crate::domain::{AccountId, CommentId, PostId, Time};
use crate::store::Tx;

/// The id and the kind of the announcement to moderators, of which there is one at a time.
const MODERATION: &str = "moderation";
/// The time from the first comment that waits to the notice about it, in milliseconds: more may come.
const MODERATION_DELAY_MILLISECONDS: i64 = 2 * 60 * 1_000;
/// The least time between two notices to the moderators, in milliseconds.
const MODERATION_PAUSE_MILLISECONDS: i64 = 10 * 60 * 1_000;

/// An announcement whose time has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// Its id.
    pub id: String,
    /// What is announced.
    pub event: Announced,
    /// Those up to here have been told; empty at the beginning.
    pub after: String,
}

/// What is announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Announced {
    /// A post was published.
    Post(PostId),
    /// A comment became visible on a post.
    Comment(PostId, CommentId),
    /// Comments wait for a moderator.
    Moderation,
}

pub(super) const HAS_FOLLOWERS: &str = "select 1 from follows where kind = 'post' and target = ?1 limit 1";

/// Announces a comment to the followers of its post.
pub fn of_comment(tx: &mut Tx<'_>, post: PostId, comment: CommentId, now: Time) -> Result<(), StoreError> {
    if !tx.exists(HAS_FOLLOWERS, params![post])? {
        return Ok(());
    }
    tx.execute(
        "insert into announcements (id, kind, post_id, comment_id, due_at) values (?2, 'comment', ?1, ?2, ?3)
         on conflict do nothing",
        params![post, comment, now],
    )?;
    Ok(())
}

/// Announces a post that is published for the first time, unless its authors do not want that.
pub fn of_post(tx: &mut Tx<'_>, post: PostId, now: Time) -> Result<(), StoreError> {
    let is_announced = tx.execute(
        "update posts set announced_at = ?2
         where id = ?1 and status = 'published' and announce = 1 and announced_at is null",
        params![post, now],
    )?;
    if is_announced > 0 {
        tx.execute(
            "insert into announcements (id, kind, post_id, due_at) values (?1, 'post', ?1, ?2)
             on conflict do nothing",
            params![post, now],
        )?;
    }
    Ok(())
}

pub(super) const LAST_MODERATION: &str =
    "select at from notifications where kind = 'moderation' order by at desc limit 1";

/// Announces that a comment waits for a moderator, at most once in ten minutes.
pub fn of_moderation(tx: &mut Tx<'_>, now: Time) -> Result<(), StoreError> {
    if tx.exists("select 1 from announcements where id = ?1", params![MODERATION])? {
        return Ok(());
    }
    let last: Option<Time> = tx.query_value(LAST_MODERATION, params![])?;
    let soonest = now.plus_milliseconds(MODERATION_DELAY_MILLISECONDS);
    let due_at = match last {
        Some(last) => soonest.max(last.plus_milliseconds(MODERATION_PAUSE_MILLISECONDS)),
        None => soonest,
    };
    tx.execute(
        "insert into announcements (id, kind, due_at) values (?1, ?1, ?2) on conflict do nothing",
        params![MODERATION, due_at],
    )?;
    Ok(())
}

macro_rules! announcements {
    ($rest:literal) => {
        concat!(
            "select id, kind, post_id, comment_id, after from announcements ",
            $rest
        )
    };
}

pub(super) const DUE: &str = announcements!("where due_at <= ?1 order by due_at, id limit 1");
pub(super) const NEXT: &str = "select due_at from announcements order by due_at, id limit 1";

/// Returns the first announcement whose time has come.
pub fn due(tx: &Tx<'_>, now: Time) -> Result<Option<Announcement>, StoreError> {
    tx.query_one(DUE, params![now], announcement)
}

/// Returns the time of the next announcement.
pub fn next(tx: &Tx<'_>) -> Result<Option<Time>, StoreError> {
    tx.query_value(NEXT, params![])
}

/// Records that those up to `after` have been told.
pub fn advance(tx: &mut Tx<'_>, id: &str, after: &str) -> Result<(), StoreError> {
    tx.execute(
        "update announcements set after = ?2 where id = ?1",
        params![id, after],
    )?;
    Ok(())
}

/// Records that those up to `after` have been told, and that the next step has to wait.
pub fn postpone(tx: &mut Tx<'_>, id: &str, after: &str, due_at: Time) -> Result<(), StoreError> {
    tx.execute(
        "update announcements set after = ?2, due_at = ?3 where id = ?1",
        params![id, after, due_at],
    )?;
    Ok(())
}

/// Removes an announcement of which everybody has been told.
pub fn finish(tx: &mut Tx<'_>, id: &str) -> Result<(), StoreError> {
    tx.execute("delete from announcements where id = ?1", params![id])?;
    Ok(())
}

pub(super) const FOLLOWERS_OF_POST: &str = "
    select user_id from follows where kind = 'post' and target = ?1 and user_id > ?2
    order by user_id limit ?3";

/// Selects those who follow an author of a post, one of its tags or its series. The cross joins keep their order.
pub(super) const FOLLOWERS_OF_COLLECTIONS: &str = "
    select user_id from (
        select f.user_id from posts p cross join follows f
        where p.id = ?1 and f.kind = 'author' and f.target = p.author_id and f.user_id > ?2
        union
        select f.user_id from posts p cross join post_authors c cross join follows f
        where p.id = ?1 and c.post_seq = p.seq
          and f.kind = 'author' and f.target = c.author_id and f.user_id > ?2
        union
        select f.user_id from posts p cross join post_tags t cross join follows f
        where p.id = ?1 and t.post_seq = p.seq
          and f.kind = 'tag' and f.target = t.tag and f.user_id > ?2
        union
        select f.user_id from posts p cross join series_posts s cross join follows f
        where p.id = ?1 and s.post_seq = p.seq
          and f.kind = 'series' and f.target = s.series_id and f.user_id > ?2) as followers
    order by user_id limit ?3";

/// Returns the next readers who follow an event, by their ids: those after `after`, at most `limit`.
pub fn followers(
    tx: &Tx<'_>,
    kind: NoticeKind,
    post: PostId,
    after: &str,
    limit: u32,
) -> Result<Vec<AccountId>, StoreError> {
    let statement = match kind {
        NoticeKind::Thread => FOLLOWERS_OF_POST,
        _ => FOLLOWERS_OF_COLLECTIONS,
    };
    tx.query_column(statement, params![post, after, limit])
}

fn announcement(row: &Row<'_>) -> Result<Announcement, StoreError> {
    let (post, comment) = (row.get("post_id")?, row.get("comment_id")?);
    let event = match (post, comment) {
        (Some(post), Some(comment)) => Announced::Comment(post, comment),
        (Some(post), None) => Announced::Post(post),
        (None, _) => Announced::Moderation,
    };
    Ok(Announcement {
        id: row.get("id")?,
        event,
        after: row.get("after")?,
    })
}
