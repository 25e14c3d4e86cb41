//! The sessions of accounts, and the revocation of their tokens before they expire.
//!
//! Every token contains the epoch of its account: a new epoch revokes all tokens. The id of a single token that was
//! logged out is stored until the token expires. That alone decides whether a token is good; the rows of sessions are for
//! their owners to look at.

use super::commits::Change;
use super::engine::{Row, StoreError, each_text, params, strings};
use crate::domain::session::{Device, NewSession, SESSIONS_MAX, Session};
use crate::domain::{Account, Time, TokenId};
use crate::store::Tx;

/// The most stored tokens of one account. The next one revokes all tokens of the account, so that the table stays
/// small.
const ENDED_TOKENS_MAX: i64 = 100;

/// Stores a session.
pub fn insert(tx: &mut Tx<'_>, new: &NewSession) -> Result<(), StoreError> {
    tx.execute(
        "insert into sessions (id, subject, at, seen_at, expires_at, agent, network)
         values (?1, ?2, ?3, ?3, ?4, ?5, ?6)",
        params![
            new.id,
            new.account,
            new.at,
            new.expires_at,
            new.device.agent,
            new.device.network
        ],
    )?;
    Ok(())
}

/// Returns the sessions of an account that have not expired, the last used first.
pub fn list(tx: &Tx<'_>, account: Account, now: Time) -> Result<Vec<Session>, StoreError> {
    tx.query_all(LIST, params![account, now, SESSIONS_MAX], session)
}

pub(super) const LIST: &str = "
    select id, at, seen_at, expires_at, agent, network from sessions
    where subject = ?1 and expires_at > ?2 order by seen_at desc, id desc limit ?3";

/// Returns the session with this id, if it is one of the account.
pub fn find(tx: &Tx<'_>, account: Account, id: TokenId) -> Result<Option<Session>, StoreError> {
    tx.query_one(
        "select id, at, seen_at, expires_at, agent, network from sessions where id = ?2 and subject = ?1",
        params![account, id],
        session,
    )
}

/// Returns the sessions of an account beyond the `kept` last used ones.
pub fn beyond(tx: &Tx<'_>, account: Account, kept: u32) -> Result<Vec<Session>, StoreError> {
    tx.query_all(BEYOND, params![account, SESSIONS_MAX, kept], session)
}

pub(super) const BEYOND: &str = "
    select id, at, seen_at, expires_at, agent, network from sessions
    where subject = ?1 order by seen_at desc, id desc limit ?2 offset ?3";

/// Whether an account has a session from this device.
pub fn has_device(tx: &Tx<'_>, account: Account, device: &Device) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from sessions where subject = ?1 and agent = ?2 and network = ?3 limit 1",
        params![account, device.agent, device.network],
    )
}

/// Whether an account has a session.
pub fn has_any(tx: &Tx<'_>, account: Account) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from sessions where subject = ?1 limit 1",
        params![account],
    )
}

/// Notes that these sessions were in use at the time `now`.
pub fn set_seen(tx: &mut Tx<'_>, ids: &[TokenId], now: Time) -> Result<(), StoreError> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    tx.execute(SET_SEEN, params![strings(&ids), now])?;
    Ok(())
}

pub(super) const SET_SEEN: &str = concat!("update sessions set seen_at = ?2 where id in ", each_text!("?1"));

/// Deletes the sessions of an account, whose tokens another epoch has revoked.
pub(super) fn delete_all(tx: &mut Tx<'_>, account: Account) -> Result<(), StoreError> {
    tx.execute("delete from sessions where subject = ?1", params![account])?;
    Ok(())
}

/// Returns the epoch of new tokens of an account.
pub fn epoch(tx: &Tx<'_>, account: Account) -> Result<Option<i64>, StoreError> {
    let select = match account {
        Account::Reader(_) => "select token_epoch from users where id = ?1",
        Account::Admin(_) => "select token_epoch from admins where id = ?1",
    };
    tx.query_value(select, params![account])
}

/// Ends one session: revokes its token.
pub fn revoke(tx: &mut Tx<'_>, account: Account, token: TokenId, expires_at: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into ended_tokens (id, account, expires_at) values (?1, ?2, ?3) on conflict do nothing",
        params![token, account, expires_at],
    )?;
    tx.execute(
        "delete from sessions where id = ?1 and subject = ?2",
        params![token, account],
    )?;
    tx.changed(Change::Accounts);
    let count: Option<i64> = tx.query_value(
        "select count(*) from ended_tokens where account = ?1",
        params![account],
    )?;
    if count.unwrap_or(0) > ENDED_TOKENS_MAX {
        revoke_all(tx, account)?;
    }
    Ok(())
}

/// Ends all sessions of an account: revokes every token, and returns the epoch of new tokens, or `None` if the account does not exist.
pub fn revoke_all(tx: &mut Tx<'_>, account: Account) -> Result<Option<i64>, StoreError> {
    tx.execute("delete from ended_tokens where account = ?1", params![account])?;
    delete_all(tx, account)?;
    let increment_epoch = match account {
        Account::Reader(_) => {
            "update users set token_epoch = token_epoch + 1 where id = ?1 returning token_epoch"
        }
        Account::Admin(_) => {
            "update admins set token_epoch = token_epoch + 1 where id = ?1 returning token_epoch"
        }
    };
    tx.changed(Change::Accounts);
    tx.query_value(increment_epoch, params![account])
}

/// Whether the account is still in the epoch of a token, and the token was not logged out.
pub fn is_open(tx: &Tx<'_>, account: Account, token: TokenId, epoch: i64) -> Result<bool, StoreError> {
    match account {
        Account::Reader(id) => tx.exists(
            "select 1 from users where id = ?1 and token_epoch = ?2
             and not exists (select 1 from ended_tokens where id = ?3)",
            params![id, epoch, token],
        ),
        Account::Admin(id) => tx.exists(
            "select 1 from admins where id = ?1 and token_epoch = ?2
             and not exists (select 1 from ended_tokens where id = ?3)",
            params![id, epoch, token],
        ),
    }
}

/// Returns the tokens of an account that were revoked one by one.
pub fn revoked(tx: &Tx<'_>, account: Account) -> Result<Vec<TokenId>, StoreError> {
    tx.query_column("select id from ended_tokens where account = ?1", params![account])
}

/// Deletes at most `limit` sessions whose tokens have expired by `now`, and returns their number.
pub fn delete_over(tx: &mut Tx<'_>, now: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(DELETE_OVER, params![now, limit])
}

pub(super) const DELETE_OVER: &str = "
    delete from sessions where id in (select id from sessions where expires_at <= ?1 limit ?2)";

/// Deletes the tokens that have expired by `now`, and returns their number.
pub fn delete_expired(tx: &mut Tx<'_>, now: Time) -> Result<usize, StoreError> {
    tx.execute("delete from ended_tokens where expires_at <= ?1", params![now])
}

fn session(row: &Row<'_>) -> Result<Session, StoreError> {
    Ok(Session {
        id: row.get("id")?,
        at: row.get("at")?,
        seen_at: row.get("seen_at")?,
        expires_at: row.get("expires_at")?,
        agent: row.get("agent")?,
        network: row.get("network")?,
    })
}
