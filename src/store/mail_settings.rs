//! The settings of the mail server that the panel has stored.

use super::commits::Change;
use super::derived::site::{MAIL_SETTING, select_mail};
use super::{StoreError, Tx, settings};
use crate::domain::Time;
use crate::domain::mail_settings::StoredMail;

pub use super::derived::site::StoredMailSettings;

/// Returns the stored settings as of this transaction.
pub fn load(tx: &Tx<'_>) -> Result<StoredMailSettings, StoreError> {
    select_mail(**tx)
}

/// Stores settings in place of their version `expected`. Returns the new version, or `None` if the present version is
/// another one.
pub fn put(tx: &mut Tx<'_>, mail: &StoredMail, expected: u32, now: Time) -> Result<Option<u32>, StoreError> {
    let version = settings::put(tx, MAIL_SETTING, mail, expected, now)?;
    if version.is_some() {
        tx.changed(Change::Site);
    }
    Ok(version)
}
