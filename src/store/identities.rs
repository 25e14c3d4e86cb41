//! Linked identities: the accounts at providers by which readers sign in.

use super::engine::{Row, StoreError, params};
use crate::domain::identity::{Identity, IdentityLink, LinkedIdentity};
use crate::domain::{IdentityId, Time, UserId};
use crate::store::Tx;

/// Links an identity, which belongs to nobody yet, to the account of a reader. It takes the place of an earlier one of the
/// same provider: people there who have the same address one after the other are the same person here.
pub fn insert(
    tx: &mut Tx<'_>,
    id: IdentityId,
    user: UserId,
    link: &IdentityLink,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into identities (id, user_id, issuer, subject, email, created_at, used_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?6)
         on conflict (user_id, issuer) do update
         set id = excluded.id, subject = excluded.subject, email = excluded.email, created_at = excluded.created_at,
             used_at = excluded.used_at",
        params![id, user, link.identity.issuer, link.identity.subject, link.email, now],
    )?;
    Ok(())
}

/// Returns the reader whose account an identity is linked to.
pub fn owner(tx: &Tx<'_>, identity: &Identity) -> Result<Option<UserId>, StoreError> {
    tx.query_value(
        "select user_id from identities where issuer = ?1 and subject = ?2",
        params![identity.issuer, identity.subject],
    )
}

/// Returns the identities that are linked to the account of a reader.
pub fn list(tx: &Tx<'_>, user: UserId) -> Result<Vec<LinkedIdentity>, StoreError> {
    tx.query_all(LIST, params![user], linked_identity)
}

pub(super) const LIST: &str = "
    select id, issuer, email, created_at, used_at from identities where user_id = ?1 order by issuer";

/// Stores that somebody signed in by an identity.
pub fn set_used(tx: &mut Tx<'_>, identity: &Identity, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update identities set used_at = ?3 where issuer = ?1 and subject = ?2",
        params![identity.issuer, identity.subject, now],
    )?;
    Ok(())
}

/// Removes the link of an identity from the account of a reader, and returns the provider, if there was one with the id.
pub fn remove(tx: &mut Tx<'_>, user: UserId, id: IdentityId) -> Result<Option<String>, StoreError> {
    tx.query_value(
        "delete from identities where id = ?1 and user_id = ?2 returning issuer",
        params![id, user],
    )
}

fn linked_identity(row: &Row<'_>) -> Result<LinkedIdentity, StoreError> {
    Ok(LinkedIdentity {
        id: row.get("id")?,
        issuer: row.get("issuer")?,
        email: row.get("email")?,
        created_at: row.get("created_at")?,
        used_at: row.get("used_at")?,
    })
}
