//! A revision of a static page with its text.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PageRevisionBody;
use super::page_of;
use crate::actions::rendering;
use crate::domain::StaticPageId;
use crate::domain::static_page::PageRevision;
use crate::http::api::posts::text::ReadingBody;
use crate::http::api::revisions::NOT_FOUND;
use crate::http::extract::{Json, PostRevision, Staff, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::Tx;
use crate::store::static_pages::revisions;

/// A revision with its text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StaticPageRevisionResponse)]
pub struct PageRevisionResponse {
    success: bool,
    revision: PageRevisionBody,
    /// HTML as it was saved.
    content: String,
    /// The same as readers would see it.
    reading: ReadingBody,
}

/// Returns a revision of a static page with its text.
#[utoipa::path(get, path = "/admin/pages/{id}/revisions/{number}", operation_id = "staticPageRevision", tag = "admin",
    security(("bearer" = [])),
    params(
        ("id" = String, Path, description = "The id of the page"),
        ("number" = u32, Path, description = "The number of the revision")),
    responses(
        (status = 200, description = "The revision", body = PageRevisionResponse),
        (status = 404, description = "No such page or revision")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    PostRevision { post: id, number }: PostRevision,
    reservation: Reservation,
) -> Result<Json<PageRevisionResponse>, ApiError> {
    let (revision, content, text) = state
        .read(move |tx| {
            let page = page_of(tx, &id)?;
            let revision = revision_of(tx, page.id, number)?;
            // Both forms of the text, and the escapes of JSON.
            let bytes = usize::try_from(revision.size).unwrap_or(usize::MAX);
            reservation.raise_to(bytes.saturating_mul(4))?;
            let html = html_of(tx, page.id, number)?;
            let text = rendering::of_html(tx, &html)?;
            Ok::<_, ApiError>((revision, html, text))
        })
        .await?;
    Ok(Json(PageRevisionResponse {
        success: true,
        revision: revision.into(),
        content,
        reading: text.into(),
    }))
}

pub(super) fn revision_of(tx: &Tx<'_>, page: StaticPageId, number: u32) -> Result<PageRevision, ApiError> {
    revisions::by_number(tx, page, number)?.ok_or(NOT_FOUND)
}

pub(super) fn html_of(tx: &Tx<'_>, page: StaticPageId, number: u32) -> Result<String, ApiError> {
    revisions::html(tx, page, number)?.ok_or(NOT_FOUND)
}
