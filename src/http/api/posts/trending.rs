//! The trending posts.

use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::PostSummaryBody;
use crate::domain::Paging;
use crate::domain::ranking::ActivityWindow;
use crate::http::cache::{ExpiresAt, SharedResponse, ViewerMarks};
use crate::http::extract::{PagingQuery, Query, State};
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

/// The span of time whose activity counts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TrendingQuery {
    /// `day`, `week`, `month` or `all`: by 2 × likes + 3 × comments + readers in it. A span begins with a whole day of UTC:
    /// `day` is today and yesterday, `week` and `month` are today and the 7 or 30 days before. Blogs without activity follow,
    /// the newest first. When absent: by what trends now.
    window: Option<String>,
}

/// Lists trending blogs by log10(max(2 × likes + 3 × comments, 1)) + day of creation / 7, or by the activity in a window,
/// highest first.
#[utoipa::path(get, path = "/blogs/trending", operation_id = "trendingBlogs", tag = "blogs",
    security((), ("bearer" = [])), params(TrendingQuery, PagingQuery),
    responses((status = 200, description = "A page of trending blogs", body = TrendingResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    Query(query): Query<TrendingQuery>,
    paging: Paging,
) -> Result<Response, ApiError> {
    let window = query.window.as_deref().map(ActivityWindow::parse).transpose()?;
    let (found, expires_at) = load(&state, &marks, window, paging).await?;
    Ok(ExpiresAt::add_to(expires_at, found.into_response()))
}

/// Returns a page of the list, and when it is out of date even if readers do nothing.
pub(in crate::http) async fn load(
    state: &AppState,
    marks: &Marks,
    window: Option<ActivityWindow>,
    paging: Paging,
) -> Result<(SharedResponse<TrendingResponse>, Option<ExpiresAt>), ApiError> {
    let now = state.clock.now();
    let (page, expires_at) = state
        .read(move |tx| match window {
            Some(window) => posts::most_active(tx, window, now, paging),
            None => Ok::<_, StoreError>((posts::trending(tx, paging)?, None)),
        })
        .await?;
    let response = SharedResponse::list(page, |page| TrendingResponse {
        success: true,
        total: page.total,
        page: page.paging.page,
        total_pages: page.total_pages(),
        trending_blogs: PostSummaryBody::all(page.items, marks, state),
    });
    Ok((response, expires_at.map(ExpiresAt)))
}
