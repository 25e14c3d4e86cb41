//! Removal of old notices.

use crate::domain::{AccountId, Time};
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

pub(in crate::store) const OLDER: &str = "
    delete from notifications
    where id in (select id from notifications where at < ?1 order by at limit ?2)";

pub(in crate::store) const OVERFULL: &str =
    "select account from notifications group by account having count(*) > ?1 limit ?2";

pub(in crate::store) const BEYOND: &str = "
    delete from notifications
    where account = ?1
      and id in (select id from notifications where account = ?1 order by at desc, id desc limit ?3 offset ?2)";

/// Removes notices from before `moment`, at most `limit`, and returns their number.
pub fn remove_older_than(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(OLDER, params![moment, limit])
}

/// Removes the notices of each account beyond its newest `kept`, at most `limit` of each of at most `limit` accounts, and
/// returns their number.
pub fn remove_beyond(tx: &mut Tx<'_>, kept: u32, limit: u32) -> Result<usize, StoreError> {
    let accounts: Vec<AccountId> = tx.query_column(OVERFULL, params![kept, limit])?;
    let mut removed = 0;
    for account in accounts {
        removed += tx.execute(BEYOND, params![account, kept, limit])?;
    }
    Ok(removed)
}
