//! One-time codes for a new address of an administrator.

use super::engine::{StoreError, Tx, params};
use super::parsed;
use crate::domain::user::Email;
use crate::domain::{AdminId, CodeId, Time};

/// A code that was not used.
#[derive(Debug, Clone)]
pub struct AdminCode {
    /// Its name.
    pub id: CodeId,
    /// A keyed hash of its digits.
    pub hash: String,
    /// How often something else was typed.
    pub wrong_tries: u32,
    /// When it was made.
    pub created_at: Time,
}

/// Stores a code.
pub fn insert(
    tx: &mut Tx<'_>,
    id: CodeId,
    admin: AdminId,
    email: &Email,
    hash: &str,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into admin_codes (id, admin_id, email, code_hash, created_at) values (?1, ?2, ?3, ?4, ?5)",
        params![
            id.to_string(),
            admin.to_string(),
            email.as_str(),
            hash,
            now.milliseconds()
        ],
    )?;
    Ok(())
}

/// The newest codes for an address, the newest first.
pub fn newest(tx: &Tx<'_>, admin: AdminId, email: &Email, count: u32) -> Result<Vec<AdminCode>, StoreError> {
    tx.query_all(
        "select id, code_hash, wrong_tries, created_at from admin_codes
         where admin_id = ?1 and email = ?2 order by created_at desc, id desc limit ?3",
        params![admin.to_string(), email.as_str(), count],
        |row| {
            Ok(AdminCode {
                id: parsed(row, "id", CodeId::parse)?,
                hash: row.get("code_hash")?,
                wrong_tries: row.get("wrong_tries")?,
                created_at: Time::from_milliseconds(row.get("created_at")?),
            })
        },
    )
}

/// When the `nth` latest code (from 1) of an administrator was made.
pub fn nth_latest(tx: &Tx<'_>, admin: AdminId, nth: u32) -> Result<Option<Time>, StoreError> {
    tx.query_one(
        "select created_at from admin_codes where admin_id = ?1 order by created_at desc limit 1 offset ?2",
        params![admin.to_string(), nth.saturating_sub(1)],
        |row| Ok(Time::from_milliseconds(row.get(0)?)),
    )
}

/// Something else than this code was typed.
pub fn count_wrong_try(tx: &mut Tx<'_>, id: CodeId) -> Result<(), StoreError> {
    tx.execute(
        "update admin_codes set wrong_tries = wrong_tries + 1 where id = ?1",
        params![id.to_string()],
    )?;
    Ok(())
}

/// The code of an address was used: none for it is good any more. They still count towards the day's limit.
pub fn spend(tx: &mut Tx<'_>, admin: AdminId, email: &Email) -> Result<(), StoreError> {
    tx.execute(
        "update admin_codes set code_hash = '' where admin_id = ?1 and email = ?2",
        params![admin.to_string(), email.as_str()],
    )?;
    Ok(())
}

/// Forgets all codes of an administrator.
pub fn forget_all(tx: &mut Tx<'_>, admin: AdminId) -> Result<(), StoreError> {
    tx.execute(
        "delete from admin_codes where admin_id = ?1",
        params![admin.to_string()],
    )?;
    Ok(())
}

/// Forgets the codes made before `moment`, and gives their number.
pub fn forget(tx: &mut Tx<'_>, moment: Time) -> Result<usize, StoreError> {
    tx.execute(
        "delete from admin_codes where created_at < ?1",
        params![moment.milliseconds()],
    )
}
