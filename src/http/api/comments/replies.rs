//! The comments below another.

use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::dto::CommentBody;
use crate::domain::{CommentId, Paging, UserId};
use crate::http::extract::{IdOrSlug, Json, MaybeReader, PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, comments as stored, marks};

/// A page of the comments below another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RepliesResponse {
    success: bool,
    pub(in crate::http) replies: Vec<CommentBody>,
    /// All comments below it, with those that are no longer visible but have visible replies.
    total: u64,
    page: u32,
    pub(in crate::http) total_pages: u64,
}

/// Lists all comments below another, at any depth, in the order of the thread: each is followed by its replies, oldest
/// first.
#[utoipa::path(get, path = "/blogs/comments/{commentId}/replies", operation_id = "commentReplies", tag = "blogs",
    security((), ("bearer" = [])),
    params(("commentId" = String, Path, description = "The id of the comment"), PagingQuery),
    responses(
        (status = 200, description = "A page of comments", body = RepliesResponse),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    IdOrSlug(id): IdOrSlug,
    paging: Paging,
) -> Result<Json<RepliesResponse>, ApiError> {
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    Ok(Json(state.read(move |tx| read(tx, reader, id, paging)).await?))
}

/// Reads a page of the comments below another, for the API and for the post's page.
pub(in crate::http) fn read(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    id: CommentId,
    paging: Paging,
) -> Result<RepliesResponse, ApiError> {
    let comment = stored::shown_by_id(tx, id, None)?.ok_or(NOT_FOUND)?;
    let page = stored::replies(tx, &comment, paging)?;
    let marks = marks::on_comments(tx, reader, &page.items)?;
    Ok(RepliesResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        replies: CommentBody::all(page.items, &marks),
    })
}
