//! Tags for an export of the whole site, and those that come from another one.

use std::collections::HashMap;

use super::{select_tags, tag};
use crate::domain::collection::CollectionDescription;
use crate::domain::post::Cover;
use crate::domain::search::fold_collapsed;
use crate::domain::tag::{self as domain_tag, Tag};
use crate::domain::{CollectionKind, Slug};
use crate::store::commits::Change;
use crate::store::engine::{StoreError, each_text, params, strings};
use crate::store::{Tx, former_slugs};

pub(in crate::store) const FOLLOWING: &str = select_tags!("where t.key > ?1 order by t.key limit ?2");

/// Returns at most `limit` tags, those that follow one in the order of their keys, or the first ones.
pub fn following(tx: &Tx<'_>, last: &str, limit: u32) -> Result<Vec<Tag>, StoreError> {
    tx.query_all(FOLLOWING, params![last, limit], tag)
}

pub(in crate::store) const POST_COUNTS: &str = concat!(
    "select tag, count(*) as posts from post_tags where tag in ",
    each_text!("?1"),
    " group by tag"
);

/// Returns the numbers of posts and drafts that have these tags, by their keys, without those that none has.
pub fn post_counts(tx: &Tx<'_>, keys: &[String]) -> Result<HashMap<String, u64>, StoreError> {
    let counts = tx.query_all(POST_COUNTS, params![strings(keys)], |row| {
        Ok((row.get("tag")?, row.get("posts")?))
    })?;
    Ok(counts.into_iter().collect())
}

/// A tag of another site, which no post here has or had.
#[derive(Debug, Clone)]
pub struct MovedTag<'a> {
    /// How it is written.
    pub name: &'a str,
    /// The readable part of the address of its page.
    pub slug: &'a Slug,
    /// Those that it had before.
    pub former_slugs: &'a [Slug],
    /// What it is about.
    pub description: &'a CollectionDescription,
    /// The picture of its page, which is stored.
    pub cover: Option<&'a Cover>,
}

/// Stores a tag that is not here, before the posts that have it. Its slug gets a number if another tag has or had it.
pub fn insert_moved(tx: &mut Tx<'_>, moved: &MovedTag<'_>) -> Result<(), StoreError> {
    let key = domain_tag::key(moved.name);
    let slug = former_slugs::free(tx, CollectionKind::Tag, moved.slug, "")?;
    let (url, hash) = moved.cover.map_or((None, None), Cover::parts);
    tx.execute(
        "insert into tags (key, slug, name, name_folded, description, cover_url, cover_media)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            key,
            slug,
            moved.name,
            fold_collapsed(moved.name),
            moved.description,
            url,
            hash
        ],
    )?;
    for slug in moved.former_slugs {
        former_slugs::add(tx, CollectionKind::Tag, &key, slug)?;
    }
    tx.changed(Change::Collections);
    Ok(())
}
