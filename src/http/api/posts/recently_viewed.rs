//! The posts that a browser recently displayed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::PostSummaryBody;
use crate::domain::post::RECENTLY_VIEWED_MAX;
use crate::domain::{Paging, PostId, ValidationError};
use crate::http::extract::{Json, MaybeReader, State};
use crate::http::{ApiError, AppState};
use crate::store::{marks, posts};

/// The number of posts on a page of /recent (product.md §9).
const PAGE_SIZE: u32 = 3;

/// The ids that the browser remembers, and the requested page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentlyViewed {
    /// Ids of blogs, last viewed first; at most 50.
    blog_ids: Vec<String>,
    /// From 1; 1 when absent.
    #[schema(minimum = 1, maximum = 4_294_967_295_u64, format = Int64)]
    page: Option<u32>,
    /// 1 to 100; 3 when absent.
    #[schema(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// A page of recently viewed blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentlyViewedResponse {
    success: bool,
    #[serde(rename = "blogs")]
    posts: Vec<PostSummaryBody>,
    has_more: bool,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the published ones of the given blogs, in the given order.
#[utoipa::path(post, path = "/blogs/recently-viewed", operation_id = "recentlyViewedBlogs", tag = "blogs",
    security((), ("bearer" = [])), request_body = RecentlyViewed,
    responses(
        (status = 200, description = "A page of blogs", body = RecentlyViewedResponse),
        (status = 400, description = "Too many ids, or a page or limit out of range")))]
pub async fn handler(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    Json(body): Json<RecentlyViewed>,
) -> Result<Json<RecentlyViewedResponse>, ApiError> {
    if body.blog_ids.len() > RECENTLY_VIEWED_MAX {
        return Err(ValidationError::new("blogIds", "At most 50 blogs are remembered").into());
    }
    let paging = Paging::new(body.page, body.limit.or(Some(PAGE_SIZE)))?;
    let ids: Vec<PostId> = body.blog_ids.iter().filter_map(|id| PostId::parse(id)).collect();
    let (page, marks) = state
        .read(move |tx| marks::with_page(tx, reader, posts::recently_viewed(tx, &ids, paging)?))
        .await?;
    Ok(Json(RecentlyViewedResponse {
        success: true,
        has_more: page.has_more(),
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        posts: PostSummaryBody::all(page.items, &marks, &state),
    }))
}
