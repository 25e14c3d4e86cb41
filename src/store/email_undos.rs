//! Changes of an email address that can be undone.

use super::engine::{StoreError, params};
use crate::domain::user::EmailAddress;
use crate::domain::{Account, Time};
use crate::store::Tx;

/// A change that can be undone.
#[derive(Debug, Clone)]
pub struct EmailUndo {
    /// The sequence number of the change.
    seq: i64,
    /// The account whose address was changed.
    pub account: Account,
    /// The previous address.
    pub old_email: EmailAddress,
    /// When the change took effect.
    pub changed_at: Time,
}

/// Stores a change that the token with this hash can undo until `expires_at`.
pub fn insert(
    tx: &mut Tx<'_>,
    account: Account,
    old_email: &EmailAddress,
    token_hash: &str,
    now: Time,
    expires_at: Time,
) -> Result<(), StoreError> {
    let (user, admin) = match account {
        Account::Reader(id) => (Some(id.to_string()), None),
        Account::Admin(id) => (None, Some(id.to_string())),
    };
    tx.execute(
        "insert into email_undos (token_hash, user_id, admin_id, old_email, created_at, expires_at)
         values (?1, ?2, ?3, ?4, ?5, ?6)",
        params![token_hash, user, admin, old_email, now, expires_at],
    )?;
    Ok(())
}

/// Returns the change that the token with this hash undoes, unless it has expired by `now`.
pub fn find(tx: &Tx<'_>, token_hash: &str, now: Time) -> Result<Option<EmailUndo>, StoreError> {
    tx.query_one(
        "select seq, user_id, admin_id, old_email, created_at
         from email_undos where token_hash = ?1 and expires_at > ?2",
        params![token_hash, now],
        |row| {
            Ok(EmailUndo {
                seq: row.get("seq")?,
                account: match row.get("user_id")? {
                    Some(id) => Account::Reader(id),
                    None => Account::Admin(row.get("admin_id")?),
                },
                old_email: row.get("old_email")?,
                changed_at: row.get("created_at")?,
            })
        },
    )
}

/// Removes this change and all later ones of the account, so that their links cannot revert the undo.
pub fn delete_from(tx: &mut Tx<'_>, undo: &EmailUndo) -> Result<(), StoreError> {
    tx.execute(
        "delete from email_undos where seq >= ?1 and coalesce(user_id, admin_id) = ?2",
        params![undo.seq, undo.account],
    )?;
    Ok(())
}

/// Deletes the changes that have expired by `now`, and returns their number.
pub fn delete_expired(tx: &mut Tx<'_>, now: Time) -> Result<usize, StoreError> {
    tx.execute("delete from email_undos where expires_at <= ?1", params![now])
}
