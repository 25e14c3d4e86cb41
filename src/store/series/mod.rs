//! Series of posts.

mod changes;
mod exported;
mod posts;

pub use changes::{NewSeries, delete, insert, replace_author, set_slug, update};
pub use exported::{MovedSeries, following, in_a_series, insert_moved};
pub(super) use posts::{PUBLISHED as PUBLISHED_POSTS, count_post};
pub use posts::{add_post, move_posts, place_of, post_ids, remove_post};

use super::engine::{Row, StoreError, params};
use super::former_slugs;
use crate::domain::post::Author;
use crate::domain::series::Series;
use crate::domain::{AuthorId, CollectionKind, Page, Paging, SeriesId, Slug};
use crate::store::Tx;

macro_rules! select_series {
    ($rest:expr) => {
        concat!(
            "select s.id, s.slug, s.title, s.description, s.post_count, s.created_at, s.updated_at,
                    s.author_id, coalesce(admin.username, author.name) as author_name, author.slug as author_slug
             from series s
             left join authors author on author.id = s.author_id
             left join admins admin on admin.id = author.admin_id ",
            $rest
        )
    };
}
use select_series;

pub(super) const BY_ID: &str = select_series!("where s.id = ?1");
pub(super) const BY_SLUG: &str = select_series!("where s.slug = ?1");
pub(super) const SHOWN: &str =
    select_series!("where s.post_count > 0 order by s.updated_at desc, s.id desc limit ?1 offset ?2");
pub(super) const SHOWN_TOTAL: &str = "select count(*) from series where post_count > 0";
pub(super) const LATEST: &str = select_series!("order by s.updated_at desc, s.id desc limit ?1 offset ?2");
pub(super) const OF_AUTHOR: &str =
    select_series!("where s.author_id = ?3 order by s.updated_at desc, s.id desc limit ?1 offset ?2");
pub(super) const OF_AUTHOR_TOTAL: &str = "select count(*) from series where author_id = ?1";
pub(super) const IN_SITEMAP: &str =
    "select slug from series where post_count > 0 order by updated_at desc, id desc";

/// Returns the series with this id.
pub fn by_id(tx: &Tx<'_>, id: SeriesId) -> Result<Option<Series>, StoreError> {
    tx.query_one(BY_ID, params![id], series)
}

/// Returns the series with this id, or the one that has this slug or had it before.
pub fn by_id_or_slug(tx: &Tx<'_>, reference: &str) -> Result<Option<Series>, StoreError> {
    if let Some(id) = SeriesId::parse(reference)
        && let Some(found) = by_id(tx, id)?
    {
        return Ok(Some(found));
    }
    let Ok(slug) = Slug::parse(reference) else {
        return Ok(None);
    };
    let present = tx.query_one(BY_SLUG, params![slug], series)?;
    if present.is_some() {
        return Ok(present);
    }
    let former = former_slugs::target(tx, CollectionKind::Series, &slug)?;
    match former.as_deref().and_then(SeriesId::parse) {
        Some(id) => by_id(tx, id),
        None => Ok(None),
    }
}

/// Like [`by_id_or_slug`], but only finds a series with a published post.
pub fn published_by_id_or_slug(tx: &Tx<'_>, reference: &str) -> Result<Option<Series>, StoreError> {
    Ok(by_id_or_slug(tx, reference)?.filter(|series| series.posts > 0))
}

/// Returns a page of the series with published posts, the latest change first.
pub fn published(tx: &Tx<'_>, paging: Paging) -> Result<Page<Series>, StoreError> {
    let items = tx.query_all(SHOWN, params![paging.limit, paging.offset()], series)?;
    let total = tx.query_value(SHOWN_TOTAL, params![])?.unwrap_or(0);
    Ok(Page { items, total, paging })
}

/// Returns a page of all series, or of those of one author, the latest change first.
pub fn list(tx: &Tx<'_>, author: Option<AuthorId>, paging: Paging) -> Result<Page<Series>, StoreError> {
    let (limit, offset) = (paging.limit, paging.offset());
    let (items, total) = match author {
        Some(author) => (
            tx.query_all(OF_AUTHOR, params![limit, offset, author], series)?,
            tx.query_value(OF_AUTHOR_TOTAL, params![author])?,
        ),
        None => (
            tx.query_all(LATEST, params![limit, offset], series)?,
            tx.query_value("select count(*) from series", params![])?,
        ),
    };
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns the slugs of the series with published posts, for the sitemap.
pub fn in_sitemap(tx: &Tx<'_>) -> Result<Vec<Slug>, StoreError> {
    tx.query_column(IN_SITEMAP, params![])
}

fn series(row: &Row<'_>) -> Result<Series, StoreError> {
    Ok(Series {
        id: row.get("id")?,
        slug: row.get("slug")?,
        title: row.get("title")?,
        description: row.get("description")?,
        author: Author {
            id: row.get("author_id")?,
            name: row.get("author_name")?,
            slug: row.get("author_slug")?,
        },
        posts: row.get("post_count")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::exported::{FOLLOWING, IN_A_SERIES};
    pub(in crate::store) use super::posts::{ALL, COUNT_POST, PARTS, PUBLISHED, REORDER};
    pub(in crate::store) use super::{
        BY_ID, BY_SLUG, IN_SITEMAP, LATEST, OF_AUTHOR, OF_AUTHOR_TOTAL, SHOWN, SHOWN_TOTAL,
    };
}
