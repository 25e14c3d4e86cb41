//! One-time codes.

use super::engine::{StoreError, Tx, params};
use super::parsed;
use crate::domain::code::{LiveCode, NewCode, Purpose};
use crate::domain::user::Email;
use crate::domain::{CodeId, Time, UserId};

/// Stores a code; the account's older ones for the same purpose are dead from now on.
pub fn insert(tx: &mut Tx<'_>, code: &NewCode) -> Result<(), StoreError> {
    tx.execute(
        "update one_time_codes set spent_at = ?3 where user_id = ?1 and purpose = ?2 and spent_at is null",
        params![
            code.user.to_string(),
            code.purpose.name(),
            code.created_at.milliseconds()
        ],
    )?;
    tx.execute(
        "insert into one_time_codes (id, user_id, purpose, email, code_hash, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            code.id.to_string(),
            code.user.to_string(),
            code.purpose.name(),
            code.email.as_str(),
            code.hash,
            code.created_at.milliseconds()
        ],
    )?;
    Ok(())
}

/// The code of an account for this purpose and address that was neither used nor killed by a newer one.
pub fn live(
    tx: &Tx<'_>,
    user: UserId,
    purpose: Purpose,
    email: &Email,
) -> Result<Option<LiveCode>, StoreError> {
    tx.query_one(
        "select id, code_hash, wrong_tries, created_at from one_time_codes
         where user_id = ?1 and purpose = ?2 and email = ?3 and spent_at is null",
        params![user.to_string(), purpose.name(), email.as_str()],
        |row| {
            Ok(LiveCode {
                id: parsed(row, "id", CodeId::parse)?,
                hash: row.get("code_hash")?,
                wrong_tries: row.get("wrong_tries")?,
                created_at: Time::from_milliseconds(row.get("created_at")?),
            })
        },
    )
}

/// When the `nth` latest code (from 1) of an account was made, whatever it was for.
pub fn nth_latest(tx: &Tx<'_>, user: UserId, nth: u32) -> Result<Option<Time>, StoreError> {
    tx.query_one(
        "select created_at from one_time_codes where user_id = ?1 order by created_at desc limit 1 offset ?2",
        params![user.to_string(), nth.saturating_sub(1)],
        |row| Ok(Time::from_milliseconds(row.get(0)?)),
    )
}

/// When a code for this purpose was last sent to an address, whoever asked for it.
pub fn last_sent(tx: &Tx<'_>, email: &Email, purpose: Purpose) -> Result<Option<Time>, StoreError> {
    tx.query_one(
        "select created_at from one_time_codes where email = ?1 and purpose = ?2
         order by created_at desc limit 1",
        params![email.as_str(), purpose.name()],
        |row| Ok(Time::from_milliseconds(row.get(0)?)),
    )
}

/// Something else than this code was typed.
pub fn count_wrong_try(tx: &mut Tx<'_>, id: CodeId) -> Result<(), StoreError> {
    tx.execute(
        "update one_time_codes set wrong_tries = wrong_tries + 1 where id = ?1",
        params![id.to_string()],
    )?;
    Ok(())
}

/// This code was used.
pub fn spend(tx: &mut Tx<'_>, id: CodeId, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update one_time_codes set spent_at = ?2 where id = ?1",
        params![id.to_string(), now.milliseconds()],
    )?;
    Ok(())
}

/// Forgets the codes made before `moment`, and gives their number.
pub fn forget(tx: &mut Tx<'_>, moment: Time) -> Result<usize, StoreError> {
    tx.execute(
        "delete from one_time_codes where created_at < ?1",
        params![moment.milliseconds()],
    )
}
