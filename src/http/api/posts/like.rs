//! Liking a post.

use axum::Json;
use axum::extract::State;

use super::{NOT_FOUND, published_id};
use crate::http::api::dto::LikeResponse;
use crate::http::error::ErrorBody;
use crate::http::extract::{IdOrSlug, OnboardedReader};
use crate::http::toggle_coalescing::ToggledMark;
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// Toggles the caller's like of a blog. Concurrent calls count as one.
#[utoipa::path(post, path = "/blogs/{id}/like", operation_id = "toggleLike", tag = "blogs",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "The new state", body = LikeResponse),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "The profile is not complete yet", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody)))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<LikeResponse>, ApiError> {
    let post = published_id(&state, id_or_slug).await?;
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
