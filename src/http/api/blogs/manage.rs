//! Posts and drafts for administrators: the list and single ones.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::NOT_FOUND;
use super::dto::BlogSummary;
use crate::domain::post::{PostSummary, Status};
use crate::domain::search::SearchQuery;
use crate::domain::{Paging, ValidationError};
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, IdOrSlug, PagingQuery, Query};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
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
pub struct ManagedBlogsResponse {
    success: bool,
    blogs: Vec<BlogSummary>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// A post with its text, for the editor.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EditableBlog {
    #[serde(flatten)]
    summary: BlogSummary,
    /// HTML.
    content: String,
}

impl EditableBlog {
    /// Creates the dto of a post and its text.
    pub(super) fn new(post: PostSummary, content: String, state: &AppState) -> Self {
        Self {
            summary: BlogSummary::new(post, &Marks::EMPTY, state),
            content,
        }
    }
}

/// A post or draft.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagedBlogResponse {
    success: bool,
    blog: EditableBlog,
}

/// Lists all posts and drafts, newest first.
#[utoipa::path(get, path = "/blogs/admin/blogs", operation_id = "adminBlogs", tag = "admin",
    security(("bearer" = [])), params(ManagedQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of posts", body = ManagedBlogsResponse),
        (status = 400, description = "A parameter is invalid", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn admin_list(
    State(state): State<AppState>,
    _: Admin,
    Query(query): Query<ManagedQuery>,
    paging: Paging,
) -> Result<Json<ManagedBlogsResponse>, ApiError> {
    let words = SearchQuery::parse(query.search.as_deref().unwrap_or_default())?;
    let status = status(query.status.as_deref())?;
    let page = state
        .store
        .read(move |tx| posts::list_for_admin(tx, &words, status, paging))
        .await?;
    Ok(Json(ManagedBlogsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        blogs: BlogSummary::all(page.items, &Marks::EMPTY, &state),
    }))
}

/// Returns a post or draft by its id or slug.
#[utoipa::path(get, path = "/blogs/admin/blogs/{id}", operation_id = "adminBlog", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post", body = ManagedBlogResponse),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody)))]
pub async fn admin_detail(
    State(state): State<AppState>,
    _: Admin,
    IdOrSlug(id_or_slug): IdOrSlug,
    reservation: Reservation,
) -> Result<Json<ManagedBlogResponse>, ApiError> {
    let (post, html) = state
        .store
        .read(move |tx| {
            let post = posts::by_id_or_slug(tx, &id_or_slug)?.ok_or(NOT_FOUND)?;
            let (bytes, _) = posts::html_sizes(tx, &[post.seq])?;
            reservation.raise_to(2 * bytes)?;
            let html = posts::html(tx, post.seq)?.unwrap_or_default();
            Ok::<_, ApiError>((post, html))
        })
        .await?;
    Ok(Json(ManagedBlogResponse {
        success: true,
        blog: EditableBlog::new(post, html, &state),
    }))
}

fn status(name: Option<&str>) -> Result<Option<Status>, ValidationError> {
    match name {
        None | Some("" | "all") => Ok(None),
        Some(name) => Status::parse(name).map(Some),
    }
}
