//! The redirects that imports make from the addresses that texts had elsewhere.

use super::commits::Change;
use super::engine::{StoreError, params};
use crate::store::Tx;

/// The most redirects of a site (beyond §4.2).
pub const REDIRECTS_MAX: u64 = 100_000;

/// A redirect to be stored.
#[derive(Debug, Clone, Copy)]
pub struct NewRedirect<'a> {
    /// The old path, with its query if that matters.
    pub path: &'a str,
    /// The path or the address that it leads to; `None` if what was there is gone.
    pub target: Option<&'a str>,
    /// 301, 302 or 410.
    pub status: u16,
    /// Where it comes from: the name of a system.
    pub source: &'a str,
}

/// Stores a redirect, and returns whether its path had none. One that is there stays.
pub fn insert(tx: &mut Tx<'_>, redirect: &NewRedirect<'_>) -> Result<bool, StoreError> {
    let inserted = tx.execute(
        "insert into redirects (path, target, status, source) values (?1, ?2, ?3, ?4) on conflict do nothing",
        params![
            redirect.path,
            redirect.target.unwrap_or_default(),
            u32::from(redirect.status),
            redirect.source
        ],
    )?;
    if inserted > 0 {
        // A cached response may say that nothing is there.
        tx.changed(Change::Everything);
    }
    Ok(inserted > 0)
}

/// Whether the path has a redirect.
pub fn exists(tx: &Tx<'_>, path: &str) -> Result<bool, StoreError> {
    tx.exists("select 1 from redirects where path = ?1", params![path])
}

/// Returns what the path leads to.
pub fn target(tx: &Tx<'_>, path: &str) -> Result<Option<String>, StoreError> {
    tx.query_value(
        "select target from redirects where path = ?1 and status <> 410",
        params![path],
    )
}

/// Returns the number of redirects.
pub fn count(tx: &Tx<'_>) -> Result<u64, StoreError> {
    let count = tx.query_value("select count(*) from redirects", params![])?;
    Ok(count.unwrap_or(0))
}
