//! One comment, with its place among the threads of its post, for links to it.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::NOT_FOUND;
use super::admin_list::CommentedPost;
use super::dto::CommentBody;
use crate::domain::comment::{CommentState, ThreadOrder};
use crate::domain::page::LIMIT_DEFAULT;
use crate::domain::{CommentId, UserId};
use crate::http::extract::{IdOrSlug, Json, MaybeReader, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::comments::{self as stored, ThreadPlace};
use crate::store::{Tx, marks, posts};

/// The order of the threads among which the comment is to be found.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlaceQuery {
    /// `newest` (default), `oldest` or `mostLiked`.
    sort: Option<String>,
}

/// A comment with its place.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CommentPlaceResponse)]
pub struct SingleCommentResponse {
    success: bool,
    pub(in crate::http) comment: CommentBody,
    #[serde(rename = "blog")]
    pub(in crate::http) post: CommentedPost,
    /// The id of the first comment of its thread.
    pub(in crate::http) root: String,
    /// The page of its thread, at 20 threads a page.
    pub(in crate::http) page: u64,
    /// The page of the comment below the first of its thread, at 20 comments a page; null for the first comment itself.
    #[schema(required)]
    pub(in crate::http) replies_page: Option<u64>,
}

/// Returns a comment with the pages on which it is found.
#[utoipa::path(get, path = "/blogs/comments/{commentId}", operation_id = "comment", tag = "blogs",
    security((), ("bearer" = [])),
    params(("commentId" = String, Path, description = "The id of the comment"), PlaceQuery),
    responses(
        (status = 200, description = "The comment", body = SingleCommentResponse),
        (status = 400, description = "An unknown order"),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    IdOrSlug(id): IdOrSlug,
    Query(query): Query<PlaceQuery>,
) -> Result<Json<SingleCommentResponse>, ApiError> {
    let order = query.sort.as_deref().map(ThreadOrder::parse).transpose()?;
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    let order = order.unwrap_or_default();
    Ok(Json(state.read(move |tx| read(tx, reader, id, order)).await?))
}

/// Reads a comment with its place, for the API and for the post's page.
pub(in crate::http) fn read(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    id: CommentId,
    order: ThreadOrder,
) -> Result<SingleCommentResponse, ApiError> {
    let comment = stored::shown_by_id(tx, id, reader)?.ok_or(NOT_FOUND)?;
    let ThreadPlace {
        roots_before,
        replies_before,
    } = stored::place(tx, &comment, order)?;
    let post = posts::published_by_id_or_slug(tx, &comment.post.to_string())?.ok_or(NOT_FOUND)?;
    let marks = marks::on_comments(tx, reader, [&comment])?;
    let page = |before: u64| before / u64::from(LIMIT_DEFAULT) + 1;
    let is_held = comment.state == CommentState::Held;
    Ok(SingleCommentResponse {
        success: true,
        root: comment.position.root.to_string(),
        page: page(roots_before),
        replies_page: replies_before.map(page),
        post: CommentedPost::new(post.id, &post.slug, post.title),
        comment: if is_held && reader.is_some_and(|reader| comment.is_by_reader(reader)) {
            CommentBody::whole(comment, &marks)
        } else {
            CommentBody::new(comment, &marks)
        },
    })
}
