//! The blogs in the slider of the home page.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::BlogSummary;
use crate::domain::Paging;
use crate::http::answers::{OwnMarks, Shared};
use crate::http::error::ErrorBody;
use crate::http::extract::PagingQuery;
use crate::http::{ApiError, AppState};
use crate::store::StoreError;
use crate::store::marks::Marks;
use crate::store::posts;

/// A page of featured blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeaturedAnswer {
    success: bool,
    pub(in crate::http) featured_blogs: Vec<BlogSummary>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Featured blogs, newest first.
#[utoipa::path(get, path = "/blogs/featured", operation_id = "featuredBlogs", tag = "blogs", params(PagingQuery),
    responses(
        (status = 200, description = "A page of featured blogs", body = FeaturedAnswer),
        (status = 400, description = "A page or limit out of range", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody)))]
pub async fn featured(
    State(state): State<AppState>,
    OwnMarks(marks): OwnMarks,
    paging: Paging,
) -> Result<Shared<FeaturedAnswer>, ApiError> {
    answer(state, &marks, paging).await
}

/// Featured blogs, for callers without a good token.
#[utoipa::path(get, path = "/blogs/featured/public", operation_id = "featuredBlogsPublic", tag = "blogs", params(PagingQuery),
    responses(
        (status = 200, description = "A page of featured blogs", body = FeaturedAnswer),
        (status = 400, description = "A page or limit out of range", body = ErrorBody)))]
pub async fn featured_public(
    State(state): State<AppState>,
    paging: Paging,
) -> Result<Shared<FeaturedAnswer>, ApiError> {
    answer(state, &Marks::NONE, paging).await
}

async fn answer(state: AppState, marks: &Marks, paging: Paging) -> Result<Shared<FeaturedAnswer>, ApiError> {
    let page: Result<_, StoreError> = state.store.read(move |tx| posts::featured(tx, paging)).await;
    Ok(Shared::list(page?, false, |page| FeaturedAnswer {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        featured_blogs: BlogSummary::all(page.items, marks, &state),
    }))
}
