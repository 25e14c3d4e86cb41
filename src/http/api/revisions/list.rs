//! The list of the revisions of a post.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::RevisionBody;
use super::post_of;
use crate::domain::Paging;
use crate::http::extract::{IdOrSlug, Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::revisions;

/// A page of revisions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevisionsResponse {
    success: bool,
    revisions: Vec<RevisionBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the revisions of a post, newest first. Kept are those with a name, those that were published, and the newest 50
/// of the others. A post that has not changed since it was imported has none.
#[utoipa::path(get, path = "/blogs/{id}/revisions", operation_id = "revisions", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post"), PagingQuery),
    responses(
        (status = 200, description = "A page of revisions", body = RevisionsResponse),
        (status = 403, description = "Not their own post, or a contributor's published one"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    paging: Paging,
) -> Result<Json<RevisionsResponse>, ApiError> {
    let page = state
        .read(move |tx| {
            let post = post_of(tx, staff, &id_or_slug)?;
            revisions::list(tx, post.id, paging).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(RevisionsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        revisions: page.items.into_iter().map(RevisionBody::from).collect(),
    }))
}
