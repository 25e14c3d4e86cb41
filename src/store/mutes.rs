//! Readers whose comments other readers do not want to see.

use super::engine::{StoreError, params};
use crate::domain::{Time, UserId};
use crate::store::Tx;

/// The most readers whom one reader mutes.
pub const MUTES_MAX: u32 = 1_000;

/// A muted reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MutedReader {
    /// The reader's id.
    pub id: UserId,
    /// The display name.
    pub name: String,
    /// The unique username.
    pub username: String,
}

/// Mutes a reader, who exists. Returns `false` if `reader` mutes [`MUTES_MAX`] others already.
pub fn add(tx: &mut Tx<'_>, reader: UserId, muted: UserId, now: Time) -> Result<bool, StoreError> {
    let is_muted = tx.exists(
        "select 1 from user_mutes where user_id = ?1 and muted_id = ?2",
        params![reader, muted],
    )?;
    if is_muted {
        return Ok(true);
    }
    let added = tx.execute(
        "insert into user_mutes (user_id, muted_id, at)
         select u.id, ?2, ?3 from users u
         where u.id = ?1 and (select count(*) from user_mutes where user_id = ?1) < ?4",
        params![reader, muted, now, MUTES_MAX],
    )?;
    Ok(added > 0)
}

/// Ends a mute, if there is one.
pub fn remove(tx: &mut Tx<'_>, reader: UserId, muted: UserId) -> Result<(), StoreError> {
    tx.execute(
        "delete from user_mutes where user_id = ?1 and muted_id = ?2",
        params![reader, muted],
    )?;
    Ok(())
}

pub(super) const OF_READER: &str = "
    select u.id, u.name, u.username from user_mutes m join users u on u.id = m.muted_id
    where m.user_id = ?1 order by m.at desc, m.muted_id desc limit ?2";

/// Returns the readers whom a reader mutes, latest first.
pub fn list(tx: &Tx<'_>, reader: UserId) -> Result<Vec<MutedReader>, StoreError> {
    tx.query_all(OF_READER, params![reader, MUTES_MAX], |row| {
        Ok(MutedReader {
            id: row.get("id")?,
            name: row.get("name")?,
            username: row.get("username")?,
        })
    })
}
