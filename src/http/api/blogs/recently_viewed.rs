//! The blogs that a browser remembers to have shown.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wire::BlogSummary;
use crate::domain::post::RECENTLY_VIEWED_MAX;
use crate::domain::{Invalid, Paging, PostId};
use crate::http::error::ErrorBody;
use crate::http::extract::{Json as JsonBody, MaybeReader};
use crate::http::{ApiError, AppState};
use crate::store::{marks, posts};

/// Blogs shown on a page of /recent (product.md §9).
const PAGE_SIZE: u32 = 3;

/// What the browser remembers, and which part of it is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentlyViewed {
    /// Ids of blogs, the last seen first; at most 50.
    blog_ids: Vec<String>,
    /// From 1; the first when absent.
    #[schema(minimum = 1, maximum = 4_294_967_295_u64, format = Int64)]
    page: Option<u32>,
    /// 1 to 100; 3 when absent.
    #[schema(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// A page of remembered blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentlyViewedAnswer {
    success: bool,
    blogs: Vec<BlogSummary>,
    has_more: bool,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// The published ones among remembered blogs, in the order in which they were given.
#[utoipa::path(post, path = "/blogs/recently-viewed", operation_id = "recentlyViewedBlogs", tag = "blogs",
    security((), ("bearer" = [])), request_body = RecentlyViewed,
    responses(
        (status = 200, description = "A page of blogs", body = RecentlyViewedAnswer),
        (status = 400, description = "Too many ids, or a page or limit out of range", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn recently_viewed(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    JsonBody(body): JsonBody<RecentlyViewed>,
) -> Result<Json<RecentlyViewedAnswer>, ApiError> {
    if body.blog_ids.len() > RECENTLY_VIEWED_MAX {
        return Err(Invalid::new("blogIds", "At most 50 blogs are remembered").into());
    }
    let paging = Paging::new(body.page, body.limit.or(Some(PAGE_SIZE)))?;
    let ids: Vec<PostId> = body.blog_ids.iter().filter_map(|id| PostId::parse(id)).collect();
    let (page, marks) = state
        .store
        .read(move |tx| marks::with_page(tx, reader, posts::recently_viewed(tx, &ids, paging)?))
        .await?;
    Ok(Json(RecentlyViewedAnswer {
        success: true,
        has_more: page.has_more(),
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        blogs: BlogSummary::all(page.items, &marks, &state),
    }))
}
