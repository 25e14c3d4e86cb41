//! Counters of wrong guesses at passwords and codes.
//!
//! A counter is one time (see [`crate::domain::Quota`]), and its row expires at that time: within an hour after the last
//! guess that was counted, with the settings as they were. The login throttle bounds the number of rows.

use super::engine::{StoreError, params};
use crate::domain::Time;
use crate::store::Tx;

/// Returns when a counter will be empty, or `None` if it is.
pub fn empty_at(tx: &Tx<'_>, counter: &str) -> Result<Option<Time>, StoreError> {
    tx.query_value(
        "select empty_at from wrong_guesses where counter = ?1",
        params![counter],
    )
}

/// Stores when a counter will be empty.
pub fn set(tx: &mut Tx<'_>, counter: &str, empty_at: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into wrong_guesses (counter, empty_at) values (?1, ?2)
         on conflict (counter) do update set empty_at = excluded.empty_at",
        params![counter, empty_at],
    )?;
    Ok(())
}

/// Empties a counter.
pub fn reset(tx: &mut Tx<'_>, counter: &str) -> Result<(), StoreError> {
    tx.execute("delete from wrong_guesses where counter = ?1", params![counter])?;
    Ok(())
}

/// Returns the keys of all counters.
#[cfg(test)]
pub fn keys(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.query_column("select counter from wrong_guesses order by counter", params![])
}

/// Deletes at most `limit` counters that are empty, and returns their number.
pub fn delete_empty(tx: &mut Tx<'_>, now: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(DELETE_EMPTY, params![now, limit])
}

pub(super) const DELETE_EMPTY: &str = "
    delete from wrong_guesses
    where counter in (select counter from wrong_guesses where empty_at <= ?1 limit ?2)";
