//! What posts, static pages and comments were in the system that they came from. A second import knows them by it.

use super::engine::{StoreError, each_text, params, strings};
use crate::domain::{PostId, StaticPageId};
use crate::store::Tx;

/// What something was in the system that it came from.
#[derive(Debug, Clone, Copy)]
pub struct ImportSource<'a> {
    /// The name of the system.
    pub system: &'a str,
    /// `post`, `page` or `comment`.
    pub kind: &'a str,
    /// What names it there.
    pub id: &'a str,
}

pub(super) const AMONG: &str = concat!(
    "select source_id, object from import_sources where system = ?1 and kind = ?2 and source_id in ",
    each_text!("?3")
);
pub(super) const FORGET: &str = "delete from import_sources where object = ?1";
/// Those of comments that were erased before stay, so that what a moderator removed does not come back.
pub(super) const FORGET_COMMENTS: &str = "delete from import_sources
     where kind = 'comment' and object in (select id from comments where post_id = ?1)";

/// Records where an object came from.
pub fn insert(tx: &mut Tx<'_>, source: ImportSource<'_>, object: &str) -> Result<(), StoreError> {
    tx.execute(
        "insert into import_sources (system, kind, source_id, object) values (?1, ?2, ?3, ?4)",
        params![source.system, source.kind, source.id, object],
    )?;
    Ok(())
}

/// Returns the id of the object that came from there.
pub fn object(tx: &Tx<'_>, source: ImportSource<'_>) -> Result<Option<String>, StoreError> {
    tx.query_value(
        "select object from import_sources where system = ?1 and kind = ?2 and source_id = ?3",
        params![source.system, source.kind, source.id],
    )
}

/// Returns those of these sources that have been imported, each with the id of its object.
pub fn among(
    tx: &Tx<'_>,
    system: &str,
    kind: &str,
    ids: &[String],
) -> Result<Vec<(String, String)>, StoreError> {
    tx.query_all(AMONG, params![system, kind, strings(ids)], |row| {
        Ok((row.get("source_id")?, row.get("object")?))
    })
}

/// Forgets where a post and its comments came from, before they are removed: they can be imported again.
pub(super) fn forget_post(tx: &mut Tx<'_>, post: PostId) -> Result<(), StoreError> {
    tx.execute(FORGET_COMMENTS, params![post])?;
    tx.execute(FORGET, params![post])?;
    Ok(())
}

/// Forgets where a static page came from: it can be imported again.
pub(super) fn forget_page(tx: &mut Tx<'_>, page: StaticPageId) -> Result<(), StoreError> {
    tx.execute(FORGET, params![page])?;
    Ok(())
}
