//! API keys.

use super::engine::{Row, StoreError, params};
use super::second_factors::has_second_factor;
use crate::domain::api_key::ApiKey;
use crate::domain::{ApiKeyId, Page, Paging, Role, Time};
use crate::store::Tx;

/// How far the stored time of the last use may be behind, in milliseconds.
const USE_RECORDED_EVERY: i64 = 60_000;

/// A key as administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedKey {
    /// The key.
    pub key: ApiKey,
    /// The name of the member for whom it acts.
    pub creator_name: String,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Time>,
}

/// What a key permits now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRights {
    /// The key.
    pub key: ApiKey,
    /// The lower one of the key's role and the present role of its creator.
    pub role: Role,
    /// Whether the creator has a second factor.
    pub has_second_factor: bool,
    /// Whether the time of the last use is to be written.
    pub is_use_due: bool,
}

macro_rules! select_keys {
    ($rest:literal) => {
        concat!(
            "select k.id, k.prefix, k.name, k.role, k.scopes, k.creator, k.created_at, k.expires_at, k.last_used_at,
                 a.username as creator_name, a.role as creator_role, ",
            has_second_factor!("a.id"),
            " as has_second_factor
             from api_keys k join admins a on a.id = k.creator ",
            $rest
        )
    };
}

pub(super) const NEWEST: &str = select_keys!("order by k.created_at desc, k.id desc limit ?1 offset ?2");
pub(super) const BY_HASH: &str = select_keys!("where k.key_hash = ?1 and k.expires_at > ?2");

/// Stores a key.
pub fn insert(tx: &mut Tx<'_>, key: &ApiKey, hash: &str) -> Result<(), StoreError> {
    tx.execute(
        "insert into api_keys (id, key_hash, prefix, name, role, scopes, creator, created_at, expires_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            key.id,
            hash,
            key.prefix,
            key.name.as_str(),
            key.role,
            key.scopes.names().join(" "),
            key.creator,
            key.created_at,
            key.expires_at
        ],
    )?;
    Ok(())
}

/// Returns the number of keys, with those that have expired.
pub fn count(tx: &Tx<'_>) -> Result<u64, StoreError> {
    let count = tx.query_value("select count(*) from api_keys", params![])?;
    Ok(count.unwrap_or(0))
}

/// Returns a page of the keys, newest first.
pub fn list(tx: &Tx<'_>, paging: Paging) -> Result<Page<ListedKey>, StoreError> {
    let items = tx.query_all(NEWEST, params![paging.limit, paging.offset()], |row| {
        Ok(ListedKey {
            key: key(row)?,
            creator_name: row.get("creator_name")?,
            last_used_at: row.get("last_used_at")?,
        })
    })?;
    let total = count(tx)?;
    Ok(Page { items, total, paging })
}

/// Returns the rights of the key with this hash, if it is still good.
pub fn by_hash(tx: &Tx<'_>, hash: &str, now: Time) -> Result<Option<KeyRights>, StoreError> {
    tx.query_one(BY_HASH, params![hash, now], |row| rights(row, now))
}

/// Returns the rights of the key with this id, if it is still good.
pub fn by_id(tx: &Tx<'_>, id: ApiKeyId, now: Time) -> Result<Option<KeyRights>, StoreError> {
    tx.query_one(
        select_keys!("where k.id = ?1 and k.expires_at > ?2"),
        params![id, now],
        |row| rights(row, now),
    )
}

/// Records a use of a key, at most once a minute.
pub fn record_use(tx: &mut Tx<'_>, id: ApiKeyId, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update api_keys set last_used_at = ?2 where id = ?1 and (last_used_at is null or last_used_at <= ?3)",
        params![id, now, now.plus_milliseconds(-USE_RECORDED_EVERY)],
    )?;
    Ok(())
}

/// Deletes a key, and returns its name if it existed.
pub fn delete(tx: &mut Tx<'_>, id: ApiKeyId) -> Result<Option<String>, StoreError> {
    tx.query_value("delete from api_keys where id = ?1 returning name", params![id])
}

fn rights(row: &Row<'_>, now: Time) -> Result<KeyRights, StoreError> {
    let key = key(row)?;
    let role = key.role.min(row.get("creator_role")?);
    let used: Option<Time> = row.get("last_used_at")?;
    Ok(KeyRights {
        role,
        has_second_factor: row.get("has_second_factor")?,
        is_use_due: used.is_none_or(|used| used <= now.plus_milliseconds(-USE_RECORDED_EVERY)),
        key,
    })
}

fn key(row: &Row<'_>) -> Result<ApiKey, StoreError> {
    Ok(ApiKey {
        id: row.get("id")?,
        prefix: row.get("prefix")?,
        name: row.get("name")?,
        role: row.get("role")?,
        scopes: row.get("scopes")?,
        creator: row.get("creator")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
    })
}
