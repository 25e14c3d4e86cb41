//! The links by which anybody may read the draft of a static page. Only the hash of a token is stored.

use crate::domain::{StaticPageId, Time};
use crate::store::Tx;
use crate::store::engine::{Row, StoreError, params};

/// A link that is still good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PagePreviewLink {
    /// The page that it shows.
    pub page: StaticPageId,
    /// When it was made.
    pub created_at: Time,
    /// The time from which it shows nothing.
    pub expires_at: Time,
}

pub(in crate::store) const BY_TOKEN: &str =
    "select page_id, created_at, expires_at from static_page_preview_links
     where token_hash = ?1 and expires_at > ?2";
pub(in crate::store) const FORGET: &str = "delete from static_page_preview_links where expires_at <= ?1";

/// Stores the link of a page, in place of an earlier one.
pub fn replace(tx: &mut Tx<'_>, link: PagePreviewLink, token_hash: &str) -> Result<(), StoreError> {
    tx.execute(
        "insert into static_page_preview_links (page_id, token_hash, created_at, expires_at)
         values (?1, ?2, ?3, ?4)
         on conflict (page_id) do update set token_hash = ?2, created_at = ?3, expires_at = ?4",
        params![link.page, token_hash, link.created_at, link.expires_at],
    )?;
    Ok(())
}

/// Returns the link of a page, if it is still good.
pub fn of_page(tx: &Tx<'_>, page: StaticPageId, now: Time) -> Result<Option<PagePreviewLink>, StoreError> {
    tx.query_one(
        "select page_id, created_at, expires_at from static_page_preview_links
         where page_id = ?1 and expires_at > ?2",
        params![page, now],
        link,
    )
}

/// Returns the link of the token with this hash, if it is still good.
pub fn by_token(tx: &Tx<'_>, token_hash: &str, now: Time) -> Result<Option<PagePreviewLink>, StoreError> {
    tx.query_one(BY_TOKEN, params![token_hash, now], link)
}

/// Removes the link of a page, and returns whether it had one.
pub fn delete(tx: &mut Tx<'_>, page: StaticPageId) -> Result<bool, StoreError> {
    let deleted = tx.execute(
        "delete from static_page_preview_links where page_id = ?1",
        params![page],
    )?;
    Ok(deleted > 0)
}

/// Removes the links that have expired by `now`, and returns their number.
pub fn delete_expired(tx: &mut Tx<'_>, now: Time) -> Result<usize, StoreError> {
    tx.execute(FORGET, params![now])
}

fn link(row: &Row<'_>) -> Result<PagePreviewLink, StoreError> {
    Ok(PagePreviewLink {
        page: row.get("page_id")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
    })
}
