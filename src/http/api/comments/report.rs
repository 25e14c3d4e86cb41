//! Reports of comments.

use super::NOT_FOUND;
use crate::actions::moderation;
use crate::domain::CommentId;
use crate::http::api::dto::MessageResponse;
use crate::http::api::reports::{REPORTED, ReportInput};
use crate::http::extract::{IdOrSlug, Json, State, UnsilencedReader};
use crate::http::{ApiError, AppState};

/// Reports a visible comment to the moderators. Further reports by the caller change nothing.
#[utoipa::path(post, path = "/blogs/comments/{commentId}/report", operation_id = "reportComment", tag = "blogs",
    security(("bearer" = [])), request_body = ReportInput,
    params(("commentId" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "The moderators will see it", body = MessageResponse),
        (status = 400, description = "An unknown reason, a long note, or the caller's own comment"),
        (status = 403, description = "The profile is not complete yet, or the caller is silenced"),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    UnsilencedReader(reader): UnsilencedReader,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<ReportInput>,
) -> Result<Json<MessageResponse>, ApiError> {
    let report = body.parse(reader, state.clock.now())?;
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    state
        .write(move |tx| moderation::report_comment(tx, id, &report))
        .await?;
    Ok(Json(MessageResponse::new(REPORTED)))
}
