//! The comments on a post, in pages: as a flat list, in threads, or those of the caller that wait for a moderator.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::{CommentBody, ThreadBody};
use crate::domain::comment::ThreadOrder;
use crate::domain::{Paging, UserId, ValidationError};
use crate::http::api::posts::NOT_FOUND;
use crate::http::extract::{IdOrSlug, Json, MaybeReader, PagingQuery, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, comments as stored, marks, posts};

/// The requested form of the comments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentsView {
    /// `threads`, or `held` for those of the caller that wait for a moderator. A flat list when absent.
    view: Option<String>,
    /// The order of threads: `newest` (default), `oldest` or `mostLiked`.
    sort: Option<String>,
}

/// A page of comments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentsResponse {
    success: bool,
    comments: Vec<CommentBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// A page of threads. `total` counts threads.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadsResponse {
    success: bool,
    #[serde(rename = "comments")]
    pub(in crate::http) threads: Vec<ThreadBody>,
    pub(in crate::http) total: u64,
    pub(in crate::http) page: u32,
    pub(in crate::http) total_pages: u64,
}

/// A page of comments, or of threads.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CommentsBody {
    /// Comments.
    Flat(CommentsResponse),
    /// Threads.
    Threads(ThreadsResponse),
}

/// The forms of the list.
enum View {
    Flat,
    Threads(ThreadOrder),
    Held,
}

impl CommentsView {
    fn parse(&self) -> Result<View, ValidationError> {
        let order = self.sort.as_deref().map(ThreadOrder::parse).transpose()?;
        match (self.view.as_deref(), order) {
            (Some("threads"), order) => Ok(View::Threads(order.unwrap_or_default())),
            (None | Some("held"), Some(_)) => {
                ValidationError::reject("sort", "Only threads can be sorted: add view=threads")
            }
            (None, None) => Ok(View::Flat),
            (Some("held"), None) => Ok(View::Held),
            (Some(_), _) => ValidationError::reject("view", "view is threads or held"),
        }
    }
}

/// Lists the comments on a published blog, newest first, or its threads.
#[utoipa::path(get, path = "/blogs/{id}/comments", operation_id = "blogComments", tag = "blogs",
    security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog"), CommentsView, PagingQuery),
    responses(
        (status = 200, description = "A page of comments; with `view=threads` each has `replies`", body = inline(CommentsBody)),
        (status = 400, description = "An unknown view or order"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    IdOrSlug(id_or_slug): IdOrSlug,
    Query(query): Query<CommentsView>,
    paging: Paging,
) -> Result<Json<CommentsBody>, ApiError> {
    Ok(Json(match query.parse()? {
        View::Threads(order) => {
            let threads = state.read(move |tx| read_threads(tx, reader, &id_or_slug, order, paging));
            CommentsBody::Threads(threads.await?)
        }
        View::Flat => CommentsBody::Flat(flat(&state, reader, id_or_slug, paging).await?),
        View::Held => {
            let reader = reader.ok_or(ApiError::Unauthorized)?;
            CommentsBody::Flat(held(&state, reader, id_or_slug).await?)
        }
    }))
}

async fn flat(
    state: &AppState,
    reader: Option<UserId>,
    id_or_slug: String,
    paging: Paging,
) -> Result<CommentsResponse, ApiError> {
    let (page, marks) = state
        .read(move |tx| {
            let post = posts::published_by_id_or_slug(tx, &id_or_slug)?.ok_or(NOT_FOUND)?;
            let page = stored::list_of_post(tx, post.id, post.counts.comments, paging)?;
            let marks = marks::on_comments(tx, reader, &page.items)?;
            Ok::<_, ApiError>((page, marks))
        })
        .await?;
    Ok(CommentsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        comments: CommentBody::all(page.items, &marks),
    })
}

/// Reads a page of the threads on a published post, for the API and for the post's page.
pub(in crate::http) fn read_threads(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    id_or_slug: &str,
    order: ThreadOrder,
    paging: Paging,
) -> Result<ThreadsResponse, ApiError> {
    let post = posts::published_by_id_or_slug(tx, id_or_slug)?.ok_or(NOT_FOUND)?;
    let page = stored::roots(tx, post.id, post.threads, order, paging)?;
    let comments = page
        .items
        .iter()
        .flat_map(|thread| [&thread.root].into_iter().chain(&thread.replies));
    let marks = marks::on_comments(tx, reader, comments)?;
    Ok(ThreadsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        threads: page
            .items
            .into_iter()
            .map(|thread| ThreadBody::new(thread, &marks))
            .collect(),
    })
}

async fn held(state: &AppState, reader: UserId, id_or_slug: String) -> Result<CommentsResponse, ApiError> {
    let comments = state
        .read(move |tx| {
            let post = posts::published_id_by_id_or_slug(tx, &id_or_slug)?.ok_or(NOT_FOUND)?;
            Ok::<_, ApiError>(stored::held_of_reader(tx, reader, post)?)
        })
        .await?;
    Ok(CommentsResponse {
        success: true,
        total: comments.len() as u64,
        page: 1,
        total_pages: 1,
        comments: comments
            .into_iter()
            .map(|comment| CommentBody::whole(comment, &marks::Marks::EMPTY))
            .collect(),
    })
}
