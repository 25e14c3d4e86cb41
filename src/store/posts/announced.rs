//! The posts that were announced in a period.

use super::summary;
use crate::domain::Time;
use crate::domain::post::PostSummary;
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

/// More were never announced in a week by people.
const ANNOUNCED_MAX: u32 = 500;

pub(in crate::store) const ANNOUNCED: &str = "
    select p.seq from posts p
    where p.announced_at is not null and p.announced_at >= ?1 and p.announced_at < ?2
      and p.status = 'published' and p.announce = 1
    order by p.announced_at desc, p.id desc limit ?3";

/// Returns the published posts that were announced from `from` until before `to`, the latest first.
pub fn announced(tx: &Tx<'_>, from: Time, to: Time) -> Result<Vec<PostSummary>, StoreError> {
    let seqs: Vec<i64> = tx.query_column(ANNOUNCED, params![from, to, ANNOUNCED_MAX])?;
    summary::by_seqs_without_activity(tx, &seqs)
}
