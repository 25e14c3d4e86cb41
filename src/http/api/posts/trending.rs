//! The trending posts.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PostSummaryBody;
use crate::domain::Paging;
use crate::http::cache::{SharedResponse, ViewerMarks};
use crate::http::error::ErrorBody;
use crate::http::extract::PagingQuery;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::{StoreError, posts};

/// A page of trending blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendingResponse {
    success: bool,
    pub(in crate::http) trending_blogs: Vec<PostSummaryBody>,
    pub(in crate::http) total: u64,
    page: u32,
    pub(in crate::http) total_pages: u64,
}

/// Lists trending blogs by log10(max(2 × likes + 3 × comments, 1)) + day of creation / 7, highest first.
#[utoipa::path(get, path = "/blogs/trending", operation_id = "trendingBlogs", tag = "blogs",
    security((), ("bearer" = [])), params(PagingQuery),
    responses(
        (status = 200, description = "A page of trending blogs", body = TrendingResponse),
        (status = 400, description = "The page or limit is out of range", body = ErrorBody),
        (status = 401, description = "The token is invalid or expired", body = ErrorBody)))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    paging: Paging,
) -> Result<SharedResponse<TrendingResponse>, ApiError> {
    load(&state, &marks, paging).await
}

/// Returns a page of trending posts with these marks.
pub(in crate::http) async fn load(
    state: &AppState,
    marks: &Marks,
    paging: Paging,
) -> Result<SharedResponse<TrendingResponse>, ApiError> {
    let page: Result<_, StoreError> = state.store.read(move |tx| posts::trending(tx, paging)).await;
    Ok(SharedResponse::list(page?, |page| TrendingResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        trending_blogs: PostSummaryBody::all(page.items, marks, state),
    }))
}
