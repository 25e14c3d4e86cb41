//! The settings of the site and of its mail server that the panel has stored, so that no request reads them from the
//! database.

use std::sync::Arc;

use parking_lot::RwLock;

use crate::domain::mail_settings::StoredMail;
use crate::domain::site::StoredSite;
use crate::store::commits::Change;
use crate::store::engine::{Row, StoreError, Transaction, params};

pub(in crate::store) const BY_NAME: &str = "select value, version from settings where name = ?1";
/// The names of the settings.
pub(in crate::store) const SETTING: &str = "site";
pub(in crate::store) const MAIL_SETTING: &str = "mail";

/// The stored settings with their version: 0 until they are stored first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct StoredSettings {
    /// The settings.
    pub site: StoredSite,
    /// How often they have been changed.
    pub version: u32,
}

/// The stored settings of the mail server with their version: 0 until they are stored first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct StoredMailSettings {
    /// The settings.
    pub mail: StoredMail,
    /// How often they have been changed.
    pub version: u32,
}

/// The settings of the last commit that was followed.
#[derive(Debug, Default)]
pub(in crate::store) struct SharedSettings {
    site: RwLock<Arc<StoredSettings>>,
    mail: RwLock<Arc<StoredMailSettings>>,
}

impl SharedSettings {
    pub(in crate::store) fn get(&self) -> Arc<StoredSettings> {
        Arc::clone(&self.site.read())
    }

    pub(in crate::store) fn mail(&self) -> Arc<StoredMailSettings> {
        Arc::clone(&self.mail.read())
    }

    /// Reads the settings.
    pub(in crate::store) fn load(&self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        let (site, mail) = (select(transaction)?, select_mail(transaction)?);
        *self.site.write() = Arc::new(site);
        let mut shared = self.mail.write();
        // Unchanged, it stays the same object, by which the mailer knows that it is current.
        if **shared != mail {
            *shared = Arc::new(mail);
        }
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

/// Returns the stored settings of the mail server.
pub(in crate::store) fn select_mail(transaction: Transaction<'_>) -> Result<StoredMailSettings, StoreError> {
    let row = |row: &Row<'_>| {
        Ok(StoredMailSettings {
            mail: row.get_json("value")?,
            version: row.get("version")?,
        })
    };
    Ok(transaction
        .query_one(BY_NAME, params![MAIL_SETTING], row)?
        .unwrap_or_default())
}
