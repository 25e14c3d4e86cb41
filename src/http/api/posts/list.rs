//! The list of published posts.

use axum::response::Response;

use super::dto::PostsResponse;
use super::listing::{self, ListQuery};
use crate::http::cache::ViewerMarks;
use crate::http::extract::{MaybePaging, PagingQuery, Query, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};

/// Lists published blogs. Without `page` and `limit`: all of them, up to 1,000; with `fields=content` the first 20.
#[utoipa::path(get, path = "/blogs", operation_id = "listBlogs", tag = "blogs",
    security((), ("bearer" = [])), params(ListQuery, PagingQuery),
    responses((status = 200, description = "A page of blogs", body = PostsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    reservation: Reservation,
    query: Query<ListQuery>,
    paging: MaybePaging,
) -> Result<Response, ApiError> {
    listing::respond(state, marks, &reservation, query, paging).await
}
