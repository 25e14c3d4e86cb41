//! A reader likes a comment, or no longer does.

use axum::Json;
use axum::extract::State;

use super::LikeAnswer;
use crate::domain::CommentId;
use crate::http::error::ErrorBody;
use crate::http::extract::{Participant, Reference};
use crate::http::{ApiError, AppState};
use crate::store::{Touched, comments, marks};

const NOT_FOUND: ApiError = ApiError::NotFound("Comment not found");

/// Turns the caller's like of a comment on or off. Two calls at once mean the same and leave one like.
#[utoipa::path(post, path = "/blogs/comments/{commentId}/like", operation_id = "toggleCommentLike", tag = "blogs",
    params(("commentId" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "How it stands now", body = LikeAnswer),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "The profile is not complete yet", body = ErrorBody),
        (status = 404, description = "No such comment", body = ErrorBody)))]
pub async fn like_comment(
    State(state): State<AppState>,
    Participant(reader): Participant,
    Reference(id): Reference,
) -> Result<Json<LikeAnswer>, ApiError> {
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    let (post, was_liked) = state
        .store
        .read(move |tx| comments::is_liked_by(tx, id, reader))
        .await?
        .ok_or(NOT_FOUND)?;
    let now = state.clock.now();
    let likes = state
        .store
        .write_touching(Touched::Post(post), move |tx| {
            marks::set_comment_like(tx, id, reader, !was_liked, now)
        })
        .await?;
    Ok(Json(LikeAnswer::new(!was_liked, likes.ok_or(NOT_FOUND)?)))
}
