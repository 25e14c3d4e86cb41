//! Settings that the staff change in the panel, each a JSON value with a name.

use super::engine::{StoreError, params};
use crate::domain::Time;
use crate::store::Tx;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The value of a setting, and how often it has been changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Versioned<T> {
    /// The value.
    pub value: T,
    /// The version: 0 until it is stored first.
    pub version: u32,
}

pub(super) use super::derived::site::BY_NAME;

/// Returns the setting with this name, if it is stored.
pub fn get<T: DeserializeOwned>(tx: &Tx<'_>, name: &str) -> Result<Option<Versioned<T>>, StoreError> {
    tx.query_one(BY_NAME, params![name], |row| {
        Ok(Versioned {
            value: row.get_json("value")?,
            version: row.get("version")?,
        })
    })
}

/// Stores a setting in place of its version `expected`, 0 for one that is not stored yet. Returns the new version, or
/// `None` if the present version is another one.
pub fn put<T: Serialize>(
    tx: &mut Tx<'_>,
    name: &str,
    value: &T,
    expected: u32,
    now: Time,
) -> Result<Option<u32>, StoreError> {
    let value = serde_json::to_string(value).map_err(|_| StoreError::Corrupt("settings.value".to_owned()))?;
    let next = expected.saturating_add(1);
    let changed = if expected == 0 {
        tx.execute(
            "insert into settings (name, value, version, changed_at) values (?1, ?2, 1, ?3) on conflict do nothing",
            params![name, value, now],
        )?
    } else {
        tx.execute(
            "update settings set value = ?2, version = ?4, changed_at = ?3 where name = ?1 and version = ?5",
            params![name, value, now, next, expected],
        )?
    };
    Ok((changed > 0).then_some(next))
}
