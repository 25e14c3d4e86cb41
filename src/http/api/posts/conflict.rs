//! The response to a change of a text that its author had not seen.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::EditablePost;
use super::saving::{SavedPostResponse, load};
use crate::domain::ValidationError;
use crate::domain::post::PostSummary;
use crate::domain::revision::Revision;
use crate::http::error::ErrorBody;
use crate::http::extract::Json;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{Tx, revisions};

/// A text that has changed since it was read. What was sent is kept as a revision beside it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevisionConflict {
    /// Always false.
    success: bool,
    message: &'static str,
    /// Always `revision_conflict`.
    code: ErrorCode,
    /// The number of the present revision.
    revision: u32,
    /// The name of who made it; null if they have left.
    #[schema(required)]
    changed_by: Option<String>,
    /// When it was made.
    changed_at: String,
    /// The number of the revision that holds what was sent; null when that was nothing new.
    #[schema(required)]
    conflict: Option<u32>,
    #[serde(rename = "blog")]
    post: EditablePost,
}

/// The refusal of a change with the status 409.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    reason = "it only describes the response, which is built of its parts"
)]
pub enum RefusedChange {
    /// The text has changed since it was read.
    Conflict(Box<RevisionConflict>),
    /// Another reason.
    Other(ErrorBody),
}

/// The outcome of a change.
pub(in crate::http::api) enum Change {
    Saved(Box<(PostSummary, String)>),
    Refused(Box<Conflict>),
}

/// The present text, when it is not the one that was changed.
pub(in crate::http::api) struct Conflict {
    post: (PostSummary, String),
    newest: Option<Revision>,
    kept_as: Option<u32>,
}

impl Conflict {
    /// Reads the present text of a post. `kept_as` is the number of the revision that holds the other one.
    pub(in crate::http::api) fn load(
        tx: &Tx<'_>,
        post: &PostSummary,
        kept_as: Option<u32>,
    ) -> Result<Change, ApiError> {
        Ok(Change::Refused(Box::new(Self {
            newest: revisions::by_number(tx, post.id, post.revision)?,
            post: load(tx, post.id)?,
            kept_as,
        })))
    }
}

/// Whether a post has a newer revision than the one that was changed, if it is known which one that was.
///
/// # Errors
/// If the post never had that revision.
pub(in crate::http::api) fn is_outdated(post: &PostSummary, base: Option<u32>) -> Result<bool, ApiError> {
    match base {
        Some(base) if base > post.revision => {
            Err(ValidationError::new("revision", "The post never had this revision").into())
        }
        Some(base) => Ok(base < post.revision),
        None => Ok(false),
    }
}

/// Returns the response to a change.
pub(in crate::http::api) fn respond(state: &AppState, change: Change) -> Response {
    let conflict = match change {
        Change::Saved(saved) => return Json(SavedPostResponse::new(state, *saved)).into_response(),
        Change::Refused(conflict) => conflict,
    };
    let (post, html) = conflict.post;
    let changed_at = conflict
        .newest
        .as_ref()
        .map_or(post.updated_at, |newest| newest.created_at);
    let body = RevisionConflict {
        success: false,
        message: "Somebody has changed this post since you opened it",
        code: ErrorCode::RevisionConflict,
        revision: post.revision,
        changed_by: conflict
            .newest
            .and_then(|newest| newest.author)
            .map(|author| author.username),
        changed_at: changed_at.to_string(),
        conflict: conflict.kept_as,
        post: EditablePost::new(post, html, state),
    };
    let headers = [(header::CACHE_CONTROL, "no-store")];
    (StatusCode::CONFLICT, headers, Json(body)).into_response()
}
