//! Who posts say they are by.

use super::engine::{StoreError, Tx, params};
use super::parsed;
use crate::domain::AuthorId;

/// The shown name of an author.
pub fn name(tx: &Tx<'_>, id: AuthorId) -> Result<Option<String>, StoreError> {
    tx.query_one(
        "select coalesce(admin.username, author.name)
         from authors author left join admins admin on admin.id = author.admin_id
         where author.id = ?1",
        params![id.to_string()],
        |row| row.get(0),
    )
}

/// The author that imports know under this name; `new_id` becomes theirs when the name is new.
pub fn imported(tx: &mut Tx<'_>, name: &str, new_id: AuthorId) -> Result<AuthorId, StoreError> {
    tx.execute(
        "insert into authors (id, name) values (?1, ?2) on conflict do nothing",
        params![new_id.to_string(), name],
    )?;
    let id = tx.query_one("select id from authors where name = ?1", params![name], |row| {
        parsed(row, "id", AuthorId::parse)
    })?;
    Ok(id.unwrap_or(new_id))
}
