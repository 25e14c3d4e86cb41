//! Changes of a comment by the member of the staff who wrote it.

use super::NOT_FOUND;
use super::create::CommentResponse;
use super::edit::EditedComment;
use crate::actions::comments;
use crate::domain::CommentId;
use crate::domain::audit::Action;
use crate::domain::comment::{CommentAuthor, CommentText};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;
use crate::store::marks::Marks;

/// Changes the text of the caller's own comment, within 24 hours.
#[utoipa::path(patch, path = "/admin/comments/{id}", operation_id = "editStaffComment", tag = "admin",
    security(("bearer" = [])), request_body = EditedComment,
    params(("id" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "The comment", body = CommentResponse),
        (status = 400, description = "The text is empty or too long"),
        (status = 403, description = "Somebody else's comment, or older than 24 hours"),
        (status = 404, description = "No such comment")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<EditedComment>,
) -> Result<Json<CommentResponse>, ApiError> {
    let text = CommentText::parse(&body.content)?;
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    let author = CommentAuthor::Staff(staff.id);
    let auditor = state.auditor(staff);
    let edited = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let edited = comments::edit(tx, id, author, &text, auditor.now)?;
            if edited.has_changed {
                audit::insert(tx, &auditor.entry(Action::CommentEdited, &id, ""))?;
            }
            Ok::<_, ApiError>(edited)
        })
        .await?;
    Ok(Json(CommentResponse::new(
        edited.comment,
        edited.told,
        &Marks::EMPTY,
        "Comment updated successfully",
    )))
}
