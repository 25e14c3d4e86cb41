//! The list of the revisions of a static page.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PageRevisionBody;
use super::page_of;
use crate::domain::Paging;
use crate::http::extract::{IdOrSlug, Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::static_pages::revisions;

/// A page of revisions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaticPageRevisionsResponse)]
pub struct PageRevisionsResponse {
    success: bool,
    revisions: Vec<PageRevisionBody>,
    /// The number of the one that is the page as it is now.
    version: u32,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the revisions of a static page, newest first. Kept are those that were published, and the newest 50 of the
/// others.
#[utoipa::path(get, path = "/admin/pages/{id}/revisions", operation_id = "staticPageRevisions", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the page"), PagingQuery),
    responses(
        (status = 200, description = "A page of revisions", body = PageRevisionsResponse),
        (status = 404, description = "No such page")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    IdOrSlug(id): IdOrSlug,
    paging: Paging,
) -> Result<Json<PageRevisionsResponse>, ApiError> {
    let (version, page) = state
        .read(move |tx| {
            let page = page_of(tx, &id)?;
            Ok::<_, ApiError>((page.version, revisions::list(tx, page.id, paging)?))
        })
        .await?;
    Ok(Json(PageRevisionsResponse {
        success: true,
        version,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        revisions: page.items.into_iter().map(PageRevisionBody::from).collect(),
    }))
}
