//! The settings of the site that the panel has stored, and the pictures among them.

use super::commits::Change;
use super::derived::site::{SETTING, select};
use super::engine::params;
use super::{StoreError, Tx, settings};
use crate::domain::Time;
use crate::domain::site::{IconForm, StoredSite};

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

/// Makes a stored picture the logo, so that it stays, or lets that go which was.
pub fn set_logo(tx: &mut Tx<'_>, hash: Option<&str>) -> Result<(), StoreError> {
    tx.execute("delete from site_media", params![])?;
    if let Some(hash) = hash {
        tx.execute("insert into site_media (hash) values (?1)", params![hash])?;
    }
    Ok(())
}

/// Replaces the icon in all its forms; there may be none.
pub fn set_icon(tx: &mut Tx<'_>, files: &[(IconForm, Vec<u8>)]) -> Result<(), StoreError> {
    tx.execute("delete from site_icons", params![])?;
    for (form, bytes) in files {
        tx.execute(
            "insert into site_icons (name, bytes) values (?1, ?2)",
            params![form.path(), bytes],
        )?;
    }
    Ok(())
}

/// Returns a form of the icon as a PNG file, if administrators have chosen an icon.
pub fn icon(tx: &Tx<'_>, form: IconForm) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_value(
        "select bytes from site_icons where name = ?1",
        params![form.path()],
    )
}
