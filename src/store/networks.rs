//! Client networks from which accounts were signed in to.

use super::engine::{StoreError, params};
use super::second_factors::has_second_factor;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, NetworkHash, Time};
use crate::store::Tx;

/// The most stored networks of an account. The newest ones remain.
const NETWORKS_MAX: u32 = 20;

/// The owner of a secret that a client may guess.
#[derive(Debug, Clone)]
pub enum Owner {
    /// The reader with this address.
    Reader(EmailAddress),
    /// The administrator with this address.
    Admin(EmailAddress),
    /// All administrators.
    Site,
}

/// The relation of an account to a client network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NetworkHistory {
    /// The account, or `None` if it does not exist.
    pub account: Option<Account>,
    /// The epoch of the wrong guesses that count.
    pub guess_epoch: i64,
    /// The day of the last sign-in from the network.
    pub seen_at: Option<Time>,
    /// Whether the account has a second factor.
    pub has_second_factor: bool,
}

macro_rules! select_acquaintance {
    ($accounts:literal) => {
        concat!(
            "select a.id, a.guess_epoch, k.seen_at, ",
            has_second_factor!("a.id"),
            " as has_second_factor from ",
            $accounts,
            " a left join known_networks k on k.account = a.id and k.network = ?2 where a.email = ?1"
        )
    };
}

/// Returns the relation of an account to a client network.
pub fn history(tx: &Tx<'_>, owner: &Owner, network: &NetworkHash) -> Result<NetworkHistory, StoreError> {
    let (select, email) = match owner {
        Owner::Reader(email) => (select_acquaintance!("users"), email.as_str()),
        Owner::Admin(email) => (select_acquaintance!("admins"), email.as_str()),
        Owner::Site => (
            "select cast(coalesce(sum(a.guess_epoch), 0) as bigint) as guess_epoch, max(k.seen_at) as seen_at
             from admins a left join known_networks k on k.account = a.id and k.network = ?2 where ?1 = ''",
            "",
        ),
    };
    let found = tx.query_one(select, params![email, network], |row| {
        Ok(NetworkHistory {
            account: match owner {
                Owner::Reader(_) => Some(Account::Reader(row.get("id")?)),
                Owner::Admin(_) => Some(Account::Admin(row.get("id")?)),
                Owner::Site => None,
            },
            guess_epoch: row.get("guess_epoch")?,
            seen_at: row.get::<Option<_>>("seen_at")?.filter(|_| !network.is_shared()),
            has_second_factor: match owner {
                Owner::Reader(_) | Owner::Admin(_) => row.get("has_second_factor")?,
                Owner::Site => false,
            },
        })
    })?;
    Ok(found.unwrap_or_default())
}

/// Returns whether an account was signed in to from a client network.
pub fn is_known(tx: &Tx<'_>, account: Account, network: &NetworkHash) -> Result<bool, StoreError> {
    let is_stored = tx.exists(
        "select 1 from known_networks where account = ?1 and network = ?2",
        params![account, network],
    )?;
    Ok(is_stored && !network.is_shared())
}

/// Returns whether an account was signed in to from any client network that is still known.
pub fn has_any(tx: &Tx<'_>, account: Account) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from known_networks where account = ?1 limit 1",
        params![account],
    )
}

/// Stores a client network from which an account was signed in to, and deletes the least recently seen ones beyond
/// `NETWORKS_MAX`. Does nothing for a network that many clients may share, and for an account that no longer exists.
pub fn insert(tx: &mut Tx<'_>, account: Account, network: &NetworkHash, now: Time) -> Result<(), StoreError> {
    if network.is_shared() {
        return Ok(());
    }
    tx.execute(
        "insert into known_networks (account, network, seen_at)
         select id, ?2, ?3 from (select id from users union all select id from admins) as accounts where id = ?1
         on conflict (account, network) do update set seen_at = excluded.seen_at",
        params![account, network, now],
    )?;
    tx.execute(
        "delete from known_networks where account = ?1 and network not in
         (select network from known_networks where account = ?1 order by seen_at desc, network limit ?2)",
        params![account, NETWORKS_MAX],
    )?;
    Ok(())
}

/// Deletes the networks of an account except this one, because they are not proven to be the owner's.
pub fn delete_others(tx: &mut Tx<'_>, account: Account, network: &NetworkHash) -> Result<(), StoreError> {
    tx.execute(
        "delete from known_networks where account = ?1 and network <> ?2",
        params![account, network],
    )?;
    Ok(())
}

/// Deletes the networks of an account with a sign-in since `moment`.
pub fn delete_seen_since(tx: &mut Tx<'_>, account: Account, moment: Time) -> Result<(), StoreError> {
    tx.execute(
        "delete from known_networks where account = ?1 and seen_at >= ?2",
        params![account.to_string(), moment.milliseconds()],
    )?;
    Ok(())
}

/// Deletes the networks without a sign-in since `moment`, and returns their number.
pub fn delete_unseen_since(tx: &mut Tx<'_>, moment: Time) -> Result<usize, StoreError> {
    tx.execute("delete from known_networks where seen_at < ?1", params![moment])
}

/// Resets the wrong guesses at the password and the codes of an account, also in a running site. For an administrator,
/// this includes those at the master password.
pub fn reset_wrong_guesses(tx: &mut Tx<'_>, account: Account) -> Result<(), StoreError> {
    let increment_epoch = match account {
        Account::Reader(_) => "update users set guess_epoch = guess_epoch + 1 where id = ?1",
        Account::Admin(_) => "update admins set guess_epoch = guess_epoch + 1 where id = ?1",
    };
    for statement in ["delete from code_tries where account = ?1", increment_epoch] {
        tx.execute(statement, params![account])?;
    }
    Ok(())
}
