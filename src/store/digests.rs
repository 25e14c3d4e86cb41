//! The digests of days and weeks, each written in steps: those up to `after` have theirs.

use std::collections::{HashMap, HashSet};

use super::engine::{Row, StoreError, each_text, params, strings};
use crate::domain::notice::How;
use crate::domain::{AccountId, Time};
use crate::store::Tx;

/// The digest of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digest {
    /// Whether it is of a day or a week.
    pub how: How,
    /// The name of the period.
    pub period: String,
    /// When the period began.
    pub starts_at: Time,
    /// When it ended.
    pub ends_at: Time,
    /// Those up to here have theirs; empty at the beginning.
    pub after: String,
    /// Whether everybody has theirs.
    pub is_finished: bool,
}

pub(super) const LATEST: &str = "
    select how, period, starts_at, ends_at, after, finished_at from digests
    where how = ?1 order by period desc limit 1";

/// Returns the latest digest of days or of weeks.
pub fn latest(tx: &Tx<'_>, how: How) -> Result<Option<Digest>, StoreError> {
    tx.query_one(LATEST, params![how], digest)
}

/// Adds a digest, unless there is one of its period.
pub fn insert(tx: &mut Tx<'_>, digest: &Digest) -> Result<(), StoreError> {
    tx.execute(
        "insert into digests (how, period, starts_at, ends_at) values (?1, ?2, ?3, ?4)
         on conflict (how, period) do nothing",
        params![digest.how, digest.period, digest.starts_at, digest.ends_at],
    )?;
    Ok(())
}

/// Records that those up to `after` have the digest.
pub fn advance(tx: &mut Tx<'_>, digest: &Digest, after: &str) -> Result<(), StoreError> {
    tx.execute(
        "update digests set after = ?3 where how = ?1 and period = ?2",
        params![digest.how, digest.period, after],
    )?;
    Ok(())
}

/// Records that everybody has the digest.
pub fn finish(tx: &mut Tx<'_>, digest: &Digest, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update digests set finished_at = ?3 where how = ?1 and period = ?2",
        params![digest.how, digest.period, now],
    )?;
    Ok(())
}

pub(super) const CANDIDATES: &str = "
    select account from (
        select * from (select distinct user_id as account from follows where user_id > ?1
                       order by user_id limit ?3) as followers
        union
        select * from (select distinct account from mail_preferences where account > ?1 and how = ?2
                       order by account limit ?3) as choosers
    ) as candidates order by account limit ?3";

/// Returns the accounts after an id who may want the digest, in the order of their ids: those who follow something, and
/// those who want some kind of mails together.
pub fn candidates(tx: &Tx<'_>, how: How, after: &str, limit: u32) -> Result<Vec<AccountId>, StoreError> {
    tx.query_column(CANDIDATES, params![after, how, limit])
}

pub(super) const FOLLOWED: &str = concat!(
    "select f.user_id, f.kind, f.target from ",
    each_text!("?1"),
    " as wanted join follows f on f.user_id = wanted.value"
);

/// The authors, tags and series that an account follows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Followed {
    /// The ids of the authors.
    pub authors: HashSet<String>,
    /// The tags, in the form by which they are compared.
    pub tags: HashSet<String>,
    /// The ids of the series.
    pub series: HashSet<String>,
}

/// Returns the authors, tags and series that each of these accounts follows.
pub fn followed(tx: &Tx<'_>, accounts: &[AccountId]) -> Result<HashMap<AccountId, Followed>, StoreError> {
    let ids: Vec<String> = accounts.iter().map(AccountId::to_string).collect();
    let mut all: HashMap<AccountId, Followed> = HashMap::new();
    tx.query_while(FOLLOWED, params![strings(&ids)], |row| {
        let followed = all.entry(row.get("user_id")?).or_default();
        let (kind, target): (String, String) = (row.get("kind")?, row.get("target")?);
        match kind.as_str() {
            "author" => followed.authors.insert(target),
            "tag" => followed.tags.insert(target),
            "series" => followed.series.insert(target),
            _ => false,
        };
        Ok(true)
    })?;
    Ok(all)
}

fn digest(row: &Row<'_>) -> Result<Digest, StoreError> {
    Ok(Digest {
        how: row.get("how")?,
        period: row.get("period")?,
        starts_at: row.get("starts_at")?,
        ends_at: row.get("ends_at")?,
        after: row.get("after")?,
        is_finished: row.get::<Option<i64>>("finished_at")?.is_some(),
    })
}
