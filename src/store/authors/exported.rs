//! Authors for an export of the whole site, and those who come from another one.

use super::profile::{row, select_profiles};
use crate::domain::author::AuthorProfile;
use crate::domain::{AuthorId, CollectionKind, Slug};
use crate::store::commits::Change;
use crate::store::engine::{StoreError, each_text, params, strings};
use crate::store::{Tx, former_slugs};

pub(in crate::store) const NAMED_FOLLOWING: &str =
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

pub(in crate::store) const PROFILES: &str = select_profiles!(concat!("author.id in ", each_text!("?1")));

/// Returns what these authors say of themselves, in any order.
pub fn profiles(tx: &Tx<'_>, ids: &[AuthorId]) -> Result<Vec<AuthorProfile>, StoreError> {
    let texts: Vec<String> = ids.iter().map(AuthorId::to_string).collect();
    tx.query_all(PROFILES, params![strings(&texts)], row)
}

/// Whether there is an author without an account of this name.
pub fn is_named(tx: &Tx<'_>, name: &str) -> Result<bool, StoreError> {
    tx.exists("select 1 from authors where name = ?1", params![name])
}

/// Gives an author who comes from another site the address that their page had there, with a number if somebody here has or
/// had it, and those of its former addresses that nobody here has or had.
pub fn set_moved_slugs(
    tx: &mut Tx<'_>,
    id: AuthorId,
    slug: Option<&Slug>,
    former: &[Slug],
) -> Result<(), StoreError> {
    let owner = id.to_string();
    if let Some(slug) = slug {
        let free = former_slugs::free(tx, CollectionKind::Author, slug, &owner)?;
        tx.execute("update authors set slug = ?2 where id = ?1", params![id, free])?;
    }
    for slug in former {
        former_slugs::add(tx, CollectionKind::Author, &owner, slug)?;
    }
    tx.changed(Change::People);
    Ok(())
}
