//! Revisions of static pages.

use crate::content::CompressedHtml;
use crate::domain::revision::{Reason, RevisionAuthor, UNNAMED_KEPT};
use crate::domain::static_page::{PageContent, PageRevision};
use crate::domain::{AdminId, Page, Paging, StaticPageId, Time};
use crate::store::Tx;
use crate::store::engine::{Row, StoreError, each_text, params, strings};

/// A revision to store.
#[derive(Debug, Clone, Copy)]
pub struct NewPageRevision<'a> {
    /// The text and what belongs to it.
    pub content: &'a PageContent,
    /// The HTML of `content`.
    pub html: &'a CompressedHtml,
    /// The pictures and drawings of this site that the text shows.
    pub media_hashes: &'a [String],
    /// Who made it, if it is known.
    pub admin: Option<AdminId>,
    /// The change that it came from.
    pub reason: Reason,
    /// When it was made.
    pub created_at: Time,
}

macro_rules! select_revisions {
    ($rest:literal) => {
        concat!(
            "select r.number, r.title, r.description, r.slug, r.reason, r.created_at, r.html_size, r.admin_id,
                    a.username, p.version as current
             from static_page_revisions r
             join static_pages p on p.id = r.page_id
             left join admins a on a.id = r.admin_id
             where r.page_id = ?1",
            $rest
        )
    };
}

pub(in crate::store) const OF_PAGE: &str = select_revisions!(" order by r.number desc limit ?2 offset ?3");
pub(in crate::store) const BY_NUMBER: &str = select_revisions!(" and r.number = ?2");
/// The page as it is now counts as the newest, since later conflicts may outnumber it.
pub(in crate::store) const PRUNE: &str = "delete from static_page_revisions where page_id = ?1 and number in
     (select r.number from static_page_revisions r join static_pages p on p.id = r.page_id
      where r.page_id = ?1 and r.reason <> 'publish'
      order by case when r.number = p.version then 1 else 0 end desc, r.number desc
      limit 1000000 offset ?2)";

/// Stores a revision with the pictures that its text shows, removes the oldest ones beyond those that are kept, and
/// returns its number.
pub fn insert(
    tx: &mut Tx<'_>,
    page: StaticPageId,
    revision: &NewPageRevision<'_>,
) -> Result<u32, StoreError> {
    let newest: Option<u32> = tx.query_value(
        "select number from static_page_revisions where page_id = ?1 order by number desc limit 1",
        params![page],
    )?;
    let number = newest.unwrap_or(0) + 1;
    let content = revision.content;
    tx.execute(
        "insert into static_page_revisions (page_id, number, title, description, slug, html, html_size, admin_id, reason,
                                            created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            page,
            number,
            content.title,
            content.description,
            content.slug,
            revision.html.bytes,
            revision.html.size,
            revision.admin,
            revision.reason,
            revision.created_at,
        ],
    )?;
    link_media(tx, page, number, revision.media_hashes)?;
    Ok(number)
}

/// Records the pictures and drawings that the text of a revision shows.
pub fn link_media(
    tx: &mut Tx<'_>,
    page: StaticPageId,
    number: u32,
    hashes: &[String],
) -> Result<(), StoreError> {
    tx.execute(
        concat!(
            "insert into static_page_media (page_id, number, hash)
             select cast(?1 as text), cast(?2 as bigint), m.hash from media m where m.hash in ",
            each_text!("?3"),
            " on conflict do nothing"
        ),
        params![page, number, strings(hashes)],
    )?;
    Ok(())
}

/// Removes the oldest revisions that were not published, beyond those that are kept.
pub fn prune(tx: &mut Tx<'_>, page: StaticPageId) -> Result<(), StoreError> {
    tx.execute(PRUNE, params![page, UNNAMED_KEPT])?;
    Ok(())
}

/// Returns a page of the revisions of a static page, newest first.
pub fn list(tx: &Tx<'_>, page: StaticPageId, paging: Paging) -> Result<Page<PageRevision>, StoreError> {
    let items = tx.query_all(OF_PAGE, params![page, paging.limit, paging.offset()], revision)?;
    let total = tx.query_value(
        "select count(*) from static_page_revisions where page_id = ?1",
        params![page],
    )?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns a revision of a static page.
pub fn by_number(tx: &Tx<'_>, page: StaticPageId, number: u32) -> Result<Option<PageRevision>, StoreError> {
    tx.query_one(BY_NUMBER, params![page, number], revision)
}

/// Returns the HTML of a revision.
pub fn html(tx: &Tx<'_>, page: StaticPageId, number: u32) -> Result<Option<String>, StoreError> {
    let stored = tx.query_one(
        "select html, html_size from static_page_revisions where page_id = ?1 and number = ?2",
        params![page, number],
        |row| {
            Ok(CompressedHtml {
                bytes: row.get("html")?,
                size: row.get("html_size")?,
            })
        },
    )?;
    let html = stored.map(|stored| stored.html()).transpose();
    html.map_err(|_| StoreError::Corrupt("static_page_revisions.html".to_owned()))
}

fn revision(row: &Row<'_>) -> Result<PageRevision, StoreError> {
    let number = row.get("number")?;
    let id: Option<AdminId> = row.get("admin_id")?;
    let username: Option<String> = row.get("username")?;
    Ok(PageRevision {
        number,
        title: row.get("title")?,
        description: row.get("description")?,
        slug: row.get("slug")?,
        reason: row.get("reason")?,
        created_at: row.get("created_at")?,
        author: id
            .zip(username)
            .map(|(id, username)| RevisionAuthor { id, username }),
        size: row.get("html_size")?,
        is_current: row.get::<u32>("current")? == number,
    })
}
