//! Removal of comments by the staff.

use super::NOT_FOUND;
use crate::actions::comments;
use crate::actions::security_log::{self, Event};
use crate::domain::CommentId;
use crate::domain::audit::Action;
use crate::domain::comment::{CommentAuthor, CommentState};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, ROLE_NOT_ALLOWED, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, comments as stored};

/// Removes a comment; where there are replies, its place stays. Editors and administrators may remove any, and the others
/// delete their own. A request body is accepted and ignored.
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
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let author = CommentAuthor::Staff(staff.id);
            let comment = stored::moderated(tx, id)?.ok_or(NOT_FOUND)?;
            let is_own = comment.author == Some(author);
            if !is_own && !staff.role.moderates() {
                return Err(ROLE_NOT_ALLOWED);
            }
            if is_own {
                comments::delete(tx, id, author, auditor.now)?;
            } else if matches!(comment.state, CommentState::Visible | CommentState::Held) {
                let held_for = &comment.held_for;
                stored::set_state(tx, &comment, CommentState::Removed, held_for, auditor.now)?;
            } else {
                return Err(NOT_FOUND);
            }
            audit::insert(tx, &auditor.entry(Action::CommentDeleted, &id, "")).map_err(ApiError::from)
        })
        .await?;
    security_log::record_staff_action(Event::CommentDeleted, staff.id, &id, network);
    Ok(Json(MessageResponse::new("Comment deleted successfully")))
}
