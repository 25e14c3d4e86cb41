//! Authors of posts.

mod profile;
mod slugs;

pub use profile::{by_id, in_sitemap, profile, profile_by_slug, set_profile};
pub(super) use slugs::{free_slug, hand_over_page, rename};

use super::engine::{StoreError, each_text, params, strings};
use crate::domain::AuthorId;
use crate::store::Tx;

/// Returns the display name of an author.
pub fn name(tx: &Tx<'_>, id: AuthorId) -> Result<Option<String>, StoreError> {
    tx.query_value(
        "select coalesce(admin.username, author.name)
         from authors author left join admins admin on admin.id = author.admin_id
         where author.id = ?1",
        params![id],
    )
}

/// Returns those of the given authors who exist.
pub fn among(tx: &Tx<'_>, ids: &[AuthorId]) -> Result<Vec<AuthorId>, StoreError> {
    let texts: Vec<String> = ids.iter().map(AuthorId::to_string).collect();
    tx.query_column(
        concat!("select id from authors where id in ", each_text!("?1")),
        params![strings(&texts)],
    )
}

/// Returns the id of the imported author with this name, and creates the author with `new_id` if there is none.
pub fn find_or_create_imported(
    tx: &mut Tx<'_>,
    name: &str,
    new_id: AuthorId,
) -> Result<AuthorId, StoreError> {
    let known = tx.query_value("select id from authors where name = ?1", params![name])?;
    if let Some(id) = known {
        return Ok(id);
    }
    let slug = free_slug(tx, name)?;
    tx.execute(
        "insert into authors (id, name, slug) values (?1, ?2, ?3)",
        params![new_id, name, slug],
    )?;
    Ok(new_id)
}

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::profile::{BY_ID, BY_SLUG, IN_SITEMAP};
}
