//! Revocation of tokens before they expire.
//!
//! Every token contains the epoch of its account: a new epoch revokes all tokens. The id of a single token that was
//! logged out is stored until the token expires.

use super::admins;
use super::commits::Change;
use super::engine::{StoreError, params};
use crate::domain::{Account, Time, TokenId};
use crate::store::Tx;

/// The most stored tokens of one account. The next one revokes all tokens of the account, so that the table stays
/// small.
const ENDED_TOKENS_MAX: i64 = 100;

/// Revokes one token.
pub fn revoke(tx: &mut Tx<'_>, account: Account, token: TokenId, expires_at: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into ended_tokens (id, account, expires_at) values (?1, ?2, ?3) on conflict do nothing",
        params![token, account, expires_at],
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

/// Revokes every token of an account, and returns the epoch of new tokens, or `None` if the account does not exist.
pub fn revoke_all(tx: &mut Tx<'_>, account: Account) -> Result<Option<i64>, StoreError> {
    tx.execute("delete from ended_tokens where account = ?1", params![account])?;
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
        Account::Admin(id) => Ok(admins::role_of_session(tx, id, token, epoch)?.is_some()),
    }
}

/// Returns the tokens of an account that were revoked one by one.
pub fn revoked(tx: &Tx<'_>, account: Account) -> Result<Vec<TokenId>, StoreError> {
    tx.query_column("select id from ended_tokens where account = ?1", params![account])
}

/// Deletes the tokens that have expired by `now`, and returns their number.
pub fn delete_expired(tx: &mut Tx<'_>, now: Time) -> Result<usize, StoreError> {
    tx.execute("delete from ended_tokens where expires_at <= ?1", params![now])
}
