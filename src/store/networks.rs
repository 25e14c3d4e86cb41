//! Client networks from which somebody has signed in to an account.

use super::engine::{StoreError, Tx, params};
use super::parsed;
use crate::domain::user::Email;
use crate::domain::{Account, AdminId, NetworkHash, Time, UserId};

/// Networks that are kept for each account: the newest ones.
const NETWORKS_MAX: u32 = 20;

/// Whose secret is guessed at.
#[derive(Debug, Clone)]
pub enum Owner {
    /// The reader with this address.
    Reader(Email),
    /// The administrator with this address.
    Admin(Email),
    /// All administrators.
    Site,
}

/// How an account stands to a client network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Acquaintance {
    /// The account; none when there is no such account.
    pub account: Option<Account>,
    /// Wrong guesses of another epoch are forgotten.
    pub guess_epoch: i64,
    /// When somebody last signed in from there, to the day.
    pub seen_at: Option<Time>,
}

macro_rules! select_acquaintance {
    ($accounts:literal) => {
        concat!(
            "select a.id, a.guess_epoch, k.seen_at from ",
            $accounts,
            " a left join known_networks k on k.account = a.id and k.network = ?2 where a.email = ?1"
        )
    };
}

/// Returns how an account stands to a client network.
pub fn acquaintance(tx: &Tx<'_>, owner: &Owner, network: &NetworkHash) -> Result<Acquaintance, StoreError> {
    let (select, email) = match owner {
        Owner::Reader(email) => (select_acquaintance!("users"), email.as_str()),
        Owner::Admin(email) => (select_acquaintance!("admins"), email.as_str()),
        Owner::Site => (
            "select coalesce(sum(a.guess_epoch), 0) as guess_epoch, max(k.seen_at) as seen_at
             from admins a left join known_networks k on k.account = a.id and k.network = ?2 where ?1 = ''",
            "",
        ),
    };
    let found = tx.query_one(select, params![email, network.as_str()], |row| {
        Ok(Acquaintance {
            account: match owner {
                Owner::Reader(_) => Some(Account::Reader(parsed(row, "id", UserId::parse)?)),
                Owner::Admin(_) => Some(Account::Admin(parsed(row, "id", AdminId::parse)?)),
                Owner::Site => None,
            },
            guess_epoch: row.get("guess_epoch")?,
            seen_at: row
                .get::<Option<i64>>("seen_at")?
                .filter(|_| !network.is_shared())
                .map(Time::from_milliseconds),
        })
    })?;
    Ok(found.unwrap_or_default())
}

/// Returns whether somebody has signed in to an account from a client network.
pub fn is_known(tx: &Tx<'_>, account: Account, network: &NetworkHash) -> Result<bool, StoreError> {
    let known = tx.query_one(
        "select 1 from known_networks where account = ?1 and network = ?2",
        params![account.to_string(), network.as_str()],
        |row| row.get::<i64>(0),
    )?;
    Ok(known.is_some() && !network.is_shared())
}

/// Remembers that somebody signed in to an account from a client network, and forgets the networks that were not seen
/// for longest when they are too many. A network that many may share is not remembered, and an account that was removed
/// meanwhile remembers nothing.
pub fn remember(
    tx: &mut Tx<'_>,
    account: Account,
    network: &NetworkHash,
    now: Time,
) -> Result<(), StoreError> {
    if network.is_shared() {
        return Ok(());
    }
    let id = account.to_string();
    tx.execute(
        "insert into known_networks (account, network, seen_at)
         select id, ?2, ?3 from (select id from users union all select id from admins) where id = ?1
         on conflict (account, network) do update set seen_at = excluded.seen_at",
        params![id, network.as_str(), now.milliseconds()],
    )?;
    tx.execute(
        "delete from known_networks where account = ?1 and rowid not in
         (select rowid from known_networks where account = ?1 order by seen_at desc, rowid desc limit ?2)",
        params![id, NETWORKS_MAX],
    )?;
    Ok(())
}

/// Forgets the networks of an account other than this one: nobody has shown that those are its owner's.
pub fn forget_others(tx: &mut Tx<'_>, account: Account, network: &NetworkHash) -> Result<(), StoreError> {
    tx.execute(
        "delete from known_networks where account = ?1 and network <> ?2",
        params![account.to_string(), network.as_str()],
    )?;
    Ok(())
}

/// Forgets the networks from which nobody has signed in since `moment`, and gives their number.
pub fn forget(tx: &mut Tx<'_>, moment: Time) -> Result<usize, StoreError> {
    tx.execute(
        "delete from known_networks where seen_at < ?1",
        params![moment.milliseconds()],
    )
}

/// Forgets the wrong guesses at the passwords and codes of an account, also in a site that runs; with those of an
/// administrator also the ones at the master password.
pub fn forgive(tx: &mut Tx<'_>, account: Account) -> Result<(), StoreError> {
    let id = account.to_string();
    let raise = match account {
        Account::Reader(_) => "update users set guess_epoch = guess_epoch + 1 where id = ?1",
        Account::Admin(_) => "update admins set guess_epoch = guess_epoch + 1 where id = ?1",
    };
    for forgive in ["delete from code_tries where account = ?1", raise] {
        tx.execute(forgive, params![id])?;
    }
    Ok(())
}
