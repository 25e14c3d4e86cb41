//! One-time codes.

use super::engine::{Row, StoreError, Tx, params};
use super::parsed;
use crate::domain::code::{GOOD_CODES_MAX, LiveCode, NewCode, Purpose, WrongTries};
use crate::domain::user::Email;
use crate::domain::{Account, CodeId, NetworkHash, Time};

/// Wrong tries are counted for a client network, for all together that an account knows, and for all that it does not.
#[derive(Debug, Clone, Copy)]
pub enum TriesOf<'a> {
    /// One network.
    Network(&'a NetworkHash),
    /// All that the account knows.
    Known,
    /// All that the account does not know.
    Unknown,
}

impl<'a> TriesOf<'a> {
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
            code.id.to_string(),
            code.account.to_string(),
            code.purpose.name(),
            code.email.as_str(),
            code.hash,
            code.network.as_str(),
            code.network_is_known,
            code.created_at.milliseconds()
        ],
    )?;
    Ok(())
}

/// The newest codes of an account for this purpose and address that were not used, the newest one first.
pub fn live(
    tx: &Tx<'_>,
    account: Account,
    purpose: Purpose,
    email: &Email,
) -> Result<Vec<LiveCode>, StoreError> {
    tx.query_all(
        "select rowid, id, code_hash, created_at from one_time_codes
         where account = ?1 and purpose = ?2 and email = ?3 and spent_at is null order by rowid desc limit ?4",
        params![account.to_string(), purpose.name(), email.as_str(), GOOD_CODES_MAX],
        |row| {
            Ok(LiveCode {
                id: parsed(row, "id", CodeId::parse)?,
                row: row.get("rowid")?,
                hash: row.get("code_hash")?,
                created_at: Time::from_milliseconds(row.get("created_at")?),
            })
        },
    )
}

/// When the `nth` latest code (from 1) for this purpose was sent to an account at the wish of a client network.
pub fn nth_latest_of_network(
    tx: &Tx<'_>,
    account: Account,
    purpose: Purpose,
    network: &NetworkHash,
    nth: u32,
) -> Result<Option<Time>, StoreError> {
    tx.query_one(
        "select created_at from one_time_codes where account = ?1 and purpose = ?2 and network = ?3
         order by created_at desc limit 1 offset ?4",
        params![
            account.to_string(),
            purpose.name(),
            network.as_str(),
            nth.saturating_sub(1)
        ],
        created_at,
    )
}

/// The same for all client networks together that the account did not know.
pub fn nth_latest_of_unknown(
    tx: &Tx<'_>,
    account: Account,
    purpose: Purpose,
    nth: u32,
) -> Result<Option<Time>, StoreError> {
    tx.query_one(
        "select created_at from one_time_codes where account = ?1 and purpose = ?2 and network_is_known = 0
         order by created_at desc limit 1 offset ?3",
        params![account.to_string(), purpose.name(), nth.saturating_sub(1)],
        created_at,
    )
}

/// When a code for this purpose was last sent to an address, whoever asked for it.
pub fn last_sent(tx: &Tx<'_>, email: &Email, purpose: Purpose) -> Result<Option<Time>, StoreError> {
    tx.query_one(
        "select created_at from one_time_codes where email = ?1 and purpose = ?2
         order by created_at desc limit 1",
        params![email.as_str(), purpose.name()],
        created_at,
    )
}

fn created_at(row: &Row<'_>) -> Result<Time, StoreError> {
    Ok(Time::from_milliseconds(row.get("created_at")?))
}

/// The wrong tries at the codes of an account for a purpose.
pub fn wrong_tries(
    tx: &Tx<'_>,
    account: Account,
    purpose: Purpose,
    of: TriesOf<'_>,
) -> Result<WrongTries, StoreError> {
    let found = tx.query_one(
        "select wrong_tries, newest_code, dead_up_to from code_tries where account = ?1 and purpose = ?2 and network = ?3",
        params![account.to_string(), purpose.name(), of.name()],
        |row| {
            Ok(WrongTries {
                count: row.get("wrong_tries")?,
                newest_code: row.get("newest_code")?,
                dead_up_to: row.get("dead_up_to")?,
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
    of: TriesOf<'_>,
    tries: WrongTries,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into code_tries (account, purpose, network, wrong_tries, newest_code, dead_up_to, last_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         on conflict (account, purpose, network) do update
         set wrong_tries = excluded.wrong_tries, newest_code = excluded.newest_code,
             dead_up_to = excluded.dead_up_to, last_at = excluded.last_at",
        params![
            account.to_string(),
            purpose.name(),
            of.name(),
            tries.count,
            tries.newest_code,
            tries.dead_up_to,
            now.milliseconds()
        ],
    )?;
    Ok(())
}

/// One of the codes of an account for this purpose was used: none of them is good any more, and the wrong tries are
/// forgiven.
pub fn spend(tx: &mut Tx<'_>, account: Account, purpose: Purpose, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update one_time_codes set spent_at = ?3 where account = ?1 and purpose = ?2 and spent_at is null",
        params![account.to_string(), purpose.name(), now.milliseconds()],
    )?;
    tx.execute(
        "delete from code_tries where account = ?1 and purpose = ?2",
        params![account.to_string(), purpose.name()],
    )?;
    Ok(())
}

/// Forgets the codes and the tries made before `moment`, and gives the number of the codes.
pub fn forget(tx: &mut Tx<'_>, moment: Time) -> Result<usize, StoreError> {
    tx.execute(
        "delete from code_tries where last_at < ?1",
        params![moment.milliseconds()],
    )?;
    tx.execute(
        "delete from one_time_codes where created_at < ?1",
        params![moment.milliseconds()],
    )
}

/// The largest time that codes were ever compared with.
pub fn largest_time(tx: &Tx<'_>) -> Result<Time, StoreError> {
    let found = tx.query_one("select milliseconds from largest_time", params![], |row| {
        row.get(0)
    })?;
    Ok(Time::from_milliseconds(found.unwrap_or(0)))
}

/// Remembers a time that codes are compared with.
pub fn note_time(tx: &mut Tx<'_>, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update largest_time set milliseconds = ?1 where milliseconds < ?1",
        params![now.milliseconds()],
    )?;
    Ok(())
}
