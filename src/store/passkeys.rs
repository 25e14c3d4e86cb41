//! Passkeys, and the challenges that were used.

use super::commits::Change;
use super::engine::{Row, StoreError, params};
use crate::domain::passkey::{
    Credential, NewPasskey, PASSKEYS_MAX, Passkey, PasskeyName, UsedChallenge, transports_in,
};
use crate::domain::{Account, AdminId, PasskeyId, Time, UserId};
use crate::store::Tx;

/// A passkey with its owner, to be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPasskey {
    /// Its id in the API.
    pub id: PasskeyId,
    /// Its owner.
    pub account: Account,
    /// What the authenticator said.
    pub credential: Credential,
}

/// The id of an authenticator's credential, and how a browser reaches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialDescriptor {
    /// The id.
    pub id: Vec<u8>,
    /// The transports.
    pub transports: Vec<String>,
}

/// Stores a passkey. Returns whether the authenticator's id was free.
pub fn insert(tx: &mut Tx<'_>, new: &NewPasskey, now: Time) -> Result<bool, StoreError> {
    let credential = &new.credential;
    let inserted = tx.execute(
        "insert into passkeys (id, account, account_kind, credential_id, public_key, counter, is_backup_eligible,
             is_backed_up, transports, name, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) on conflict do nothing",
        params![
            new.id,
            new.account,
            new.account.kind(),
            credential.id,
            credential.public_key,
            credential.counter,
            credential.is_backup_eligible,
            credential.is_backed_up,
            new.transports,
            new.name,
            now
        ],
    )?;
    tx.changed(Change::Accounts);
    Ok(inserted > 0)
}

/// Returns the passkeys of an account, the oldest first.
pub fn list(tx: &Tx<'_>, account: Account) -> Result<Vec<Passkey>, StoreError> {
    tx.query_all(LIST, params![account, PASSKEYS_MAX], passkey)
}

pub(super) const LIST: &str = "
    select id, name, created_at, used_at, is_backed_up from passkeys
    where account = ?1 order by created_at, id limit ?2";

/// Returns what browsers need to know of the passkeys of an account.
pub fn descriptors(tx: &Tx<'_>, account: Account) -> Result<Vec<CredentialDescriptor>, StoreError> {
    tx.query_all(
        "select credential_id, transports from passkeys where account = ?1 limit ?2",
        params![account, PASSKEYS_MAX],
        |row| {
            let transports: String = row.get("transports")?;
            Ok(CredentialDescriptor {
                id: row.get("credential_id")?,
                transports: transports_in(&transports)
                    .into_iter()
                    .map(str::to_owned)
                    .collect(),
            })
        },
    )
}

/// Whether an account has a passkey.
pub fn has_any(tx: &Tx<'_>, account: Account) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from passkeys where account = ?1 limit 1",
        params![account],
    )
}

/// Returns the passkey with the id that its authenticator gave it.
pub fn by_credential(tx: &Tx<'_>, credential_id: &[u8]) -> Result<Option<KnownPasskey>, StoreError> {
    tx.query_one(
        "select id, account, account_kind, credential_id, public_key, counter, is_backup_eligible, is_backed_up
         from passkeys where credential_id = ?1",
        params![credential_id],
        known_passkey,
    )
}

/// Stores what the authenticator said when the passkey was used.
pub fn set_used(
    tx: &mut Tx<'_>,
    id: PasskeyId,
    credential: &Credential,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "update passkeys set counter = ?2, is_backed_up = ?3, used_at = ?4 where id = ?1",
        params![id, credential.counter, credential.is_backed_up, now],
    )?;
    Ok(())
}

/// Renames a passkey of an account, and returns whether there is one with the id.
pub fn rename(
    tx: &mut Tx<'_>,
    account: Account,
    id: PasskeyId,
    name: &PasskeyName,
) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "update passkeys set name = ?3 where id = ?1 and account = ?2",
        params![id, account, name],
    )?;
    Ok(changed > 0)
}

/// Removes a passkey of an account, and returns whether there was one with the id.
pub fn remove(tx: &mut Tx<'_>, account: Account, id: PasskeyId) -> Result<bool, StoreError> {
    let removed = tx.execute(
        "delete from passkeys where id = ?1 and account = ?2",
        params![id, account],
    )?;
    tx.changed(Change::Accounts);
    Ok(removed > 0)
}

/// Removes all passkeys of an account.
pub fn remove_all(tx: &mut Tx<'_>, account: Account) -> Result<(), StoreError> {
    tx.execute("delete from passkeys where account = ?1", params![account])?;
    tx.changed(Change::Accounts);
    Ok(())
}

/// Uses up a challenge, and returns whether it was not used before.
pub fn use_challenge(tx: &mut Tx<'_>, challenge: &UsedChallenge) -> Result<bool, StoreError> {
    let inserted = tx.execute(
        "insert into used_challenges (nonce, expires_at) values (?1, ?2) on conflict do nothing",
        params![challenge.nonce, challenge.expires_at],
    )?;
    Ok(inserted > 0)
}

/// Deletes at most `limit` challenges that have expired by `now`, and returns their number.
pub fn delete_expired_challenges(tx: &mut Tx<'_>, now: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(DELETE_CHALLENGES, params![now, limit])
}

pub(super) const DELETE_CHALLENGES: &str = "
    delete from used_challenges
    where nonce in (select nonce from used_challenges where expires_at <= ?1 limit ?2)";

fn passkey(row: &Row<'_>) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: row.get("id")?,
        name: row.get("name")?,
        created_at: row.get("created_at")?,
        used_at: row.get("used_at")?,
        is_backed_up: row.get("is_backed_up")?,
    })
}

fn known_passkey(row: &Row<'_>) -> Result<KnownPasskey, StoreError> {
    let kind: String = row.get("account_kind")?;
    let account = if kind == "admin" {
        Account::Admin(row.get::<AdminId>("account")?)
    } else {
        Account::Reader(row.get::<UserId>("account")?)
    };
    Ok(KnownPasskey {
        id: row.get("id")?,
        account,
        credential: Credential {
            id: row.get("credential_id")?,
            public_key: row.get("public_key")?,
            counter: row.get("counter")?,
            is_backup_eligible: row.get("is_backup_eligible")?,
            is_backed_up: row.get("is_backed_up")?,
        },
    })
}
