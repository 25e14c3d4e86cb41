//! Liking a post.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{NOT_FOUND, id_of};
use crate::http::error::ErrorBody;
use crate::http::extract::{IdOrSlug, OnboardedReader};
use crate::http::toggle_coalescing::ToggledMark;
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// The new state of the caller's like, and the number of likes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeResponse {
    success: bool,
    message: &'static str,
    is_liked: bool,
    like_count: u64,
}

impl LikeResponse {
    /// Creates the response for the new state.
    pub(super) fn new(is_liked: bool, like_count: u64) -> Self {
        Self {
            success: true,
            message: if is_liked { "Liked" } else { "Like removed" },
            is_liked,
            like_count,
        }
    }
}

/// Toggles the caller's like of a blog. Concurrent calls count as one.
#[utoipa::path(post, path = "/blogs/{id}/like", operation_id = "toggleLike", tag = "blogs",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "The new state", body = LikeResponse),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "The profile is not complete yet", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody)))]
pub async fn like(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<LikeResponse>, ApiError> {
    let post = id_of(&state, id_or_slug).await?;
    let now = state.clock.now();
    let toggle = state
        .store
        .write(move |tx| marks::toggle_like(tx, post, reader, now)?.ok_or(NOT_FOUND));
    let toggled = state
        .toggles
        .toggle((ToggledMark::PostLike(post), reader), toggle)
        .await?;
    Ok(Json(LikeResponse::new(toggled.is_on, toggled.count)))
}
