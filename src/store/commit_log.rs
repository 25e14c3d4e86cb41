//! The table of a server in which every node writes its commits, and which every node follows.

use super::commits::{self, Change};
use super::engine::{Row, StoreError, Transaction, params};
use crate::domain::Time;

/// The most commits that are followed one by one. With more, to read everything again is faster.
const COMMITS_MAX: usize = 1_000;

/// A commit of a server. It may lose its last ones when its standby takes over, and then gives their numbers again: the
/// batch says which commit it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::store) struct Position {
    /// 0 before the first commit.
    pub(in crate::store) number: u64,
    batch: String,
}

/// The commits of all nodes after a certain one.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::store) struct NewCommits {
    /// The latest one.
    pub(in crate::store) position: Position,
    /// All changes since, or [`Change::Everything`] if they are not known.
    pub(in crate::store) changes: Vec<Change>,
    /// Whether the commit that was followed last is known to be still there.
    pub(in crate::store) is_continuous: bool,
}

/// Returns the latest commit on a server.
pub(in crate::store) fn latest(transaction: Transaction<'_>) -> Result<Position, StoreError> {
    let latest = transaction.query_one(
        "select number, batch from commits order by number desc limit 1",
        params![],
        position,
    )?;
    Ok(latest.unwrap_or_default())
}

/// Returns the commits on a server after this one, if there are any. If that is not there any more, because it is too long
/// ago or the server has lost it, everything may have changed.
pub(in crate::store) fn since(
    transaction: Transaction<'_>,
    followed: &Position,
) -> Result<Option<NewCommits>, StoreError> {
    let mut commits: Vec<(Position, String)> = transaction.query_all(
        "select number, batch, changes from commits where number >= ?1 order by number limit ?2",
        params![followed.number, COMMITS_MAX + 1],
        |row| Ok((position(row)?, row.get("changes")?)),
    )?;
    let is_continuous = match commits.first() {
        Some((first, _)) if followed.number > 0 => first == followed,
        Some((first, _)) => first.number == 1,
        None => followed.number == 0,
    };
    if !is_continuous || commits.len() > COMMITS_MAX {
        return Ok(Some(NewCommits {
            position: latest(transaction)?,
            changes: vec![Change::Everything],
            is_continuous,
        }));
    }
    commits.retain(|(commit, _)| commit.number > followed.number);
    let changes = commits
        .iter()
        .flat_map(|(_, changes)| commits::from_text(changes))
        .collect();
    Ok(commits.pop().map(|(position, _)| NewCommits {
        position,
        changes,
        is_continuous,
    }))
}

fn position(row: &Row<'_>) -> Result<Position, StoreError> {
    Ok(Position {
        number: row.get("number")?,
        batch: row.get("batch")?,
    })
}

/// Deletes at most `limit` commits before `moment`, and returns their number. The last one stays, since the next one
/// continues its number. The times are those of the server's clock; if that differs from the program's, slightly more or
/// fewer are deleted. Since it may have been set back, no commit is deleted before an earlier one: a node must not miss
/// one between two others.
pub fn delete_before(
    transaction: &mut Transaction<'_>,
    moment: Time,
    limit: u32,
) -> Result<usize, StoreError> {
    transaction.execute(
        "delete from commits where number in (
             select number from (
                 select number, max(committed_at) over (order by number) as latest
                 from (select number, committed_at from commits order by number limit ?2) as oldest
             ) as oldest
             where latest < ?1 and number < (select max(number) from commits))",
        params![moment, limit],
    )
}
