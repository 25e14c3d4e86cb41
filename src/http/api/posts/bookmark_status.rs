//! The bookmark of a reader on a post.

use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::http::extract::{IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::{marks, posts};

/// The state of the caller's bookmark.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarkStatusResponse {
    success: bool,
    is_bookmarked: bool,
}

/// Returns whether the caller has bookmarked a blog.
#[utoipa::path(get, path = "/blogs/{id}/bookmark-status", operation_id = "bookmarkStatus", tag = "blogs",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "The state of the bookmark", body = BookmarkStatusResponse),
        (status = 403, description = "Not a reader"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<BookmarkStatusResponse>, ApiError> {
    let is_bookmarked = state
        .read(move |tx| {
            let post = posts::published_id_by_id_or_slug(tx, &id_or_slug)?.ok_or(NOT_FOUND)?;
            Ok::<_, ApiError>(marks::BOOKMARK.among(tx, reader.id, &[post])?.contains(&post))
        })
        .await?;
    Ok(Json(BookmarkStatusResponse {
        success: true,
        is_bookmarked,
    }))
}
