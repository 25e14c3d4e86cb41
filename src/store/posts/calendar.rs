//! The posts of a span of time: those that were published in it, and the drafts that are to be.

use super::summary;
use crate::domain::post::PostSummary;
use crate::domain::{AuthorId, Time};
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

/// The most posts of one answer.
pub const CALENDAR_MAX: u32 = 1_000;

macro_rules! calendar {
    ($of_published:literal, $of_planned:literal) => {
        concat!(
            "select p.seq, p.created_at as at from posts p
             where p.status = 'published' and p.created_at >= ?1 and p.created_at < ?2",
            $of_published,
            " union all
             select p.seq, p.publish_at as at from posts p
             where p.status = 'draft' and p.publish_at >= ?1 and p.publish_at < ?2",
            $of_planned,
            " order by at, seq limit ?3"
        )
    };
}

pub(in crate::store) const CALENDAR: &str = calendar!("", "");
/// Drafts are read in the order of their times: `coalesce` keeps SQLite from reading all of the author's and sorting them.
pub(in crate::store) const OWN_CALENDAR: &str =
    calendar!(" and p.author_id = ?4", " and coalesce(p.author_id, '') = ?4");

/// Returns the posts from `from` until before `to`, of one author or of all, the earliest first; at most
/// [`CALENDAR_MAX`].
pub fn calendar(
    tx: &Tx<'_>,
    from: Time,
    to: Time,
    author: Option<AuthorId>,
) -> Result<Vec<PostSummary>, StoreError> {
    let seqs: Vec<i64> = match author {
        None => tx.query_all(CALENDAR, params![from, to, CALENDAR_MAX], |row| row.get("seq"))?,
        Some(author) => tx.query_all(OWN_CALENDAR, params![from, to, CALENDAR_MAX, author], |row| {
            row.get("seq")
        })?,
    };
    summary::by_seqs_without_activity(tx, &seqs)
}
