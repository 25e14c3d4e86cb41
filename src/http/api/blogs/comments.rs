//! The comments on a blog, beyond those that it carries along.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::wire::CommentBody;
use crate::domain::Paging;
use crate::http::error::ErrorBody;
use crate::http::extract::{MaybeReader, PagingQuery, Reference};
use crate::http::{ApiError, AppState};
use crate::store::{comments as stored, marks, posts};

/// A page of comments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentsAnswer {
    success: bool,
    comments: Vec<CommentBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// The comments on a published blog, newest first.
#[utoipa::path(get, path = "/blogs/{id}/comments", operation_id = "blogComments", tag = "blogs",
    params(("id" = String, Path, description = "The id or slug of the blog"), PagingQuery),
    responses(
        (status = 200, description = "A page of comments", body = CommentsAnswer),
        (status = 400, description = "A page or limit out of range", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody)))]
pub async fn comments(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    Reference(reference): Reference,
    paging: Paging,
) -> Result<Json<CommentsAnswer>, ApiError> {
    let (page, marks) = state
        .store
        .read(move |tx| {
            let post = posts::by_reference(tx, &reference)?.ok_or(NOT_FOUND)?;
            let page = stored::on_post(tx, post.id, post.counts.comments, paging)?;
            let marks = marks::on_comments(tx, reader, &page.items)?;
            Ok::<_, ApiError>((page, marks))
        })
        .await?;
    Ok(Json(CommentsAnswer {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        comments: CommentBody::all(page.items, &marks),
    }))
}
