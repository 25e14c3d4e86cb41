//! The bookmarks of a reader among several posts.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::mark_statuses::PostIds;
use crate::http::extract::{Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// For each id, whether the caller bookmarked the blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarkStatusesResponse {
    success: bool,
    bookmark_statuses: BTreeMap<String, bool>,
}

/// Returns which of several blogs the caller bookmarked; `false` for an unknown id.
#[utoipa::path(post, path = "/blogs/bookmarks-status", operation_id = "bookmarkStatuses", tag = "blogs",
    security(("bearer" = [])), request_body = PostIds,
    responses(
        (status = 200, description = "The state of each id", body = BookmarkStatusesResponse),
        (status = 400, description = "Too many ids"),
        (status = 403, description = "Not a reader")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    Json(body): Json<PostIds>,
) -> Result<Json<BookmarkStatusesResponse>, ApiError> {
    Ok(Json(BookmarkStatusesResponse {
        success: true,
        bookmark_statuses: body.statuses(&state, &marks::BOOKMARK, reader.id).await?,
    }))
}
