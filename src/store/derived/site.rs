//! The settings of the site that the panel has stored, so that no request reads them from the database.

use std::sync::Arc;

use parking_lot::RwLock;

use crate::domain::site::StoredSite;
use crate::store::commits::Change;
use crate::store::engine::{Row, StoreError, Transaction, params};

pub(in crate::store) const BY_NAME: &str = "select value, version from settings where name = ?1";
/// The name of the setting.
pub(in crate::store) const SETTING: &str = "site";

/// The stored settings with their version: 0 until they are stored first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct StoredSettings {
    /// The settings.
    pub site: StoredSite,
    /// How often they have been changed.
    pub version: u32,
}

/// The settings of the last commit that was followed.
#[derive(Debug, Default)]
pub(in crate::store) struct SharedSettings(RwLock<Arc<StoredSettings>>);

impl SharedSettings {
    pub(in crate::store) fn get(&self) -> Arc<StoredSettings> {
        Arc::clone(&self.0.read())
    }

    /// Reads the settings.
    pub(in crate::store) fn load(&self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        let settings = select(transaction)?;
        *self.0.write() = Arc::new(settings);
        Ok(())
    }

    /// Reads the settings if they have changed.
    pub(in crate::store) fn follow(
        &self,
        transaction: Transaction<'_>,
        changes: &[Change],
    ) -> Result<(), StoreError> {
        let is_changed = |change: &Change| matches!(change, Change::Site | Change::Everything);
        if changes.iter().any(is_changed) {
            self.load(transaction)?;
        }
        Ok(())
    }
}

/// Returns the stored settings.
pub(in crate::store) fn select(transaction: Transaction<'_>) -> Result<StoredSettings, StoreError> {
    let row = |row: &Row<'_>| {
        Ok(StoredSettings {
            site: row.get_json("value")?,
            version: row.get("version")?,
        })
    };
    Ok(transaction
        .query_one(BY_NAME, params![SETTING], row)?
        .unwrap_or_default())
}
