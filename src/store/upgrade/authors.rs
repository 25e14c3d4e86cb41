//! The slugs of authors, and the forms in which their names are searched.

use std::collections::HashSet;

use crate::domain::{AuthorId, Slug, author};
use crate::store::engine::{StoreError, Transaction, params};

/// Whether an author lacks either.
pub(super) fn are_incomplete(transaction: Transaction<'_>) -> Result<bool, StoreError> {
    transaction.exists(
        "select 1 from authors where slug is null or name_folded = '' limit 1",
        params![],
    )
}

/// Completes the authors, the earliest first. Those who have a slug keep it.
pub(super) fn complete(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    let taken: Vec<Slug> =
        transaction.query_column("select slug from authors where slug is not null", params![])?;
    let mut taken: HashSet<Slug> = taken.into_iter().collect();
    let authors: Vec<(AuthorId, String, Option<Slug>)> = transaction.query_all(
        "select author.id, coalesce(admin.username, author.name) as author_name, author.slug
         from authors author left join admins admin on admin.id = author.admin_id
         where author.slug is null or author.name_folded = '' order by author.id",
        params![],
        |row| Ok((row.get("id")?, row.get("author_name")?, row.get("slug")?)),
    )?;
    for (id, name, slug) in authors {
        let slug = slug.unwrap_or_else(|| author::slug(&name).take(&mut taken));
        transaction.execute(
            "update authors set slug = ?2, name_folded = ?3 where id = ?1",
            params![id, slug, author::folded_name(&name)],
        )?;
    }
    Ok(())
}
