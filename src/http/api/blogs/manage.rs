//! Posts as administrators see them: lists and single ones, drafts as well.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::NOT_FOUND;
use super::wire::BlogSummary;
use crate::domain::post::{PostSummary, Status};
use crate::domain::search::Words;
use crate::domain::{Invalid, Paging};
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, PagingQuery, Query, Reference};
use crate::http::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::posts;

/// Which posts are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ManagedQuery {
    /// Words that must all stand in the title.
    search: Option<String>,
    /// published or draft; all when absent.
    status: Option<String>,
}

/// A page of posts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedBlogsAnswer {
    success: bool,
    blogs: Vec<BlogSummary>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// A post with the text that its editor opens.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EditableBlog {
    #[serde(flatten)]
    summary: BlogSummary,
    /// HTML.
    content: String,
}

impl EditableBlog {
    /// The wire's form of a post and its text.
    pub(super) fn new(post: PostSummary, content: String, state: &AppState) -> Self {
        Self {
            summary: BlogSummary::new(post, &Marks::NONE, state),
            content,
        }
    }
}

/// A post, drafts as well.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagedBlogAnswer {
    success: bool,
    blog: EditableBlog,
}

/// All posts, drafts as well, newest first.
#[utoipa::path(get, path = "/blogs/admin/blogs", operation_id = "adminBlogs", tag = "admin",
    security(("bearer" = [])), params(ManagedQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of posts", body = ManagedBlogsAnswer),
        (status = 400, description = "A parameter out of range", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn admin_list(
    State(state): State<AppState>,
    _: Admin,
    Query(query): Query<ManagedQuery>,
    paging: Paging,
) -> Result<Json<ManagedBlogsAnswer>, ApiError> {
    let words = Words::parse(query.search.as_deref().unwrap_or_default())?;
    let status = status(query.status.as_deref())?;
    let page = state
        .store
        .read(move |tx| posts::managed(tx, &words, status, paging))
        .await?;
    Ok(Json(ManagedBlogsAnswer {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        blogs: BlogSummary::all(page.items, &Marks::NONE, &state),
    }))
}

/// A post by its id or slug, also when it is a draft.
#[utoipa::path(get, path = "/blogs/admin/blogs/{id}", operation_id = "adminBlog", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post", body = ManagedBlogAnswer),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody)))]
pub async fn admin_detail(
    State(state): State<AppState>,
    _: Admin,
    Reference(reference): Reference,
    reservation: Reservation,
) -> Result<Json<ManagedBlogAnswer>, ApiError> {
    let (post, html) = state
        .store
        .read(move |tx| {
            let post = posts::any_by_reference(tx, &reference)?.ok_or(NOT_FOUND)?;
            let (bytes, _) = posts::html_bytes(tx, &[post.seq])?;
            reservation.cover(2 * bytes)?;
            let html = posts::html(tx, post.seq)?.unwrap_or_default();
            Ok::<_, ApiError>((post, html))
        })
        .await?;
    Ok(Json(ManagedBlogAnswer {
        success: true,
        blog: EditableBlog::new(post, html, &state),
    }))
}

fn status(name: Option<&str>) -> Result<Option<Status>, Invalid> {
    match name {
        None | Some("" | "all") => Ok(None),
        Some(name) => Status::parse(name).map(Some),
    }
}
