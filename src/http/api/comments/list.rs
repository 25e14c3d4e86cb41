//! The comments on a post, in pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::CommentBody;
use crate::domain::Paging;
use crate::http::api::posts::NOT_FOUND;
use crate::http::extract::{IdOrSlug, Json, MaybeReader, PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::{comments as stored, marks, posts};

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

/// Lists the comments on a published blog, newest first.
#[utoipa::path(get, path = "/blogs/{id}/comments", operation_id = "blogComments", tag = "blogs",
    security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog"), PagingQuery),
    responses(
        (status = 200, description = "A page of comments", body = CommentsResponse),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    IdOrSlug(id_or_slug): IdOrSlug,
    paging: Paging,
) -> Result<Json<CommentsResponse>, ApiError> {
    let (page, marks) = state
        .read(move |tx| {
            let post = posts::published_by_id_or_slug(tx, &id_or_slug)?.ok_or(NOT_FOUND)?;
            let page = stored::list_of_post(tx, post.id, post.counts.comments, paging)?;
            let marks = marks::on_comments(tx, reader, &page.items)?;
            Ok::<_, ApiError>((page, marks))
        })
        .await?;
    Ok(Json(CommentsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        comments: CommentBody::all(page.items, &marks),
    }))
}
