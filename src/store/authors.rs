//! Authors of posts.

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

pub(super) const NAMED_FOLLOWING: &str =
    "select id, name from authors where id > ?1 and name is not null order by id limit ?2";

/// Returns at most `limit` authors without an account, those that follow one in the order of their ids, or the first ones,
/// each with the name.
pub fn named_following(
    tx: &Tx<'_>,
    last: Option<AuthorId>,
    limit: u32,
) -> Result<Vec<(AuthorId, String)>, StoreError> {
    let last = last.map_or_else(String::new, |id| id.to_string());
    tx.query_all(NAMED_FOLLOWING, params![last, limit], |row| {
        Ok((row.get("id")?, row.get("name")?))
    })
}

/// Whether there is an author without an account of this name.
pub fn is_named(tx: &Tx<'_>, name: &str) -> Result<bool, StoreError> {
    tx.exists("select 1 from authors where name = ?1", params![name])
}

/// Returns the id of the imported author with this name, and creates the author with `new_id` if there is none.
pub fn find_or_create_imported(
    tx: &mut Tx<'_>,
    name: &str,
    new_id: AuthorId,
) -> Result<AuthorId, StoreError> {
    tx.execute(
        "insert into authors (id, name) values (?1, ?2) on conflict do nothing",
        params![new_id, name],
    )?;
    let id = tx.query_value("select id from authors where name = ?1", params![name])?;
    Ok(id.unwrap_or(new_id))
}
