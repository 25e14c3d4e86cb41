//! Static pages, which editors write. One file per operation.

pub mod admin_list;
pub(super) mod conflict;
pub mod create;
pub mod create_preview_link;
pub mod delete;
pub mod dto;
pub mod edited;
pub mod list;
pub mod preview_link;
pub mod restore;
pub mod revision;
pub mod revisions;
pub mod revoke_preview_link;
pub mod saving;
pub mod show;
pub mod update;

use crate::actions::static_pages::PreparedPage;
use crate::domain::StaticPageId;
use crate::domain::static_page::StaticPage;
use crate::http::{ApiError, ErrorCode};
use crate::store::{Tx, static_pages};

const NOT_FOUND: ApiError = ApiError::NotFound("There is no such page");

/// Returns the page of a path, draft or published.
fn page_of(tx: &Tx<'_>, id: &str) -> Result<StaticPage, ApiError> {
    let id = StaticPageId::parse(id).ok_or(NOT_FOUND)?;
    static_pages::by_id(tx, id)?.ok_or(NOT_FOUND)
}

/// Refuses a slug that another page has. `page` is `None` for a new one.
fn require_free_slug(
    tx: &Tx<'_>,
    page: Option<&StaticPage>,
    prepared: &PreparedPage,
) -> Result<(), ApiError> {
    let Some(slug) = prepared.new_slug(page) else {
        return Ok(());
    };
    match static_pages::holder_of_slug(tx, slug)? {
        None => Ok(()),
        Some(_) => Err(ApiError::conflict(
            ErrorCode::SlugTaken,
            "slug",
            "Another page has this address",
        )),
    }
}
