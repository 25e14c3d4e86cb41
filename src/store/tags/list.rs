//! Lists of tags.

use std::collections::HashMap;

use super::{select_tags, tag};
use crate::domain::search::SearchWords;
use crate::domain::tag::Tag;
use crate::domain::{Page, Paging, Slug};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_text, folded_words, has_every_word, params, strings};

/// A tag in the list of editors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Managed {
    /// The tag.
    pub tag: Tag,
    /// The number of drafts that have it.
    pub drafts: u64,
}

macro_rules! with_words {
    () => {
        concat!(
            "(cast(?1 as text) is null or ",
            has_every_word!("t.name_folded", "?1"),
            ")"
        )
    };
}

macro_rules! used {
    ($rest:literal) => {
        concat!("where t.post_count > 0 and ", with_words!(), $rest)
    };
}

pub(in crate::store) const MOST_USED: &str =
    select_tags!(used!(" order by t.post_count desc, t.key limit ?2 offset ?3"));
pub(in crate::store) const MOST_USED_TOTAL: &str = concat!("select count(*) from tags t ", used!(""));
pub(in crate::store) const ALL: &str = select_tags!(concat!(
    "where ",
    with_words!(),
    " order by t.post_count desc, t.key limit ?2 offset ?3"
));
pub(in crate::store) const TAGGED: &str = concat!(
    "select tag, count(*) as posts from post_tags where tag in ",
    each_text!("?1"),
    " group by tag"
);
pub(in crate::store) const IN_SITEMAP: &str =
    "select slug from tags where post_count > 0 order by post_count desc, key";

/// Returns a page of the tags of published posts whose names have all words, the most used first.
pub fn list(tx: &Tx<'_>, words: &SearchWords, paging: Paging) -> Result<Page<Tag>, StoreError> {
    let words = folded_words(words);
    let items = tx.query_all(MOST_USED, params![words, paging.limit, paging.offset()], tag)?;
    let total = tx.query_value(MOST_USED_TOTAL, params![words])?.unwrap_or(0);
    Ok(Page { items, total, paging })
}

/// Returns a page of all tags whose names have all words, also of those that no post has; the most used first.
pub fn managed(tx: &Tx<'_>, words: &SearchWords, paging: Paging) -> Result<Page<Managed>, StoreError> {
    let words = folded_words(words);
    let tags = tx.query_all(ALL, params![words, paging.limit, paging.offset()], tag)?;
    let total = tx.query_value(
        concat!("select count(*) from tags t where ", with_words!()),
        params![words],
    )?;
    let tagged = posts_of(tx, &tags)?;
    let items = tags.into_iter().map(|tag| Managed {
        drafts: tagged
            .get(&tag.key)
            .map_or(0, |posts| posts.saturating_sub(tag.posts)),
        tag,
    });
    Ok(Page {
        items: items.collect(),
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns the number of posts of each tag, published or not, by its key.
fn posts_of(tx: &Tx<'_>, tags: &[Tag]) -> Result<HashMap<String, u64>, StoreError> {
    let keys: Vec<String> = tags.iter().map(|tag| tag.key.clone()).collect();
    let counts = tx.query_all(TAGGED, params![strings(&keys)], |row| {
        Ok((row.get("tag")?, row.get("posts")?))
    })?;
    Ok(counts.into_iter().collect())
}

/// Returns the slugs of the tags of published posts, for the sitemap.
pub fn in_sitemap(tx: &Tx<'_>) -> Result<Vec<Slug>, StoreError> {
    tx.query_column(IN_SITEMAP, params![])
}
