//! The likes of a reader among several posts.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::mark_statuses::PostIds;
use crate::http::extract::{Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// For each id, whether the caller likes the blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeStatusesResponse {
    success: bool,
    like_statuses: BTreeMap<String, bool>,
}

/// Returns which of several blogs the caller likes; `false` for an unknown id.
#[utoipa::path(post, path = "/blogs/likes-status", operation_id = "likeStatuses", tag = "blogs",
    security(("bearer" = [])), request_body = PostIds,
    responses(
        (status = 200, description = "The state of each id", body = LikeStatusesResponse),
        (status = 400, description = "Too many ids"),
        (status = 403, description = "Not a reader")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    Json(body): Json<PostIds>,
) -> Result<Json<LikeStatusesResponse>, ApiError> {
    Ok(Json(LikeStatusesResponse {
        success: true,
        like_statuses: body.statuses(&state, &marks::LIKE, reader.id).await?,
    }))
}
