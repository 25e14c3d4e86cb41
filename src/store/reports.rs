//! Reports of comments and of readers. Triggers count those that nobody has resolved yet.

use std::collections::HashMap;
use std::hash::Hash;

use super::engine::{FromValue, Row, StoreError, each_text, params, strings};
use crate::domain::report::{NewReport, OpenReport, REPORTS_SHOWN, Reporter};
use crate::domain::{CommentId, Time, UserId};
use crate::store::Tx;

/// Stores a report of a comment. Returns `false` if the reader has reported it before.
pub fn add_to_comment(tx: &mut Tx<'_>, comment: CommentId, report: &NewReport) -> Result<bool, StoreError> {
    let NewReport {
        reporter,
        reason,
        note,
        at,
    } = report;
    let inserted = tx.execute(
        "insert into comment_reports (comment_id, user_id, reason, note, at) values (?1, ?2, ?3, ?4, ?5)
         on conflict (comment_id, user_id) do nothing",
        params![comment, reporter, reason, note, at],
    )?;
    Ok(inserted > 0)
}

/// Stores a report of a reader by another one, unless there is one already.
pub fn add_to_reader(tx: &mut Tx<'_>, reader: UserId, report: &NewReport) -> Result<(), StoreError> {
    let NewReport {
        reporter,
        reason,
        note,
        at,
    } = report;
    tx.execute(
        "insert into user_reports (user_id, reporter_id, reason, note, at) values (?1, ?2, ?3, ?4, ?5)
         on conflict (user_id, reporter_id) do nothing",
        params![reader, reporter, reason, note, at],
    )?;
    Ok(())
}

pub(super) const REPORTERS: &str = "
    select u.created_at, u.is_trusted,
           (select count(*) from (select 1 from comments c where c.user_id = u.id and c.state = 'visible'
                                  limit ?2) as counted) as visible_comments
    from comment_reports r join users u on u.id = r.user_id
    where r.comment_id = ?1 and r.resolved_at is null";

/// Returns the readers whose reports of a comment are open. Of each at most `comments` visible comments are counted.
pub fn reporters(tx: &Tx<'_>, comment: CommentId, comments: u32) -> Result<Vec<Reporter>, StoreError> {
    tx.query_all(REPORTERS, params![comment, comments], |row| {
        Ok(Reporter {
            joined_at: row.get("created_at")?,
            visible_comments: row.get("visible_comments")?,
            is_trusted: row.get("is_trusted")?,
        })
    })
}

/// Resolves the open reports of a comment. Returns whether there were any.
pub fn resolve_of_comment(tx: &mut Tx<'_>, comment: CommentId, now: Time) -> Result<bool, StoreError> {
    let resolved = tx.execute(
        "update comment_reports set resolved_at = ?2 where comment_id = ?1 and resolved_at is null",
        params![comment, now],
    )?;
    Ok(resolved > 0)
}

/// Resolves the open reports of a reader.
pub fn resolve_of_reader(tx: &mut Tx<'_>, reader: UserId, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update user_reports set resolved_at = ?2 where user_id = ?1 and resolved_at is null",
        params![reader, now],
    )?;
    Ok(())
}

/// The newest open reports of the subjects whose ids are in the list `?1`, at most `?2` of each.
macro_rules! open_reports {
    ($table:literal, $subject:literal, $reporter:literal) => {
        concat!(
            "select subject, reason, note, at, reporter_id, name
             from (select r.",
            $subject,
            " as subject, r.reason, r.note, r.at, u.id as reporter_id, u.name,
                          row_number() over (partition by r.",
            $subject,
            " order by r.at desc, u.id desc) as place
                   from ",
            $table,
            " r join users u on u.id = r.",
            $reporter,
            " where r.resolved_at is null and r.",
            $subject,
            " in ",
            each_text!("?1"),
            ") as numbered
             where place <= ?2 order by subject, place"
        )
    };
}

pub(super) const OPEN_OF_COMMENTS: &str = open_reports!("comment_reports", "comment_id", "user_id");
pub(super) const OPEN_OF_READERS: &str = open_reports!("user_reports", "user_id", "reporter_id");

/// The newest open reports by their subjects, newest first.
type OpenReports<Id> = HashMap<Id, Vec<OpenReport>>;

/// Returns the newest open reports of each of these comments.
pub fn open_of_comments(tx: &Tx<'_>, comments: &[CommentId]) -> Result<OpenReports<CommentId>, StoreError> {
    open(tx, OPEN_OF_COMMENTS, comments)
}

/// Returns the newest open reports of each of these readers.
pub fn open_of_readers(tx: &Tx<'_>, readers: &[UserId]) -> Result<OpenReports<UserId>, StoreError> {
    open(tx, OPEN_OF_READERS, readers)
}

fn open<Id: FromValue + ToString + Eq + Hash>(
    tx: &Tx<'_>,
    sql: &'static str,
    subjects: &[Id],
) -> Result<OpenReports<Id>, StoreError> {
    let mut reports = OpenReports::new();
    if subjects.is_empty() {
        return Ok(reports);
    }
    let subjects: Vec<String> = subjects.iter().map(Id::to_string).collect();
    let rows = tx.query_all(sql, params![strings(&subjects), REPORTS_SHOWN], |row| {
        Ok((row.get::<Id>("subject")?, report(row)?))
    })?;
    for (subject, report) in rows {
        reports.entry(subject).or_default().push(report);
    }
    Ok(reports)
}

fn report(row: &Row<'_>) -> Result<OpenReport, StoreError> {
    Ok(OpenReport {
        reason: row.get("reason")?,
        note: row.get("note")?,
        at: row.get("at")?,
        reporter: row.get("reporter_id")?,
        reporter_name: row.get("name")?,
    })
}
