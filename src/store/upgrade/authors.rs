//! The slugs of authors.

use std::collections::HashSet;

use crate::domain::{AuthorId, Slug, author};
use crate::store::engine::{StoreError, Transaction, params};

/// Whether an author has no slug.
pub(super) fn lack_slugs(transaction: Transaction<'_>) -> Result<bool, StoreError> {
    transaction.exists("select 1 from authors where slug is null limit 1", params![])
}

/// Gives each author without a slug one, the earliest author first.
pub(super) fn add_missing_slugs(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    let taken: Vec<Slug> =
        transaction.query_column("select slug from authors where slug is not null", params![])?;
    let mut taken: HashSet<Slug> = taken.into_iter().collect();
    let authors: Vec<(AuthorId, String)> = transaction.query_all(
        "select author.id, coalesce(admin.username, author.name) as author_name
         from authors author left join admins admin on admin.id = author.admin_id
         where author.slug is null order by author.id",
        params![],
        |row| Ok((row.get("id")?, row.get("author_name")?)),
    )?;
    for (id, name) in authors {
        let slug = author::slug(&name).take(&mut taken);
        transaction.execute("update authors set slug = ?2 where id = ?1", params![id, slug])?;
    }
    Ok(())
}
