//! Addition of a note to a post.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::notes::NoteBody;
use super::{NOT_FOUND, any_post, require_may_see};
use crate::actions::review::{self, GivenNote};
use crate::domain::NoteId;
use crate::domain::note::NoteText;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::post_notes;

/// A note on a post.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewBlogNote)]
pub struct NewNoteBody {
    /// 1 to 2,000 characters of plain text.
    text: String,
}

/// The added note.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlogNoteResponse)]
pub struct NoteResponse {
    success: bool,
    note: NoteBody,
}

/// Adds a note to a post, for its authors and the editors.
#[utoipa::path(post, path = "/blogs/{id}/notes", operation_id = "addBlogNote", tag = "admin",
    security(("bearer" = [])), request_body = NewNoteBody,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 201, description = "The note", body = NoteResponse),
        (status = 403, description = "Not their own post, and neither editor nor administrator"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<NewNoteBody>,
) -> Result<(StatusCode, Json<NoteResponse>), ApiError> {
    let text = NoteText::parse("text", &body.text)?;
    let auditor = state.auditor(staff);
    let id = NoteId::new(auditor.now, state.entropy.as_ref());
    let note = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            require_may_see(staff, &post)?;
            review::add_note(tx, post.id, GivenNote { id, text }, &auditor)?;
            post_notes::by_id(tx, id)?.ok_or(NOT_FOUND)
        })
        .await?;
    let note = NoteBody::from(note);
    Ok((StatusCode::CREATED, Json(NoteResponse { success: true, note })))
}
