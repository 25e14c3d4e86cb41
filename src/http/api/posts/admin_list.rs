//! The list of posts and drafts for the staff.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::ManagedPost;
use crate::domain::post::{Review, Status};
use crate::domain::search::SearchWords;
use crate::domain::{Paging, ValidationError};
use crate::http::extract::{Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::posts::{self, ManagedFilter};

/// The filter of the list of posts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ManagedQuery {
    /// Words that must all occur in the title.
    search: Option<String>,
    /// `published` or `draft`; all posts when absent.
    status: Option<String>,
    /// `none`, `submitted` or `changesRequested`; all posts when absent.
    review: Option<String>,
}

/// A page of posts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedBlogsResponse)]
pub struct ManagedPostsResponse {
    success: bool,
    #[serde(rename = "blogs")]
    posts: Vec<ManagedPost>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists posts and drafts, newest first: all for editors and administrators, their own for the others.
#[utoipa::path(get, path = "/blogs/admin/blogs", operation_id = "adminBlogs", tag = "admin",
    security(("bearer" = [])), params(ManagedQuery, PagingQuery),
    responses((status = 200, description = "A page of posts", body = ManagedPostsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Query(query): Query<ManagedQuery>,
    paging: Paging,
) -> Result<Json<ManagedPostsResponse>, ApiError> {
    let filter = ManagedFilter {
        words: SearchWords::parse(query.search.as_deref().unwrap_or_default())?,
        status: unless_all(query.status.as_deref(), Status::parse)?,
        review: unless_all(query.review.as_deref(), Review::parse)?,
    };
    let page = state
        .read(move |tx| {
            if staff.role.covers_all_posts() {
                posts::list_for_admin(tx, &filter, paging)
            } else {
                posts::list_own(tx, staff.author(), &filter, paging)
            }
        })
        .await?;
    Ok(Json(ManagedPostsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        posts: page
            .items
            .into_iter()
            .map(|post| ManagedPost::new(post, &state))
            .collect(),
    }))
}

/// Parses a parameter, which can also be `all`.
fn unless_all<T>(
    name: Option<&str>,
    parse: impl Fn(&str) -> Result<T, ValidationError>,
) -> Result<Option<T>, ValidationError> {
    match name {
        None | Some("" | "all") => Ok(None),
        Some(name) => parse(name).map(Some),
    }
}
