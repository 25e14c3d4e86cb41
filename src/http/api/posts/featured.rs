//! The featured posts, which are in the slider of the home page.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PostSummaryBody;
use crate::domain::Paging;
use crate::http::cache::{SharedResponse, ViewerMarks};
use crate::http::extract::{PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::posts;

/// A page of featured blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeaturedResponse {
    success: bool,
    pub(in crate::http) featured_blogs: Vec<PostSummaryBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the featured blogs, newest first.
#[utoipa::path(get, path = "/blogs/featured", operation_id = "featuredBlogs", tag = "blogs",
    security((), ("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of featured blogs", body = FeaturedResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    paging: Paging,
) -> Result<SharedResponse<FeaturedResponse>, ApiError> {
    load(&state, &marks, paging).await
}

pub(in crate::http) async fn load(
    state: &AppState,
    marks: &Marks,
    paging: Paging,
) -> Result<SharedResponse<FeaturedResponse>, ApiError> {
    let page = state.read(move |tx| posts::featured(tx, paging)).await?;
    Ok(SharedResponse::list(page, |page| FeaturedResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        featured_blogs: PostSummaryBody::all(page.items, marks, state),
    }))
}
