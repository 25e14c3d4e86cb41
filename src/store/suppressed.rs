//! Addresses that refused a mail for good. They get mails about their account alone, until the staff lift it.

use super::engine::{StoreError, params};
use crate::domain::Time;
use crate::domain::user::EmailAddress;
use crate::store::Tx;

/// The longest reason that is kept, in characters.
const REASON_LENGTH_MAX: usize = 300;

/// An address that refused a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppressed {
    /// The address.
    pub email: EmailAddress,
    /// The reply of its mail server.
    pub reason: String,
    /// When it refused.
    pub at: Time,
}

/// Suppresses an address, unless it is already.
pub fn insert(tx: &mut Tx<'_>, email: &EmailAddress, reason: &str, now: Time) -> Result<(), StoreError> {
    let reason: String = reason
        .chars()
        .filter(|character| *character != '\0')
        .take(REASON_LENGTH_MAX)
        .collect();
    tx.execute(
        "insert into suppressed (email, reason, at) values (?1, ?2, ?3) on conflict (email) do nothing",
        params![email, reason, now],
    )?;
    Ok(())
}

/// Whether an address is suppressed.
pub fn contains(tx: &Tx<'_>, email: &EmailAddress) -> Result<bool, StoreError> {
    tx.exists("select 1 from suppressed where email = ?1", params![email])
}

/// Lifts the suppression of an address, and returns whether there was one.
pub fn delete(tx: &mut Tx<'_>, email: &EmailAddress) -> Result<bool, StoreError> {
    let deleted = tx.execute("delete from suppressed where email = ?1", params![email])?;
    Ok(deleted > 0)
}

pub(super) const NEWEST: &str =
    "select email, reason, at from suppressed order by at desc, email desc limit ?1";

/// Returns the addresses that were suppressed last.
pub fn newest(tx: &Tx<'_>, limit: u32) -> Result<Vec<Suppressed>, StoreError> {
    tx.query_all(NEWEST, params![limit], |row| {
        Ok(Suppressed {
            email: row.get("email")?,
            reason: row.get("reason")?,
            at: row.get("at")?,
        })
    })
}
