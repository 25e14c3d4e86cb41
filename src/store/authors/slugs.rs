//! The slugs of authors, which follow their names.

use crate::domain::{AuthorId, CollectionKind, Slug, author};
use crate::store::engine::{StoreError, params};
use crate::store::{Tx, former_slugs};

/// Returns a free slug for a new author.
pub(in crate::store) fn free_slug(tx: &Tx<'_>, name: &str) -> Result<Slug, StoreError> {
    former_slugs::free(tx, CollectionKind::Author, &author::slug(name), "")
}

/// Stores the form in which the new name of an author is searched, and gives them its slug. The old slug still leads to
/// them.
pub(in crate::store) fn rename(
    tx: &mut Tx<'_>,
    id: AuthorId,
    old_name: &str,
    new_name: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "update authors set name_folded = ?2 where id = ?1",
        params![id, author::folded_name(new_name)],
    )?;
    if author::slug(old_name) == author::slug(new_name) {
        return Ok(());
    }
    let Some(present) = tx.query_value::<Slug>("select slug from authors where id = ?1", params![id])? else {
        return Ok(());
    };
    let owner = id.to_string();
    let new = former_slugs::free(tx, CollectionKind::Author, &author::slug(new_name), &owner)?;
    former_slugs::replace(tx, CollectionKind::Author, &owner, &present, &new)?;
    tx.execute("update authors set slug = ?2 where id = ?1", params![id, new])?;
    Ok(())
}

/// Makes the address of the page of an author, who leaves, lead to another one.
pub(in crate::store) fn hand_over_page(
    tx: &mut Tx<'_>,
    leaving: AuthorId,
    new_author: AuthorId,
) -> Result<(), StoreError> {
    let slug: Option<Slug> = tx.query_value("select slug from authors where id = ?1", params![leaving])?;
    let owner = new_author.to_string();
    former_slugs::hand_over(tx, CollectionKind::Author, &leaving.to_string(), &owner)?;
    match slug {
        Some(slug) => former_slugs::keep(tx, CollectionKind::Author, &owner, &slug),
        None => Ok(()),
    }
}
