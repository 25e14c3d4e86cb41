//! The settings of the site that the panel has stored.

use super::commits::Change;
use super::derived::site::{SETTING, select};
use super::{StoreError, Tx, settings};
use crate::domain::Time;
use crate::domain::site::StoredSite;

pub use super::derived::site::StoredSettings;

/// Returns the stored settings as of this transaction.
pub fn load(tx: &Tx<'_>) -> Result<StoredSettings, StoreError> {
    select(**tx)
}

/// Stores settings in place of their version `expected`. Returns the new version, or `None` if the present version is
/// another one.
pub fn put(tx: &mut Tx<'_>, site: &StoredSite, expected: u32, now: Time) -> Result<Option<u32>, StoreError> {
    let version = settings::put(tx, SETTING, site, expected, now)?;
    if version.is_some() {
        tx.changed(Change::Site);
    }
    Ok(version)
}
