//! Static pages, with their revisions and the links by which anybody may read their drafts.

pub mod preview_links;
mod rendered;
pub mod revisions;

pub use rendered::{UnrenderedPage, rendered, renew_rendered, without_current_rendering};

use super::engine::{Row, StoreError, each_text, params, strings};
use crate::content::RENDERER_VERSION;
use crate::domain::post::{RenderedArticle, Status, Title};
use crate::domain::static_page::{Description, StaticPage};
use crate::domain::{Page, Paging, Slug, StaticPageId, Time};
use crate::store::commits::Change;
use crate::store::{Tx, import_sources};

/// The fields of a page to store.
#[derive(Debug, Clone, Copy)]
pub struct StoredPage<'a> {
    /// The slug, which no other page has.
    pub slug: &'a Slug,
    /// The title.
    pub title: &'a Title,
    /// The description.
    pub description: &'a Description,
    /// The first 150 characters of the text.
    pub excerpt: &'a str,
    /// The sanitised HTML.
    pub html: &'a str,
    /// Whether readers can see it.
    pub status: Status,
    /// `html` as displayed, if the sizes of its pictures are known.
    pub rendered: Option<&'a RenderedArticle>,
}

macro_rules! select_pages {
    ($rest:literal) => {
        concat!(
            "select id, slug, title, description, excerpt, status, version, created_at, updated_at
             from static_pages ",
            $rest
        )
    };
}

pub(super) const NEWEST: &str = select_pages!("order by updated_at desc, id desc limit ?1 offset ?2");
pub(super) const PUBLISHED: &str =
    select_pages!("where status = 'published' order by slug limit ?1 offset ?2");
pub(super) const PUBLISHED_TOTAL: &str = "select count(*) from static_pages where status = 'published'";
pub(super) const FOLLOWING: &str = select_pages!("where id > ?1 order by id limit ?2");
pub(super) const PICTURES: &str = "select hash, small_hash from media
     where format = 'webp'
       and hash in (select m.hash from static_page_media m join static_pages p on p.id = m.page_id
                    where m.page_id = ?1 and m.number = p.version)
     order by hash";
pub(super) const SLUGS_OF: &str = concat!("select id, slug from static_pages where id in ", each_text!("?1"));
pub(super) const HELD_AMONG: &str = concat!("select slug from static_pages where slug in ", each_text!("?1"));
pub(super) const BY_SLUG: &str = select_pages!("where slug = ?1 and status = 'published'");

/// Stores a new page of the version 0: its first revision follows.
pub fn insert(
    tx: &mut Tx<'_>,
    id: StaticPageId,
    page: &StoredPage<'_>,
    created_at: Time,
    updated_at: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into static_pages (id, slug, title, description, excerpt, html, status, version, created_at, updated_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9)",
        params![
            id,
            page.slug,
            page.title,
            page.description,
            page.excerpt,
            page.html,
            page.status,
            created_at,
            updated_at
        ],
    )?;
    set_rendered(tx, id, page.rendered)?;
    tx.changed(Change::StaticPage);
    Ok(())
}

/// Changes the fields of a page.
pub fn update(tx: &mut Tx<'_>, id: StaticPageId, page: &StoredPage<'_>, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update static_pages
         set slug = ?2, title = ?3, description = ?4, excerpt = ?5, html = ?6, status = ?7, updated_at = ?8
         where id = ?1",
        params![
            id,
            page.slug,
            page.title,
            page.description,
            page.excerpt,
            page.html,
            page.status,
            now
        ],
    )?;
    set_rendered(tx, id, page.rendered)?;
    tx.changed(Change::StaticPage);
    Ok(())
}

/// Makes a revision the page as it is now, whose row already says the same.
pub fn set_version(tx: &mut Tx<'_>, id: StaticPageId, number: u32) -> Result<(), StoreError> {
    tx.execute(
        "update static_pages set version = ?2 where id = ?1",
        params![id, number],
    )?;
    Ok(())
}

/// Removes a page with its revisions and its preview link.
pub fn delete(tx: &mut Tx<'_>, id: StaticPageId) -> Result<(), StoreError> {
    tx.execute("delete from static_pages where id = ?1", params![id])?;
    import_sources::forget_page(tx, id)?;
    tx.changed(Change::StaticPage);
    Ok(())
}

/// Returns a page of the list of all pages, the latest change first.
pub fn list(tx: &Tx<'_>, paging: Paging) -> Result<Page<StaticPage>, StoreError> {
    let items = tx.query_all(NEWEST, params![paging.limit, paging.offset()], page)?;
    let total = tx.query_value("select count(*) from static_pages", params![])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns a page of the list of the published pages, in the order of their slugs.
pub fn published(tx: &Tx<'_>, paging: Paging) -> Result<Page<StaticPage>, StoreError> {
    let items = tx.query_all(PUBLISHED, params![paging.limit, paging.offset()], page)?;
    let total = tx.query_value(PUBLISHED_TOTAL, params![])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns the slug and the time of the last change of every published page, for the sitemap.
pub fn published_for_sitemap(tx: &Tx<'_>) -> Result<Vec<(Slug, Time)>, StoreError> {
    tx.query_all(
        "select slug, updated_at from static_pages where status = 'published' order by slug",
        params![],
        |row| Ok((row.get("slug")?, row.get("updated_at")?)),
    )
}

/// Returns at most `limit` pages and drafts, those that follow one in the order of their ids, or the first ones.
pub fn following(tx: &Tx<'_>, last: Option<StaticPageId>, limit: u32) -> Result<Vec<StaticPage>, StoreError> {
    let last = last.map_or_else(String::new, |id| id.to_string());
    tx.query_all(FOLLOWING, params![last, limit], page)
}

/// Returns the hashes of the stored pictures that a page shows, in their order, each with that of its small form.
pub fn pictures(tx: &Tx<'_>, id: StaticPageId) -> Result<Vec<(String, Option<String>)>, StoreError> {
    tx.query_all(PICTURES, params![id], |row| {
        Ok((row.get("hash")?, row.get("small_hash")?))
    })
}

/// Returns the page with this id, draft or published.
pub fn by_id(tx: &Tx<'_>, id: StaticPageId) -> Result<Option<StaticPage>, StoreError> {
    tx.query_one(select_pages!("where id = ?1"), params![id], page)
}

/// Returns the published page with this slug.
pub fn published_by_slug(tx: &Tx<'_>, slug: &Slug) -> Result<Option<StaticPage>, StoreError> {
    tx.query_one(BY_SLUG, params![slug], page)
}

/// Returns the HTML of a page.
pub fn html(tx: &Tx<'_>, id: StaticPageId) -> Result<Option<String>, StoreError> {
    tx.query_value("select html from static_pages where id = ?1", params![id])
}

/// Returns the size of the HTML of a page in bytes.
pub fn html_size(tx: &Tx<'_>, id: StaticPageId) -> Result<usize, StoreError> {
    let size = tx.query_value(
        "select cast(octet_length(html) as bigint) from static_pages where id = ?1",
        params![id],
    )?;
    Ok(size.unwrap_or(0))
}

/// Returns the slugs of those of these pages that exist.
pub fn slugs_of(tx: &Tx<'_>, ids: &[StaticPageId]) -> Result<Vec<(StaticPageId, Slug)>, StoreError> {
    let ids: Vec<String> = ids.iter().map(StaticPageId::to_string).collect();
    tx.query_all(SLUGS_OF, params![strings(&ids)], |row| {
        Ok((row.get("id")?, row.get("slug")?))
    })
}

/// Returns those of these slugs that pages have.
pub fn held_among(tx: &Tx<'_>, slugs: &[Slug]) -> Result<Vec<Slug>, StoreError> {
    let slugs: Vec<String> = slugs.iter().map(Slug::to_string).collect();
    tx.query_all(HELD_AMONG, params![strings(&slugs)], |row| row.get("slug"))
}

/// Returns the page that has this slug.
pub fn holder_of_slug(tx: &Tx<'_>, slug: &Slug) -> Result<Option<StaticPageId>, StoreError> {
    tx.query_value("select id from static_pages where slug = ?1", params![slug])
}

/// Returns the wanted slug, with the next free number appended if a page has it.
pub fn free_slug(tx: &Tx<'_>, wanted: &Slug) -> Result<Slug, StoreError> {
    super::free_slug!(tx, "static_pages", "slug", wanted)
}

/// Stores the rendered text of a page, or removes the previous one if there is none.
fn set_rendered(
    tx: &mut Tx<'_>,
    id: StaticPageId,
    rendered: Option<&RenderedArticle>,
) -> Result<(), StoreError> {
    let headings = rendered.map(|rendered| serde_json::to_string(&rendered.headings));
    let headings = headings.transpose();
    tx.execute(
        "update static_pages set rendered = ?2, headings = ?3, renderer_version = ?4 where id = ?1",
        params![
            id,
            rendered.map(|rendered| rendered.html.as_str()),
            headings.map_err(|_| StoreError::Corrupt("static_pages.headings".to_owned()))?,
            rendered.map_or(0, |_| RENDERER_VERSION)
        ],
    )?;
    Ok(())
}

fn page(row: &Row<'_>) -> Result<StaticPage, StoreError> {
    Ok(StaticPage {
        id: row.get("id")?,
        slug: row.get("slug")?,
        title: row.get("title")?,
        description: row.get("description")?,
        excerpt: row.get("excerpt")?,
        status: row.get("status")?,
        version: row.get("version")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::preview_links::{BY_TOKEN, FORGET};
    pub(in crate::store) use super::rendered::NOT_CURRENT;
    pub(in crate::store) use super::revisions::{BY_NUMBER, OF_PAGE, PRUNE};
    pub(in crate::store) use super::{
        BY_SLUG, FOLLOWING, HELD_AMONG, NEWEST, PICTURES, PUBLISHED, PUBLISHED_TOTAL, SLUGS_OF,
    };
}
