//! The blogs that are read and talked about now.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::BlogSummary;
use crate::domain::Paging;
use crate::http::answers::{OwnMarks, Shared};
use crate::http::error::ErrorBody;
use crate::http::extract::PagingQuery;
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, posts};

/// A page of trending blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendingAnswer {
    success: bool,
    pub(in crate::http) trending_blogs: Vec<BlogSummary>,
    pub(in crate::http) total: u64,
    page: u32,
    pub(in crate::http) total_pages: u64,
}

/// Trending blogs: log10(max(2 × likes + 3 × comments, 1)) + the days of their creation / 7, highest first.
#[utoipa::path(get, path = "/blogs/trending", operation_id = "trendingBlogs", tag = "blogs", params(PagingQuery),
    responses(
        (status = 200, description = "A page of trending blogs", body = TrendingAnswer),
        (status = 400, description = "A page or limit out of range", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody)))]
pub async fn trending(
    State(state): State<AppState>,
    OwnMarks(marks): OwnMarks,
    paging: Paging,
) -> Result<Shared<TrendingAnswer>, ApiError> {
    let page: Result<_, StoreError> = state.store.read(move |tx| posts::trending(tx, paging)).await;
    Ok(Shared::list(page?, true, |page| TrendingAnswer {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        trending_blogs: BlogSummary::all(page.items, &marks, &state),
    }))
}
