//! Second factors: the secrets of authenticator apps, recovery codes, and the sign-ins that wait for one of them. A passkey
//! is one as well (see [`super::passkeys`]).

use super::commits::Change;
use super::engine::{Row, StoreError, params};
use crate::domain::identity::{Identity, IdentityLink};
use crate::domain::second_factor::{TICKET_TRIES_MAX, TICKETS_MAX};
use crate::domain::{Account, AccountId, Time};
use crate::store::{Tx, passkeys};

/// An expression, 0 or 1: whether the account of a column has a second factor.
macro_rules! has_second_factor {
    ($account:literal) => {
        concat!(
            "cast(case when exists (select 1 from totp_secrets where account = ",
            $account,
            " and confirmed_at is not null) or exists (select 1 from passkeys where account = ",
            $account,
            ") then 1 else 0 end as bigint)"
        )
    };
}
pub(super) use has_second_factor;

/// The stored secret of an account's authenticator app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSecret {
    /// The secret, encrypted.
    pub sealed: String,
    /// When it was made.
    pub created_at: Time,
    /// Since when it is asked for; `None` if the app has not shown yet that it has it.
    pub confirmed_at: Option<Time>,
    /// The time step of the last code that was used.
    pub used_step: i64,
}

/// A sign-in that waits for the second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// The account.
    pub account: AccountId,
    /// The epoch of the account when its password was right.
    pub epoch: i64,
    /// The identity that is linked to the account once the second factor was right.
    pub link: Option<IdentityLink>,
}

/// Whether an account has a second factor: an authenticator app or a passkey.
pub fn is_enrolled(tx: &Tx<'_>, account: Account) -> Result<bool, StoreError> {
    Ok(has_app(tx, account)? || passkeys::has_any(tx, account)?)
}

/// Whether an account has an authenticator app.
pub fn has_app(tx: &Tx<'_>, account: Account) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from totp_secrets where account = ?1 and confirmed_at is not null",
        params![account],
    )
}

/// Returns the secret of an account's app, whether it is confirmed or not.
pub fn secret(tx: &Tx<'_>, account: Account) -> Result<Option<StoredSecret>, StoreError> {
    tx.query_one(
        "select secret, created_at, confirmed_at, used_step from totp_secrets where account = ?1",
        params![account],
        |row| {
            Ok(StoredSecret {
                sealed: row.get("secret")?,
                created_at: row.get("created_at")?,
                confirmed_at: row.get("confirmed_at")?,
                used_step: row.get("used_step")?,
            })
        },
    )
}

/// Stores a secret that is not confirmed yet, in place of another one that is not either.
pub fn set_secret(tx: &mut Tx<'_>, account: Account, sealed: &str, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into totp_secrets (account, secret, created_at) values (?1, ?2, ?3)
         on conflict (account) do update set secret = excluded.secret, created_at = excluded.created_at
         where totp_secrets.confirmed_at is null",
        params![account, sealed, now],
    )?;
    Ok(())
}

/// Confirms the secret of an account.
pub fn confirm(tx: &mut Tx<'_>, account: Account, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update totp_secrets set confirmed_at = ?2 where account = ?1 and confirmed_at is null",
        params![account, now],
    )?;
    tx.changed(Change::Accounts);
    Ok(())
}

/// Uses up a time step, and returns whether neither it nor a later one was used before.
pub fn use_step(tx: &mut Tx<'_>, account: Account, step: i64) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "update totp_secrets set used_step = ?2 where account = ?1 and used_step < ?2",
        params![account, step],
    )?;
    Ok(changed > 0)
}

/// Removes the second factors of an account with everything that belongs to them, and returns whether there was one.
pub fn remove_all(tx: &mut Tx<'_>, account: Account) -> Result<bool, StoreError> {
    let was_enrolled = is_enrolled(tx, account)?;
    passkeys::remove_all(tx, account)?;
    remove_app(tx, account)?;
    Ok(was_enrolled)
}

/// Removes the authenticator app of an account, and the sign-ins that wait. The recovery codes stay where there is a passkey.
pub fn remove_app(tx: &mut Tx<'_>, account: Account) -> Result<(), StoreError> {
    for statement in [
        "delete from totp_secrets where account = ?1",
        "delete from login_tickets where account = ?1",
    ] {
        tx.execute(statement, params![account])?;
    }
    tx.changed(Change::Accounts);
    remove_unneeded_codes(tx, account)
}

/// Removes the recovery codes of an account that has no second factor any more.
pub fn remove_unneeded_codes(tx: &mut Tx<'_>, account: Account) -> Result<(), StoreError> {
    if !is_enrolled(tx, account)? {
        set_recovery_codes(tx, account, &[])?;
    }
    Ok(())
}

/// Stores the hashes of recovery codes in place of all earlier ones.
pub fn set_recovery_codes(tx: &mut Tx<'_>, account: Account, hashes: &[String]) -> Result<(), StoreError> {
    tx.execute("delete from recovery_codes where account = ?1", params![account])?;
    for hash in hashes {
        tx.execute(
            "insert into recovery_codes (account, code_hash) values (?1, ?2)",
            params![account, hash],
        )?;
    }
    Ok(())
}

/// Returns the number of recovery codes that were not used.
pub fn recovery_codes_left(tx: &Tx<'_>, account: Account) -> Result<u64, StoreError> {
    let count = tx.query_value(
        "select count(*) from recovery_codes where account = ?1",
        params![account],
    )?;
    Ok(count.unwrap_or(0))
}

/// Uses up the recovery code with this hash, and returns whether there was one.
pub fn use_recovery_code(tx: &mut Tx<'_>, account: Account, hash: &str) -> Result<bool, StoreError> {
    let deleted = tx.execute(
        "delete from recovery_codes where account = ?1 and code_hash = ?2",
        params![account, hash],
    )?;
    Ok(deleted > 0)
}

/// Stores a ticket, and deletes the oldest ones of the account beyond [`TICKETS_MAX`].
pub fn insert_ticket(
    tx: &mut Tx<'_>,
    hash: &str,
    account: Account,
    epoch: i64,
    link: Option<&IdentityLink>,
    expires_at: Time,
) -> Result<(), StoreError> {
    let identity = link.map(|link| &link.identity);
    tx.execute(
        "insert into login_tickets (ticket_hash, account, epoch, issuer, subject, email, expires_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            hash,
            account,
            epoch,
            identity.map(|identity| &identity.issuer),
            identity.map(|identity| &identity.subject),
            link.map(|link| &link.email),
            expires_at
        ],
    )?;
    tx.execute(
        "delete from login_tickets where account = ?1 and ticket_hash not in
         (select ticket_hash from login_tickets where account = ?1
          order by expires_at desc, ticket_hash desc limit ?2)",
        params![account, TICKETS_MAX],
    )?;
    Ok(())
}

/// Returns the ticket with this hash, if it is still good.
pub fn ticket(tx: &Tx<'_>, hash: &str, now: Time) -> Result<Option<Ticket>, StoreError> {
    tx.query_one(
        "select account, epoch, issuer, subject, email from login_tickets
         where ticket_hash = ?1 and expires_at > ?2 and wrong_tries < ?3",
        params![hash, now, TICKET_TRIES_MAX],
        ticket_of,
    )
}

/// Counts a wrong code for a ticket.
pub fn count_wrong_try(tx: &mut Tx<'_>, hash: &str) -> Result<(), StoreError> {
    tx.execute(
        "update login_tickets set wrong_tries = wrong_tries + 1 where ticket_hash = ?1",
        params![hash],
    )?;
    Ok(())
}

/// Deletes a ticket that was used.
pub fn delete_ticket(tx: &mut Tx<'_>, hash: &str) -> Result<(), StoreError> {
    tx.execute("delete from login_tickets where ticket_hash = ?1", params![hash])?;
    Ok(())
}

/// Deletes at most `limit` tickets that have expired by `now`, and returns their number.
pub fn delete_expired_tickets(tx: &mut Tx<'_>, now: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(DELETE_TICKETS, params![now, limit])
}

pub(super) const DELETE_TICKETS: &str = "
    delete from login_tickets
    where ticket_hash in (select ticket_hash from login_tickets where expires_at <= ?1 limit ?2)";

/// Deletes at most `limit` secrets that were made before `moment` and never confirmed, and returns their number.
pub fn delete_unconfirmed(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(DELETE_UNCONFIRMED, params![moment, limit])
}

pub(super) const DELETE_UNCONFIRMED: &str = "
    delete from totp_secrets where account in
        (select account from totp_secrets where confirmed_at is null and created_at < ?1 limit ?2)";

fn ticket_of(row: &Row<'_>) -> Result<Ticket, StoreError> {
    Ok(Ticket {
        account: row.get("account")?,
        epoch: row.get("epoch")?,
        link: link_of(row)?,
    })
}

fn link_of(row: &Row<'_>) -> Result<Option<IdentityLink>, StoreError> {
    let Some(issuer) = row.get("issuer")? else {
        return Ok(None);
    };
    let subject = row.get("subject")?;
    Ok(Some(IdentityLink {
        identity: Identity { issuer, subject },
        email: row.get("email")?,
    }))
}
