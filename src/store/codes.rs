//! One-time codes.

use super::engine::{StoreError, params};
use crate::domain::code::{NewCode, Purpose, UnusedCode, VALID_CODES_MAX, WrongAttempts};
use crate::domain::user::EmailAddress;
use crate::domain::{Account, NetworkHash, Time};
use crate::store::Tx;

/// The counter of wrong tries. They are counted for each client network, for all known networks of an account together,
/// and for all unknown networks together.
#[derive(Debug, Clone, Copy)]
pub enum TryCounter<'a> {
    /// One network.
    Network(&'a NetworkHash),
    /// All known networks of the account.
    Known,
    /// All networks that the account does not know.
    Unknown,
}

impl<'a> TryCounter<'a> {
    fn name(self) -> &'a str {
        match self {
            Self::Network(network) => network.as_str(),
            Self::Known => "known",
            Self::Unknown => "",
        }
    }
}

/// Stores a code.
pub fn insert(tx: &mut Tx<'_>, code: &NewCode) -> Result<(), StoreError> {
    tx.execute(
        "insert into one_time_codes (id, account, purpose, email, code_hash, network, network_is_known, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            code.id,
            code.account,
            code.purpose,
            code.email,
            code.hash,
            code.network,
            code.network_is_known,
            code.created_at
        ],
    )?;
    Ok(())
}

/// Returns the newest unused codes of an account for this purpose and email address, newest first.
pub fn unused(
    tx: &Tx<'_>,
    account: Account,
    purpose: Purpose,
    email: &EmailAddress,
) -> Result<Vec<UnusedCode>, StoreError> {
    tx.query_all(
        "select seq, id, code_hash, created_at from one_time_codes
         where account = ?1 and purpose = ?2 and email = ?3 and spent_at is null order by seq desc limit ?4",
        params![account, purpose, email, VALID_CODES_MAX],
        |row| {
            Ok(UnusedCode {
                id: row.get("id")?,
                row: row.get("seq")?,
                hash: row.get("code_hash")?,
                created_at: row.get("created_at")?,
            })
        },
    )
}

/// Returns the time of the `nth` latest code (from 1) of an account for this purpose that a client network requested.
pub fn nth_latest_of_network(
    tx: &Tx<'_>,
    account: Account,
    purpose: Purpose,
    network: &NetworkHash,
    nth: u32,
) -> Result<Option<Time>, StoreError> {
    tx.query_value(
        "select created_at from one_time_codes where account = ?1 and purpose = ?2 and network = ?3
         order by created_at desc limit 1 offset ?4",
        params![account, purpose, network, nth.saturating_sub(1)],
    )
}

/// Like [`nth_latest_of_network`], for all client networks together that the account did not know.
pub fn nth_latest_of_unknown(
    tx: &Tx<'_>,
    account: Account,
    purpose: Purpose,
    nth: u32,
) -> Result<Option<Time>, StoreError> {
    tx.query_value(
        "select created_at from one_time_codes where account = ?1 and purpose = ?2 and network_is_known = 0
         order by created_at desc limit 1 offset ?3",
        params![account, purpose, nth.saturating_sub(1)],
    )
}

/// Returns the time of the latest code for this purpose and email address, of any account and network.
pub fn last_sent(tx: &Tx<'_>, email: &EmailAddress, purpose: Purpose) -> Result<Option<Time>, StoreError> {
    tx.query_value(
        "select created_at from one_time_codes where email = ?1 and purpose = ?2
         order by created_at desc limit 1",
        params![email, purpose],
    )
}

/// Returns the wrong tries at the codes of an account for a purpose.
pub fn wrong_tries(
    tx: &Tx<'_>,
    account: Account,
    purpose: Purpose,
    of: TryCounter<'_>,
) -> Result<WrongAttempts, StoreError> {
    let found = tx.query_one(
        "select wrong_tries, newest_code, dead_up_to from code_tries where account = ?1 and purpose = ?2 and network = ?3",
        params![account, purpose, of.name()],
        |row| {
            Ok(WrongAttempts {
                count: row.get("wrong_tries")?,
                newest_code: row.get("newest_code")?,
                invalid_up_to: row.get("dead_up_to")?,
            })
        },
    )?;
    Ok(found.unwrap_or_default())
}

/// Stores the wrong tries at the codes of an account for a purpose.
pub fn set_wrong_tries(
    tx: &mut Tx<'_>,
    account: Account,
    purpose: Purpose,
    of: TryCounter<'_>,
    tries: WrongAttempts,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into code_tries (account, purpose, network, wrong_tries, newest_code, dead_up_to, last_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         on conflict (account, purpose, network) do update
         set wrong_tries = excluded.wrong_tries, newest_code = excluded.newest_code,
             dead_up_to = excluded.dead_up_to, last_at = excluded.last_at",
        params![
            account,
            purpose,
            of.name(),
            tries.count,
            tries.newest_code,
            tries.invalid_up_to,
            now
        ],
    )?;
    Ok(())
}

/// Marks all codes of an account for this purpose as used, and resets the wrong tries. Called when one of the codes is
/// used.
pub fn mark_used(tx: &mut Tx<'_>, account: Account, purpose: Purpose, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update one_time_codes set spent_at = ?3 where account = ?1 and purpose = ?2 and spent_at is null",
        params![account, purpose, now],
    )?;
    tx.execute(
        "delete from code_tries where account = ?1 and purpose = ?2",
        params![account, purpose],
    )?;
    Ok(())
}

/// Deletes the codes and the tries before `moment`, and returns the number of codes.
pub fn delete_before(tx: &mut Tx<'_>, moment: Time) -> Result<usize, StoreError> {
    tx.execute("delete from code_tries where last_at < ?1", params![moment])?;
    tx.execute(
        "delete from one_time_codes where created_at < ?1",
        params![moment],
    )
}

/// Returns the largest time that codes have been compared with.
pub fn largest_time(tx: &Tx<'_>) -> Result<Time, StoreError> {
    let found = tx.query_value("select milliseconds from largest_time", params![])?;
    Ok(found.unwrap_or(Time::from_milliseconds(0)))
}

/// Stores a time that codes are compared with, if it is the largest.
pub fn raise_largest_time(tx: &mut Tx<'_>, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update largest_time set milliseconds = ?1 where milliseconds < ?1",
        params![now],
    )?;
    Ok(())
}
