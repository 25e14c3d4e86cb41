//! Posts: lists of them, one of them, a new one.
//!
//! A list is made in two steps: the rankings in memory or an index alone give the row numbers of the page, in
//! order, and one query fills them. So no list reads more rows than it shows, however deep the page.

mod change;
mod insert;
mod lists;
mod manage;
mod personal;
mod summary;

pub use change::{free_slug, link_media, remove, set_featured, update};
pub use insert::insert_all;
pub use lists::{
    Filter, featured, list, popular, published_only, recently_viewed, related, suggestions, trending, unpaged,
};
pub use manage::{Totals, managed, totals};
pub use personal::{bookmarked_by, recommended_to};
pub use summary::{any_by_reference, by_reference, published_id};

use super::engine::{Row, StoreError, Tx, params};
use crate::domain::{PostId, Slug};

/// The HTML of a post.
pub fn html(tx: &Tx<'_>, seq: i64) -> Result<Option<String>, StoreError> {
    tx.query_one(
        "select html from post_contents where post_seq = ?1",
        params![seq],
        |row| row.get(0),
    )
}

/// The HTML of several posts, each with the number of its row.
pub fn htmls(tx: &Tx<'_>, seqs: &[i64]) -> Result<Vec<(i64, String)>, StoreError> {
    tx.query_all(
        concat!(
            "select post_seq, html from post_contents where post_seq in ",
            super::engine::each!("?1")
        ),
        params![super::engine::integers(seqs)],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// How the texts of these posts begin: so many characters, or all there are.
pub fn html_beginnings(
    tx: &Tx<'_>,
    seqs: &[i64],
    characters: usize,
) -> Result<Vec<(i64, String)>, StoreError> {
    tx.query_all(
        concat!(
            "select post_seq, substr(html, 1, ?2) from post_contents where post_seq in ",
            super::engine::each!("?1")
        ),
        params![super::engine::integers(seqs), characters],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// The bytes of the texts of these posts, all together and of the longest.
pub fn html_bytes(tx: &Tx<'_>, seqs: &[i64]) -> Result<(usize, usize), StoreError> {
    let bytes = tx.query_one(
        concat!(
            "select coalesce(sum(octet_length(html)), 0), coalesce(max(octet_length(html)), 0)
             from post_contents where post_seq in ",
            super::engine::each!("?1")
        ),
        params![super::engine::integers(seqs)],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(bytes.unwrap_or_default())
}

/// Every published post's id and slug and the time of its last change, newest first, for the sitemap.
pub fn published_names(tx: &Tx<'_>) -> Result<Vec<(PostId, Slug, i64)>, StoreError> {
    tx.query_all(
        "select id, slug, updated_at from posts where status = 'published' order by created_at desc, seq desc",
        params![],
        |row| {
            let id = super::parsed(row, "id", PostId::parse)?;
            Ok((id, super::parsed(row, "slug", |text| Slug::parse(text).ok())?, row.get("updated_at")?))
        },
    )
}

/// Whether there is any post, draft or published.
pub fn exist(tx: &Tx<'_>) -> Result<bool, StoreError> {
    let any = tx.query_one("select 1 from posts limit 1", params![], |row: &Row<'_>| {
        row.get::<i64>(0)
    })?;
    Ok(any.is_some())
}

/// The statements of the lists, for the test that reads how the engine answers them.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::lists::{
        BY_AUTHOR_NEWEST, BY_AUTHOR_OLDEST, BY_AUTHOR_TOTAL, FEATURED, RELATED, TAGGED, TAGGED_BY_AUTHOR,
    };
    pub(in crate::store) use super::manage::{ALL, DRAFTS, PUBLISHED};
    pub(in crate::store) use super::personal::{BOOKMARKED, PREFERENCES, RECOMMENDED};
    pub(in crate::store) use super::summary::BY_SEQS;
}
