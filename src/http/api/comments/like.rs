//! Liking a comment.

use super::NOT_FOUND;
use crate::domain::CommentId;
use crate::http::api::dto::LikeResponse;
use crate::http::extract::{IdOrSlug, Json, State, UnsilencedReader};
use crate::http::toggle_coalescing::ToggledMark;
use crate::http::{ApiError, AppState};
use crate::store::{comments, marks};

/// Toggles the caller's like of a comment. Concurrent calls count as one.
#[utoipa::path(post, path = "/blogs/comments/{commentId}/like", operation_id = "toggleCommentLike", tag = "blogs",
    security(("bearer" = [])),
    params(("commentId" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "The new state", body = LikeResponse),
        (status = 403, description = "The profile is not complete yet, or the caller is silenced"),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    UnsilencedReader(reader): UnsilencedReader,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<LikeResponse>, ApiError> {
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    let now = state.clock.now();
    let toggle = async {
        let was_liked = if state.store.is_shared() {
            state
                .read(move |tx| comments::is_liked_by(tx, id, reader))
                .await?
        } else {
            None
        };
        let toggle = state
            .write(move |tx| marks::toggle_comment_like(tx, was_liked, id, reader, now)?.ok_or(NOT_FOUND));
        toggle.await
    };
    let toggled = state
        .toggles
        .toggle((ToggledMark::CommentLike(id), reader), toggle)
        .await?;
    Ok(Json(LikeResponse::new(toggled.is_on, toggled.count)))
}
