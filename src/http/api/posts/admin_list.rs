//! The list of posts and drafts for the staff.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::ManagedPost;
use crate::domain::post::Status;
use crate::domain::search::SearchQuery;
use crate::domain::{Paging, ValidationError};
use crate::http::extract::{Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::posts;

/// The filter of the list of posts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ManagedQuery {
    /// Words that must all occur in the title.
    search: Option<String>,
    /// `published` or `draft`; all posts when absent.
    status: Option<String>,
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
    let words = SearchQuery::parse(query.search.as_deref().unwrap_or_default())?;
    let status = status(query.status.as_deref())?;
    let page = state
        .read(move |tx| {
            if staff.role.covers_all_posts() {
                posts::list_for_admin(tx, &words, status, paging)
            } else {
                posts::list_own(tx, staff.author(), &words, status, paging)
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

fn status(name: Option<&str>) -> Result<Option<Status>, ValidationError> {
    match name {
        None | Some("" | "all") => Ok(None),
        Some(name) => Status::parse(name).map(Some),
    }
}
