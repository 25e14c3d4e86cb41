//! Tags with their pages. `post_tags` says which posts have a tag; its row here is made when the first one gets it, and
//! stays.

mod changes;
mod exported;
mod list;
mod new;

pub use changes::{merge, rename, set_cover, set_description, set_slug};
pub use exported::{MovedTag, following, insert_moved, post_counts};
pub use list::{Managed, in_sitemap, list, managed};
pub(super) use new::add_new;

use super::engine::{Row, StoreError, each_text, params, strings};
use super::{former_slugs, media};
use crate::domain::tag::{self, Tag};
use crate::domain::{CollectionKind, Slug};
use crate::store::Tx;

macro_rules! select_tags {
    ($rest:expr) => {
        concat!(
            "select t.key, t.slug, t.name, t.description, t.cover_url, t.cover_media, cover.small_hash, t.post_count
             from tags t left join media cover on cover.hash = t.cover_media ",
            $rest
        )
    };
}
use select_tags;

pub(super) const BY_KEY: &str = select_tags!("where t.key = ?1");
pub(super) const BY_SLUG: &str = select_tags!("where t.slug = ?1");

/// Returns the tag that is compared as `key`.
pub fn by_key(tx: &Tx<'_>, key: &str) -> Result<Option<Tag>, StoreError> {
    tx.query_one(BY_KEY, params![key], tag)
}

/// Returns the tag that has this slug or had it before, or that has this name, whether posts have the tag or not.
pub fn by_slug_or_name(tx: &Tx<'_>, reference: &str) -> Result<Option<Tag>, StoreError> {
    if let Ok(slug) = Slug::parse(reference)
        && let Some(found) = by_slug(tx, &slug)?
    {
        return Ok(Some(found));
    }
    if reference.contains('\0') {
        return Ok(None);
    }
    by_key(tx, &tag::key(reference))
}

fn by_slug(tx: &Tx<'_>, slug: &Slug) -> Result<Option<Tag>, StoreError> {
    let present = tx.query_one(BY_SLUG, params![slug], tag)?;
    if present.is_some() {
        return Ok(present);
    }
    match former_slugs::target(tx, CollectionKind::Tag, slug)? {
        Some(key) => by_key(tx, &key),
        None => Ok(None),
    }
}

/// Like [`by_slug_or_name`], but only finds a tag that a published post has.
pub fn published_by_slug_or_name(tx: &Tx<'_>, reference: &str) -> Result<Option<Tag>, StoreError> {
    Ok(by_slug_or_name(tx, reference)?.filter(|tag| tag.posts > 0))
}

/// Returns the slugs of the tags of a post, in the order of `names`.
pub fn slugs_of(tx: &Tx<'_>, names: &[String]) -> Result<Vec<Slug>, StoreError> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<String> = names.iter().map(|name| tag::key(name)).collect();
    let found: Vec<(String, Slug)> = tx.query_all(SLUGS, params![strings(&keys)], |row| {
        Ok((row.get("key")?, row.get("slug")?))
    })?;
    let slug_of = |(name, key): (&String, &String)| {
        let found = found.iter().find(|(of, _)| of == key);
        found.map_or_else(|| tag::slug(name), |(_, slug)| slug.clone())
    };
    Ok(names.iter().zip(&keys).map(slug_of).collect())
}

pub(super) const SLUGS: &str = concat!("select key, slug from tags where key in ", each_text!("?1"));

pub(super) const COUNT_POST: &str = "
    update tags set post_count = post_count + ?2
    where key in (select tag from post_tags where post_seq = ?1)";

/// Adds to the numbers of published posts of the tags that a post has now.
pub(super) fn count_post(tx: &mut Tx<'_>, seq: i64, difference: i64) -> Result<(), StoreError> {
    tx.execute(COUNT_POST, params![seq, difference])?;
    Ok(())
}

fn tag(row: &Row<'_>) -> Result<Tag, StoreError> {
    Ok(Tag {
        key: row.get("key")?,
        slug: row.get("slug")?,
        name: row.get("name")?,
        description: row.get("description")?,
        cover: media::cover(row)?,
        posts: row.get("post_count")?,
    })
}

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::changes::{OF_TAG, REWRITE};
    pub(in crate::store) use super::exported::{FOLLOWING, POST_COUNTS};
    pub(in crate::store) use super::list::{ALL, IN_SITEMAP, MOST_USED, MOST_USED_TOTAL, TAGGED};
    pub(in crate::store) use super::new::{MISSING, SIMILAR_SLUGS};
    pub(in crate::store) use super::{BY_KEY, BY_SLUG, COUNT_POST, SLUGS};
}
