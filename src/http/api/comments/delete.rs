//! Deletion of comments by administrators.

use super::NOT_FOUND;
use crate::actions::security_log::{self, Event};
use crate::domain::CommentId;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{Admin, ClientNetwork, IdOrSlug, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::comments as stored;

/// Deletes a comment with its likes. A request body is accepted and ignored.
#[utoipa::path(delete, path = "/admin/comments/{id}", operation_id = "deleteComment", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    admin: Admin,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    if state.write(move |tx| stored::remove(tx, id)).await? {
        security_log::record_deletion(Event::CommentDeleted, admin.id, &id, network);
        Ok(Json(MessageResponse::new("Comment deleted successfully")))
    } else {
        Err(NOT_FOUND)
    }
}
