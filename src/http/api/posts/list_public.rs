//! The list of published posts for callers without a valid token.

use axum::response::Response;

use super::dto::PostsResponse;
use super::listing::{self, ListQuery};
use crate::http::extract::{MaybePaging, PagingQuery, Query, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

/// Lists published blogs for callers without a valid token.
#[utoipa::path(get, path = "/blogs/public", operation_id = "listBlogsPublic", tag = "blogs", params(ListQuery, PagingQuery),
    responses((status = 200, description = "A page of blogs", body = PostsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    reservation: Reservation,
    query: Query<ListQuery>,
    paging: MaybePaging,
) -> Result<Response, ApiError> {
    listing::respond(state, Marks::EMPTY, &reservation, query, paging).await
}
