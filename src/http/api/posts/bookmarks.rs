//! The posts that a reader bookmarked.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PostSummaryBody;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::{marks, posts};

/// A page of bookmarked blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarksResponse {
    success: bool,
    bookmarks: Vec<PostSummaryBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the blogs that the caller bookmarked, latest bookmark first.
#[utoipa::path(get, path = "/blogs/bookmarks", operation_id = "bookmarkedBlogs", tag = "blogs",
    security(("bearer" = [])), params(PagingQuery),
    responses(
        (status = 200, description = "A page of bookmarked blogs", body = BookmarksResponse),
        (status = 403, description = "Not a reader")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    paging: Paging,
) -> Result<Json<BookmarksResponse>, ApiError> {
    let (page, marks) = state
        .read(move |tx| marks::with_page(tx, Some(reader.id), posts::bookmarked_by(tx, reader.id, paging)?))
        .await?;
    Ok(Json(BookmarksResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        bookmarks: PostSummaryBody::all(page.items, &marks, &state),
    }))
}
