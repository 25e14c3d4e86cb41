//! The bookmarks of a reader among several posts.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::mark_statuses::PostIds;
use crate::http::error::ErrorBody;
use crate::http::extract::{Json as JsonBody, Reader};
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
        (status = 400, description = "Too many ids", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not a reader", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is not JSON", body = ErrorBody)))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    JsonBody(body): JsonBody<PostIds>,
) -> Result<Json<BookmarkStatusesResponse>, ApiError> {
    let ids = body.parse()?;
    let bookmarked = state
        .store
        .read(move |tx| marks::bookmarked(tx, reader.id, &ids))
        .await?;
    Ok(Json(BookmarkStatusesResponse {
        success: true,
        bookmark_statuses: body.statuses(&bookmarked),
    }))
}
