//! The slugs of posts: present ones, and those that posts had before.

use crate::domain::{PostId, Slug};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, each_text, params, strings};
use crate::store::{next_numbered, numbered_when_taken};

pub(in crate::store) const HOLDER: &str = "select id from posts where slug = ?1
     union all select post_id from slug_history where slug = ?1";
pub(in crate::store) const BY_FORMER_SLUG: &str = "select post_id from slug_history where slug = ?1";
// ':' follows '9' in ASCII: the range contains the slugs that begin with the wanted one, a hyphen and a digit.
pub(in crate::store) const NUMBERED: &str = "select slug from posts
     where slug >= ?1 || '-0' and slug < ?1 || '-:' and length(slug) <= length(?1) + 10
     union all select slug from slug_history
     where slug >= ?1 || '-0' and slug < ?1 || '-:' and length(slug) <= length(?1) + 10";
pub(in crate::store) const FORMER_AMONG: &str =
    concat!("select slug from slug_history where slug in ", each_text!("?1"));

pub(in crate::store) const HELD_AMONG: &str = concat!(
    "select slug from posts where slug in ",
    each_text!("?1"),
    " union all select slug from slug_history where slug in ",
    each_text!("?1")
);

/// Returns the wanted slug, with the next free number appended if a post has or had it, or if the site uses the word in
/// its own paths.
pub fn free_slug(tx: &Tx<'_>, wanted: &Slug) -> Result<Slug, StoreError> {
    if wanted.is_reserved() {
        return next_numbered(tx, wanted, NUMBERED);
    }
    numbered_when_taken(tx, wanted, HOLDER, NUMBERED)
}

/// Returns the post that has this slug, or had it before.
pub fn holder_of_slug(tx: &Tx<'_>, slug: &Slug) -> Result<Option<PostId>, StoreError> {
    tx.query_value(HOLDER, params![slug])
}

/// Returns those of these slugs that posts have, or had before.
pub fn held_among(tx: &Tx<'_>, slugs: &[Slug]) -> Result<Vec<Slug>, StoreError> {
    let slugs: Vec<String> = slugs.iter().map(Slug::to_string).collect();
    tx.query_all(HELD_AMONG, params![strings(&slugs)], |row| row.get("slug"))
}

/// Returns the slugs of those of these posts that exist.
pub fn slugs_of(tx: &Tx<'_>, ids: &[PostId]) -> Result<Vec<(PostId, Slug)>, StoreError> {
    let ids: Vec<String> = ids.iter().map(PostId::to_string).collect();
    tx.query_all(
        concat!("select id, slug from posts where id in ", each_text!("?1")),
        params![strings(&ids)],
        |row| Ok((row.get("id")?, row.get("slug")?)),
    )
}

/// Returns the post that had this slug before.
pub(super) fn by_former_slug(tx: &Tx<'_>, slug: &Slug) -> Result<Option<PostId>, StoreError> {
    tx.query_value(BY_FORMER_SLUG, params![slug])
}

/// Returns those of the slugs that posts had before.
pub(super) fn former_among<'a>(
    tx: &Tx<'_>,
    slugs: impl Iterator<Item = &'a Slug>,
) -> Result<Vec<String>, StoreError> {
    let slugs: Vec<String> = slugs.map(Slug::to_string).collect();
    tx.query_column(FORMER_AMONG, params![strings(&slugs)])
}

/// Gives a post a slug that no other post has or had, and keeps the one that it had.
pub fn change_slug(tx: &mut Tx<'_>, id: PostId, slug: &Slug) -> Result<(), StoreError> {
    tx.execute(
        "delete from slug_history where slug = ?2 and post_id = ?1",
        params![id, slug],
    )?;
    tx.execute(
        "insert into slug_history (slug, post_id) select slug, id from posts where id = ?1 and slug <> ?2",
        params![id, slug],
    )?;
    tx.execute("update posts set slug = ?2 where id = ?1", params![id, slug])?;
    tx.changed(Change::Post(id));
    Ok(())
}
