//! Bookmarking a post.

use serde::Serialize;
use utoipa::ToSchema;

use super::toggle;
use crate::http::extract::{IdOrSlug, Json, State, UnsilencedReader};
use crate::http::toggle_coalescing::ToggledMark;
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// The new state of the caller's bookmark.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarkResponse {
    success: bool,
    message: &'static str,
    is_bookmarked: bool,
}

/// Toggles the caller's bookmark of a blog. Concurrent calls count as one.
#[utoipa::path(post, path = "/blogs/{id}/bookmark", operation_id = "toggleBookmark", tag = "blogs",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "The new state", body = BookmarkResponse),
        (status = 403, description = "The profile is not complete yet, or the caller is silenced"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    UnsilencedReader(reader): UnsilencedReader,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<BookmarkResponse>, ApiError> {
    let toggled = toggle(
        &state,
        &marks::BOOKMARK,
        ToggledMark::PostBookmark,
        reader,
        id_or_slug,
    )
    .await?;
    Ok(Json(BookmarkResponse {
        success: true,
        message: if toggled.is_on {
            "Bookmarked"
        } else {
            "Bookmark removed"
        },
        is_bookmarked: toggled.is_on,
    }))
}
