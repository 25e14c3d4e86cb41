//! Tokens that ended before they expired.
//!
//! Every token carries the epoch of its account: raising the epoch ends all tokens. One that was logged out
//! alone is noted by its id until it would have expired.

use super::engine::{StoreError, Tx, params};
use super::parsed;
use crate::domain::{Account, Time, TokenId};

/// Tokens of one account that are noted. With the next one all tokens of the account end, so that nobody
/// can make the notes grow.
const NOTED_MAX: i64 = 100;

/// Ends one token.
pub fn end(tx: &mut Tx<'_>, account: Account, token: TokenId, expires_at: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into ended_tokens (id, account, expires_at) values (?1, ?2, ?3) on conflict do nothing",
        params![token.to_string(), account.to_string(), expires_at.milliseconds()],
    )?;
    let noted: Option<i64> = tx.query_one(
        "select count(*) from ended_tokens where account = ?1",
        params![account.to_string()],
        |row| row.get(0),
    )?;
    if noted.unwrap_or(0) > NOTED_MAX {
        end_all(tx, account)?;
    }
    Ok(())
}

/// Ends every token of an account, and gives the epoch of the next ones; none when there is no such account.
pub fn end_all(tx: &mut Tx<'_>, account: Account) -> Result<Option<i64>, StoreError> {
    tx.execute(
        "delete from ended_tokens where account = ?1",
        params![account.to_string()],
    )?;
    let raise = match account {
        Account::Reader(_) => {
            "update users set token_epoch = token_epoch + 1 where id = ?1 returning token_epoch"
        }
        Account::Admin(_) => {
            "update admins set token_epoch = token_epoch + 1 where id = ?1 returning token_epoch"
        }
    };
    tx.query_one(raise, params![account.to_string()], |row| row.get(0))
}

/// The tokens of an account that were ended one by one.
pub fn ended(tx: &Tx<'_>, account: Account) -> Result<Vec<TokenId>, StoreError> {
    tx.query_all(
        "select id from ended_tokens where account = ?1",
        params![account.to_string()],
        |row| parsed(row, "id", TokenId::parse),
    )
}

/// Forgets the tokens that have expired by `now`, and gives their number.
pub fn forget(tx: &mut Tx<'_>, now: Time) -> Result<usize, StoreError> {
    tx.execute(
        "delete from ended_tokens where expires_at <= ?1",
        params![now.milliseconds()],
    )
}
