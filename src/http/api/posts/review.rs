//! The decision on a submitted draft.

use serde::Deserialize;
use utoipa::ToSchema;

use super::any_post;
use super::changed::{self, ChangedPostResponse};
use crate::actions::review::{self, Decision, GivenNote};
use crate::domain::note::NoteText;
use crate::domain::{NoteId, PublishAt, Time, ValidationError};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};

/// The decision on a draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReviewDecision)]
pub struct ReviewBody {
    /// `approve` publishes it, `changes` returns it to its authors.
    decision: String,
    /// At most 2,000 characters; required with `changes`.
    #[serde(default)]
    note: Option<String>,
    /// When it is to be published, in RFC 3339; at once when absent or empty. Only with `approve`.
    #[serde(default)]
    publish_at: Option<String>,
    /// The revision that was read. If the draft was changed since, nothing is decided.
    #[serde(default)]
    revision: Option<u32>,
}

impl ReviewBody {
    fn parse(&self, now: Time) -> Result<(Decision, NoteText), ValidationError> {
        let publish_at = self.publish_at.as_deref().filter(|text| !text.is_empty());
        match self.decision.as_str() {
            "approve" => {
                let at = publish_at.map(|text| PublishAt::parse(text, now)).transpose()?;
                let note = NoteText::parse_optional("note", self.note.as_deref())?;
                Ok((Decision::Approve(at), note))
            }
            "changes" if publish_at.is_some() => {
                ValidationError::reject("publishAt", "Only an approved draft has a time of publication")
            }
            "changes" => {
                let note = NoteText::parse("note", self.note.as_deref().unwrap_or_default())?;
                Ok((Decision::RequestChanges, note))
            }
            _ => ValidationError::reject("decision", "decision is approve or changes"),
        }
    }
}

/// Approves a submitted draft, which publishes it at once or at the given time, or returns it to its authors with a note.
#[utoipa::path(post, path = "/blogs/{id}/review", operation_id = "reviewBlog", tag = "admin",
    security(("bearer" = [])), request_body = ReviewBody,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post after the decision", body = ChangedPostResponse),
        (status = 404, description = "No such post"),
        (status = 409, description = "It is not submitted, or was changed since the revision that was read")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<ReviewBody>,
) -> Result<Json<ChangedPostResponse>, ApiError> {
    let auditor = state.auditor(staff);
    let (decision, text) = body.parse(auditor.now)?;
    let id = NoteId::new(auditor.now, state.entropy.as_ref());
    let post = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            let note = GivenNote { id, text };
            review::decide(tx, &post, decision, body.revision, note, &auditor)?;
            changed::reload(tx, post.id)
        })
        .await?;
    Ok(Json(ChangedPostResponse::new(post, &state)))
}
