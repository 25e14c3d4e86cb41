//! Changes of a reader's own comment.

use serde::Deserialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::create::CommentResponse;
use crate::actions::comments;
use crate::domain::CommentId;
use crate::domain::comment::{CommentAuthor, CommentText};
use crate::http::extract::{IdOrSlug, Json, State, UnsilencedReader};
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// The changed comment.
#[derive(Deserialize, ToSchema)]
pub struct EditedComment {
    /// Plain text of 1 to 5,000 characters, with light Markdown.
    pub(super) content: String,
}

/// Changes the text of the caller's comment, within 24 hours. The staff see the earlier text.
#[utoipa::path(patch, path = "/blogs/comments/{commentId}", operation_id = "editComment", tag = "blogs",
    security(("bearer" = [])), request_body = EditedComment,
    params(("commentId" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "The comment", body = CommentResponse),
        (status = 400, description = "The text is empty or too long"),
        (status = 403, description = "Somebody else's comment, or older than 24 hours"),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    UnsilencedReader(reader): UnsilencedReader,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<EditedComment>,
) -> Result<Json<CommentResponse>, ApiError> {
    let text = CommentText::parse(&body.content)?;
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    let author = CommentAuthor::Reader(reader);
    let now = state.clock.now();
    let (edited, marks) = state
        .write(move |tx| {
            let edited = comments::edit(tx, id, author, &text, now)?;
            let marks = marks::on_comments(tx, Some(reader), [&edited.comment])?;
            Ok::<_, ApiError>((edited, marks))
        })
        .await?;
    Ok(Json(CommentResponse::new(
        edited.comment,
        edited.told,
        &marks,
        "Comment updated successfully",
    )))
}
