//! The notes of the staff on a post.

use serde::Serialize;
use utoipa::ToSchema;

use super::{any_post, require_may_see};
use crate::domain::Paging;
use crate::domain::note::{Note, NoteEvent};
use crate::http::extract::{IdOrSlug, Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::post_notes;

/// The member of the staff who wrote a note.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NoteAuthor)]
pub struct NoteWriter {
    id: String,
    username: String,
}

/// A note on a post.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogNote)]
pub struct NoteBody {
    id: String,
    /// Plain text; empty for a step of the review without a note.
    text: String,
    /// The step of the review that it came with: `submitted`, `changesRequested` or `approved`.
    #[schema(required)]
    event: Option<&'static str>,
    created_at: String,
    /// Null if they have left.
    #[schema(required)]
    author: Option<NoteWriter>,
}

/// A page of notes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogNotesResponse)]
pub struct NotesResponse {
    success: bool,
    notes: Vec<NoteBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the notes of the staff on a post, newest first. No visitor ever sees them.
#[utoipa::path(get, path = "/blogs/{id}/notes", operation_id = "blogNotes", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post"), PagingQuery),
    responses(
        (status = 200, description = "A page of notes", body = NotesResponse),
        (status = 403, description = "Not their own post, and neither editor nor administrator"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    paging: Paging,
) -> Result<Json<NotesResponse>, ApiError> {
    let page = state
        .read(move |tx| {
            let post = any_post(tx, &id_or_slug)?;
            require_may_see(staff, &post)?;
            post_notes::list(tx, post.id, paging).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(NotesResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        notes: page.items.into_iter().map(NoteBody::from).collect(),
    }))
}

impl From<Note> for NoteBody {
    fn from(note: Note) -> Self {
        Self {
            id: note.id.to_string(),
            text: note.text.as_str().to_owned(),
            event: note.event.map(NoteEvent::name),
            created_at: note.created_at.to_string(),
            author: note.writer.map(|(id, username)| NoteWriter {
                id: id.to_string(),
                username,
            }),
        }
    }
}
