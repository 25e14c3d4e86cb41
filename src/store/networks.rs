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

/// Returns how an account stands to a client network.
pub fn acquaintance(tx: &Tx<'_>, owner: &Owner, network: &NetworkHash) -> Result<Acquaintance, StoreError> {
    let found = match owner {
        Owner::Reader(email) => tx.query_one(
            "select u.id, u.guess_epoch, k.seen_at from users u
             left join known_networks k on k.user_id = u.id and k.network = ?2 where u.email = ?1",
            params![email.as_str(), network.as_str()],
            |row| {
                Ok(Acquaintance {
                    account: Some(Account::Reader(parsed(row, "id", UserId::parse)?)),
                    guess_epoch: row.get("guess_epoch")?,
                    seen_at: row.get::<Option<i64>>("seen_at")?.map(Time::from_milliseconds),
                })
            },
        ),
        Owner::Admin(email) => tx.query_one(
            "select a.id, a.guess_epoch, k.seen_at from admins a
             left join known_networks k on k.admin_id = a.id and k.network = ?2 where a.email = ?1",
            params![email.as_str(), network.as_str()],
            |row| {
                Ok(Acquaintance {
                    account: Some(Account::Admin(parsed(row, "id", AdminId::parse)?)),
                    guess_epoch: row.get("guess_epoch")?,
                    seen_at: row.get::<Option<i64>>("seen_at")?.map(Time::from_milliseconds),
                })
            },
        ),
        Owner::Site => tx.query_one(
            "select (select coalesce(sum(guess_epoch), 0) from admins) as guess_epoch,
                    (select max(seen_at) from known_networks where network = ?1 and admin_id is not null) as seen_at",
            params![network.as_str()],
            |row| {
                Ok(Acquaintance {
                    account: None,
                    guess_epoch: row.get("guess_epoch")?,
                    seen_at: row.get::<Option<i64>>("seen_at")?.map(Time::from_milliseconds),
                })
            },
        ),
    };
    Ok(found?.unwrap_or_default())
}

/// Returns whether a reader has signed in from a client network.
pub fn is_known(tx: &Tx<'_>, user: UserId, network: &NetworkHash) -> Result<bool, StoreError> {
    let known = tx.query_one(
        "select 1 from known_networks where user_id = ?1 and network = ?2",
        params![user.to_string(), network.as_str()],
        |row| row.get::<i64>(0),
    )?;
    Ok(known.is_some())
}

/// Remembers that somebody signed in to an account from a client network, and forgets the networks that were not seen
/// for longest when they are too many.
pub fn remember(
    tx: &mut Tx<'_>,
    account: Account,
    network: &NetworkHash,
    now: Time,
) -> Result<(), StoreError> {
    // An account that was removed meanwhile remembers nothing.
    let (insert, forget, id) = match account {
        Account::Reader(id) => (
            "insert into known_networks (user_id, network, seen_at)
             select id, ?2, ?3 from users where id = ?1
             on conflict (user_id, network) where user_id is not null do update set seen_at = excluded.seen_at",
            "delete from known_networks where user_id = ?1 and rowid not in
             (select rowid from known_networks where user_id = ?1 order by seen_at desc, rowid desc limit ?2)",
            id.to_string(),
        ),
        Account::Admin(id) => (
            "insert into known_networks (admin_id, network, seen_at)
             select id, ?2, ?3 from admins where id = ?1
             on conflict (admin_id, network) where admin_id is not null do update set seen_at = excluded.seen_at",
            "delete from known_networks where admin_id = ?1 and rowid not in
             (select rowid from known_networks where admin_id = ?1 order by seen_at desc, rowid desc limit ?2)",
            id.to_string(),
        ),
    };
    tx.execute(insert, params![id, network.as_str(), now.milliseconds()])?;
    tx.execute(forget, params![id, NETWORKS_MAX])?;
    Ok(())
}

/// Forgets the networks of an account other than this one: nobody has shown that those are its owner's.
pub fn forget_others(tx: &mut Tx<'_>, account: Account, network: &NetworkHash) -> Result<(), StoreError> {
    let forget = match account {
        Account::Reader(_) => "delete from known_networks where user_id = ?1 and network <> ?2",
        Account::Admin(_) => "delete from known_networks where admin_id = ?1 and network <> ?2",
    };
    tx.execute(forget, params![account.to_string(), network.as_str()])?;
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
    let (tries, epoch) = match account {
        Account::Reader(_) => (
            "delete from code_tries where user_id = ?1",
            "update users set guess_epoch = guess_epoch + 1 where id = ?1",
        ),
        Account::Admin(_) => (
            "update admin_codes set wrong_tries = 0 where admin_id = ?1",
            "update admins set guess_epoch = guess_epoch + 1 where id = ?1",
        ),
    };
    for forgive in [tries, epoch] {
        tx.execute(forgive, params![account.to_string()])?;
    }
    Ok(())
}
