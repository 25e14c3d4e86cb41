//! People who have come from a provider, and have not finished the sign-in here.

use super::engine::{Row, StoreError, params};
use crate::domain::Time;
use crate::domain::identity::{Identity, Person, SIGN_IN_TRIES_MAX};
use crate::domain::user::Name;
use crate::store::Tx;

/// The hashes of what only the browser has that came from the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInHashes {
    /// Of the code in the address of the page.
    pub code: String,
    /// Of the secret in the cookie.
    pub browser: String,
}

/// Stores somebody who has come from a provider.
pub fn insert(
    tx: &mut Tx<'_>,
    hashes: &SignInHashes,
    person: &Person,
    expires_at: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into provider_sign_ins (code_hash, browser_hash, issuer, subject, email, name, expires_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            hashes.code,
            hashes.browser,
            person.identity.issuer,
            person.identity.subject,
            person.email,
            person.name,
            expires_at
        ],
    )?;
    Ok(())
}

/// Returns the person of a sign-in that is still good, if both hashes are right.
pub fn find(tx: &Tx<'_>, hashes: &SignInHashes, now: Time) -> Result<Option<Person>, StoreError> {
    tx.query_one(
        "select issuer, subject, email, name from provider_sign_ins
         where code_hash = ?1 and browser_hash = ?2 and expires_at > ?3 and wrong_tries < ?4",
        params![hashes.code, hashes.browser, now, SIGN_IN_TRIES_MAX],
        person,
    )
}

/// Counts a wrong password or code for a sign-in.
pub fn count_wrong_try(tx: &mut Tx<'_>, hashes: &SignInHashes) -> Result<(), StoreError> {
    tx.execute(
        "update provider_sign_ins set wrong_tries = wrong_tries + 1 where code_hash = ?1",
        params![hashes.code],
    )?;
    Ok(())
}

/// Deletes a sign-in that was finished.
pub fn delete(tx: &mut Tx<'_>, hashes: &SignInHashes) -> Result<(), StoreError> {
    tx.execute(
        "delete from provider_sign_ins where code_hash = ?1",
        params![hashes.code],
    )?;
    Ok(())
}

/// Deletes at most `limit` sign-ins that have expired by `now`, and returns their number.
pub fn delete_expired(tx: &mut Tx<'_>, now: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(DELETE_EXPIRED, params![now, limit])
}

pub(super) const DELETE_EXPIRED: &str = "
    delete from provider_sign_ins
    where code_hash in (select code_hash from provider_sign_ins where expires_at <= ?1 limit ?2)";

fn person(row: &Row<'_>) -> Result<Person, StoreError> {
    let name: Option<String> = row.get("name")?;
    Ok(Person {
        identity: Identity {
            issuer: row.get("issuer")?,
            subject: row.get("subject")?,
        },
        email: row.get("email")?,
        name: name.and_then(|name| Name::parse(&name).ok()),
    })
}
