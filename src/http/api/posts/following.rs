//! The posts of the authors and with the tags that a reader follows.

use super::dto::{PostSummaryBody, PostsResponse};
use crate::domain::Paging;
use crate::http::extract::{Json, OnboardedReader, PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::{marks, posts};

/// Lists the published blogs of the authors and with the tags that the caller follows, newest first.
#[utoipa::path(get, path = "/blogs/following", operation_id = "followedBlogs", tag = "blogs",
    security(("bearer" = [])), params(PagingQuery),
    responses(
        (status = 200, description = "A page of blogs", body = PostsResponse),
        (status = 403, description = "Not a reader, or the profile is not complete yet")))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    paging: Paging,
) -> Result<Json<PostsResponse>, ApiError> {
    let (page, marks) = state
        .read(move |tx| marks::with_page(tx, Some(reader), posts::followed_by(tx, reader, paging)?))
        .await?;
    Ok(Json(PostsResponse {
        total: page.total,
        total_pages: page.total_pages(),
        posts: PostSummaryBody::all(page.items, &marks, &state),
        ..PostsResponse::empty(paging.page)
    }))
}
