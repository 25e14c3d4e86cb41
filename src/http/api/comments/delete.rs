//! Deletion of comments by administrators.

use super::NOT_FOUND;
use crate::actions::security_log::{self, Event};
use crate::domain::CommentId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, comments as stored};

/// Deletes a comment with its likes. A request body is accepted and ignored.
#[utoipa::path(delete, path = "/admin/comments/{id}", operation_id = "deleteComment", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    let auditor = state.auditor(staff.id);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            if !stored::remove(tx, id)? {
                return Err(NOT_FOUND);
            }
            audit::insert(tx, &auditor.entry(Action::CommentDeleted, &id, "")).map_err(ApiError::from)
        })
        .await?;
    security_log::record_staff_action(Event::CommentDeleted, staff.id, &id, network);
    Ok(Json(MessageResponse::new("Comment deleted successfully")))
}
