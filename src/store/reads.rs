//! The readers who read a post to its end.

use super::engine::{StoreError, params};
use super::views::SESSION_MILLISECONDS;
use crate::domain::{PostId, Time};
use crate::store::Tx;

/// The time after which a reader can have read a post, in milliseconds for each minute of its reading time: a third.
const MILLISECONDS_OF_MINUTE: i64 = 20_000;

/// Counts that a session has read a published post to its end: once for each time that it counts as a reader, and not
/// before a third of the reading time has passed since its last view. Returns whether the post exists.
pub fn record(tx: &mut Tx<'_>, post: PostId, session: i64, now: Time) -> Result<bool, StoreError> {
    let found: Option<(i64, i64)> = tx.query_one(
        "select seq, read_minutes from posts where id = ?1 and status = 'published'",
        params![post],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let Some((seq, minutes)) = found else {
        return Ok(false);
    };
    let seen_after = now.plus_milliseconds(-SESSION_MILLISECONDS);
    let seen_until = now.plus_milliseconds(-minutes * MILLISECONDS_OF_MINUTE);
    let finished = tx.execute(
        "update post_sessions set may_finish = 0
         where post_id = ?1 and session = ?2 and may_finish = 1 and last_seen_at > ?3 and last_seen_at <= ?4",
        params![post, session, seen_after, seen_until],
    )?;
    if finished > 0 {
        tx.execute(
            "insert into post_reads (post_seq, day, readers) values (?1, ?2, 1)
             on conflict (post_seq, day) do update set readers = post_reads.readers + 1",
            params![seq, now.day()],
        )?;
    }
    Ok(true)
}

/// Returns the days from `first` to `last` on which somebody read a post to its end, with the number of readers.
pub(super) fn of_post(
    tx: &Tx<'_>,
    post_seq: i64,
    first: i64,
    last: i64,
) -> Result<Vec<(i64, u64)>, StoreError> {
    tx.query_all(OF_POST, params![post_seq, first, last], |row| {
        Ok((row.get("day")?, row.get("readers")?))
    })
}

pub(super) const OF_POST: &str =
    "select day, readers from post_reads where post_seq = ?1 and day between ?2 and ?3";

/// Deletes at most `limit` rows of days before `day`, and returns their number.
pub fn delete_before(tx: &mut Tx<'_>, day: i64, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET, params![day, limit])
}

pub(super) const FORGET: &str = "
    delete from post_reads where (post_seq, day) in
        (select post_seq, day from post_reads where day < ?1 limit ?2)";
