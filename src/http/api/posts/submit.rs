//! Submission of a draft for review.

use serde::Deserialize;
use utoipa::ToSchema;

use super::changed::{self, ChangedPostResponse};
use super::{any_post, require_may_change};
use crate::actions::review::{self, GivenNote};
use crate::domain::NoteId;
use crate::domain::note::NoteText;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};

/// What the authors say to the editors.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = Submission)]
pub struct Submission {
    /// At most 2,000 characters.
    #[serde(default)]
    note: Option<String>,
}

/// Submits a draft for review. A draft that is submitted already stays so; a note is added to those that it has.
#[utoipa::path(post, path = "/blogs/{id}/submit", operation_id = "submitBlog", tag = "admin",
    security(("bearer" = [])), request_body = Option<Submission>,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The submitted draft", body = ChangedPostResponse),
        (status = 403, description = "Not their own draft"),
        (status = 404, description = "No such post"),
        (status = 409, description = "The post is published already")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    body: Option<Json<Submission>>,
) -> Result<Json<ChangedPostResponse>, ApiError> {
    let submission = body.map_or_else(Submission::default, |Json(submission)| submission);
    let text = NoteText::parse_optional("note", submission.note.as_deref())?;
    let auditor = state.auditor(staff);
    let id = NoteId::new(auditor.now, state.entropy.as_ref());
    let post = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            require_may_change(staff, &post)?;
            review::submit(tx, &post, GivenNote { id, text }, &auditor)?;
            changed::reload(tx, post.id)
        })
        .await?;
    Ok(Json(ChangedPostResponse::new(post, &state)))
}
