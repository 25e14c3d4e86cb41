//! The trending posts.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PostSummaryBody;
use crate::domain::Paging;
use crate::http::cache::{SharedResponse, ViewerMarks};
use crate::http::extract::{PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::posts;

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
    responses((status = 200, description = "A page of trending blogs", body = TrendingResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    paging: Paging,
) -> Result<SharedResponse<TrendingResponse>, ApiError> {
    load(&state, &marks, paging).await
}

pub(in crate::http) async fn load(
    state: &AppState,
    marks: &Marks,
    paging: Paging,
) -> Result<SharedResponse<TrendingResponse>, ApiError> {
    let page = state.read(move |tx| posts::trending(tx, paging)).await?;
    Ok(SharedResponse::list(page, |page| TrendingResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        trending_blogs: PostSummaryBody::all(page.items, marks, state),
    }))
}
