//! The rendered texts of static pages, which follow the version of the renderer as those of posts do.

use crate::content::RENDERER_VERSION;
use crate::domain::StaticPageId;
use crate::domain::post::RenderedArticle;
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

/// A page without a rendered text of the current or a newer version.
#[derive(Debug, Clone)]
pub struct UnrenderedPage {
    /// The id.
    pub id: StaticPageId,
    /// The revision that it is now.
    pub version: u32,
    /// The HTML.
    pub html: String,
}

pub(in crate::store) const NOT_CURRENT: &str = "select id, version, html from static_pages
     where id > ?1 and renderer_version < ?2 order by id limit ?3";

/// Returns the rendered text of a page, if one of the current version is stored.
pub fn rendered(tx: &Tx<'_>, id: StaticPageId) -> Result<Option<RenderedArticle>, StoreError> {
    tx.query_one(
        "select rendered, headings from static_pages
         where id = ?1 and renderer_version = ?2 and rendered is not null",
        params![id, RENDERER_VERSION],
        |row| {
            Ok(RenderedArticle {
                html: row.get("rendered")?,
                headings: row.get_json("headings")?,
            })
        },
    )
}

/// Returns the next pages after the id `after`, which may be empty, that have no rendered text of the current or a newer
/// version.
pub fn without_current_rendering(
    tx: &Tx<'_>,
    after: &str,
    limit: u32,
) -> Result<Vec<UnrenderedPage>, StoreError> {
    tx.query_all(NOT_CURRENT, params![after, RENDERER_VERSION, limit], |row| {
        Ok(UnrenderedPage {
            id: row.get("id")?,
            version: row.get("version")?,
            html: row.get("html")?,
        })
    })
}

/// Stores the rendered text of a page, unless the page has changed meanwhile, or a newer version has rendered it, and
/// returns whether it did. What the page displays stays the same, so that this is no change of the page.
pub fn renew_rendered(
    tx: &mut Tx<'_>,
    page: &UnrenderedPage,
    rendered: &RenderedArticle,
) -> Result<bool, StoreError> {
    let is_outdated = tx.exists(
        "select 1 from static_pages where id = ?1 and version = ?2 and renderer_version < ?3",
        params![page.id, page.version, RENDERER_VERSION],
    )?;
    if is_outdated {
        super::set_rendered(tx, page.id, Some(rendered))?;
    }
    Ok(is_outdated)
}
