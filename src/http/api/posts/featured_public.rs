//! The featured posts for callers without a valid token.

use super::featured::{self, FeaturedResponse};
use crate::domain::Paging;
use crate::http::cache::SharedResponse;
use crate::http::extract::{PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

/// Lists the featured blogs for callers without a valid token.
#[utoipa::path(get, path = "/blogs/featured/public", operation_id = "featuredBlogsPublic", tag = "blogs", params(PagingQuery),
    responses((status = 200, description = "A page of featured blogs", body = FeaturedResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    paging: Paging,
) -> Result<SharedResponse<FeaturedResponse>, ApiError> {
    featured::load(&state, &Marks::EMPTY, paging).await
}
