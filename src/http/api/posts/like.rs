//! Liking a post.

use super::toggle;
use crate::http::api::dto::LikeResponse;
use crate::http::extract::{IdOrSlug, Json, State, UnsilencedReader};
use crate::http::toggle_coalescing::ToggledMark;
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// Toggles the caller's like of a blog. Concurrent calls count as one.
#[utoipa::path(post, path = "/blogs/{id}/like", operation_id = "toggleLike", tag = "blogs",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "The new state", body = LikeResponse),
        (status = 403, description = "The profile is not complete yet, or the caller is silenced"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    UnsilencedReader(reader): UnsilencedReader,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<LikeResponse>, ApiError> {
    let toggled = toggle(&state, &marks::LIKE, ToggledMark::PostLike, reader, id_or_slug).await?;
    Ok(Json(LikeResponse::new(toggled.is_on, toggled.count)))
}
