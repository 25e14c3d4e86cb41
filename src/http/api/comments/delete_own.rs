//! Deletion of a reader's own comment.

use super::NOT_FOUND;
use crate::actions::comments;
use crate::domain::CommentId;
use crate::domain::comment::CommentAuthor;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState};

/// Deletes the caller's comment, with its text, earlier texts and likes. Where there are replies, its place stays.
#[utoipa::path(delete, path = "/blogs/comments/{commentId}", operation_id = "deleteOwnComment", tag = "blogs",
    security(("bearer" = [])),
    params(("commentId" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 403, description = "Somebody else's comment"),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    let author = CommentAuthor::Reader(reader.id);
    let now = state.clock.now();
    state
        .write(move |tx| comments::delete(tx, id, author, now))
        .await?;
    Ok(Json(MessageResponse::new("Comment deleted successfully")))
}
