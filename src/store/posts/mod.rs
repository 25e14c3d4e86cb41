//! Posts.
//!
//! A list takes two steps: the in-memory rankings or a covering index return the ordered row numbers of the page, and
//! one query reads these rows. So no list reads more rows than it returns, at any offset.

mod admin_list;
mod announced;
mod calendar;
mod co_authors;
mod exported;
mod following;
mod insert;
mod lists;
mod personal;
mod publication;
mod rendered;
mod scheduled;
mod search;
mod slugs;
mod summary;
mod trending;
mod update;

pub use admin_list::{ManagedFilter, Totals, list_for_admin, list_own, totals};
pub use announced::announced;
pub use calendar::{CALENDAR_MAX, calendar};
pub use co_authors::{replace_author, set_authors};
pub use exported::{
    PostHistory, add_former_slug, first_publications, following, former_slugs, pictures, set_history,
};
pub use following::followed_by;
pub use insert::insert_all;
pub use lists::{
    Filter, LatestOf, featured, latest, list, of_series, popular, published_only, recently_viewed, related,
};
pub use personal::{bookmarked_by, recommended_to};
pub use publication::{publish_draft, set_review};
pub use rendered::{Position, UnrenderedPost, rendered, renew_rendered, without_current_rendering};
pub use scheduled::{DuePost, due, next_publication, publish_due, set_publish_at};
pub use search::{SearchResults, highlights, named_authors, search};
pub use slugs::{change_slug, free_slug, held_among, holder_of_slug, slugs_of};
pub use summary::{by_id_or_slug, by_ids, published_by_id_or_slug, published_id_by_id_or_slug};
pub use trending::{most_active, trending};
pub use update::{
    link_media, remove, remove_cover, set_announce, set_canonical_url, set_comments_closed, set_featured,
    update,
};

use super::engine::{StoreError, params};
use crate::domain::{PostId, Slug};
use crate::store::Tx;

/// Returns the HTML of a post.
pub fn html(tx: &Tx<'_>, seq: i64) -> Result<Option<String>, StoreError> {
    tx.query_value("select html from post_contents where post_seq = ?1", params![seq])
}

/// Returns the HTML of several posts, each with its row number.
pub fn htmls(tx: &Tx<'_>, seqs: &[i64]) -> Result<Vec<(i64, String)>, StoreError> {
    tx.query_all(
        concat!(
            "select post_seq, html from post_contents where post_seq in ",
            super::engine::each_integer!("?1")
        ),
        params![super::engine::integers(seqs)],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Returns the first `characters` of the HTML of several posts, each with its row number.
pub fn html_prefixes(tx: &Tx<'_>, seqs: &[i64], characters: usize) -> Result<Vec<(i64, String)>, StoreError> {
    tx.query_all(
        concat!(
            "select post_seq, substr(html, 1, cast(cast(?2 as bigint) as integer)) from post_contents where post_seq in ",
            super::engine::each_integer!("?1")
        ),
        params![super::engine::integers(seqs), characters],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Returns the size of the HTML of several posts in bytes: the sum and the maximum.
pub fn html_sizes(tx: &Tx<'_>, seqs: &[i64]) -> Result<(usize, usize), StoreError> {
    let bytes = tx.query_one(
        concat!(
            "select coalesce(sum(octet_length(html)), 0), cast(coalesce(max(octet_length(html)), 0) as bigint)
             from post_contents where post_seq in ",
            super::engine::each_integer!("?1")
        ),
        params![super::engine::integers(seqs)],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(bytes.unwrap_or_default())
}

/// Returns the id, the slug and the time of the last change of every published post, newest first, for the sitemap.
pub fn published_for_sitemap(tx: &Tx<'_>) -> Result<Vec<(PostId, Slug, i64)>, StoreError> {
    tx.query_all(
        "select id, slug, updated_at from posts where status = 'published' order by created_at desc, seq desc",
        params![],
        |row| {
            let id = row.get("id")?;
            Ok((id, row.get("slug")?, row.get("updated_at")?))
        },
    )
}

/// Whether there is any post, draft or published.
pub fn any_exists(tx: &Tx<'_>) -> Result<bool, StoreError> {
    tx.exists("select 1 from posts limit 1", params![])
}

/// The statements of the lists, for the tests of their query plans.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::admin_list::{
        ALL, CHANGES_REQUESTED, DRAFTS, NOT_IN_REVIEW, OWN, OWN_AND_SHARED, PUBLISHED, SUBMITTED,
    };
    pub(in crate::store) use super::announced::ANNOUNCED;
    pub(in crate::store) use super::calendar::{CALENDAR, OWN_CALENDAR};
    pub(in crate::store) use super::co_authors::{IS_CO_AUTHOR, OF_POSTS as CO_AUTHORS, SHARED_BY};
    pub(in crate::store) use super::exported::{FOLLOWING, FORMER_SLUGS, PICTURES};
    pub(in crate::store) use super::following::FOLLOWED;
    pub(in crate::store) use super::lists::{
        BY_AUTHOR_NEWEST, BY_AUTHOR_OLDEST, BY_AUTHOR_TOTAL, FEATURED, RELATED, TAGGED, TAGGED_BY_AUTHOR,
    };
    pub(in crate::store) use super::personal::{BOOKMARKED, PREFERENCES, RECOMMENDED};
    pub(in crate::store) use super::rendered::{CURRENT, NOT_CURRENT};
    pub(in crate::store) use super::scheduled::{DUE, NEXT};
    pub(in crate::store) use super::search::TEXTS;
    pub(in crate::store) use super::slugs::{BY_FORMER_SLUG, FORMER_AMONG, HELD_AMONG, HOLDER, NUMBERED};
    pub(in crate::store) use super::summary::{BY_IDS, BY_SEQS};
}
