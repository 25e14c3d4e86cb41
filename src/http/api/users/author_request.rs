//! A reader's request to write.

use serde::Deserialize;
use utoipa::ToSchema;

use super::NOT_AUTHORIZED;
use crate::domain::user::AuthorNote;
use crate::domain::{AuthorRequestId, UserId};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, OnboardedReader, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::author_requests;

/// The text in which the reader says why.
#[derive(Deserialize, ToSchema)]
pub struct AuthorRequestNote {
    /// 1 to 500 characters.
    note: String,
}

/// Asks the team to let the caller write. An administrator invites them by mail, or declines.
#[utoipa::path(post, path = "/users/{id}/author-request", operation_id = "requestToWrite", tag = "users",
    security(("bearer" = [])), request_body = AuthorRequestNote,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The request is stored", body = MessageResponse),
        (status = 400, description = "No note, or a long one"),
        (status = 403, description = "Another reader's account, or onboarding is not complete"),
        (status = 409, description = "The caller has asked already")))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<AuthorRequestNote>,
) -> Result<Json<MessageResponse>, ApiError> {
    if UserId::parse(&id) != Some(reader) {
        return Err(NOT_AUTHORIZED);
    }
    let note = AuthorNote::parse(&body.note)?;
    let now = state.clock.now();
    let request = AuthorRequestId::new(now, state.entropy.as_ref());
    let stored = state
        .write(move |tx| author_requests::insert(tx, request, reader, &note, now))
        .await?;
    if !stored {
        return Err(ApiError::conflict(
            ErrorCode::RequestPending,
            "note",
            "You have asked already. Your request is with the team.",
        ));
    }
    Ok(Json(MessageResponse::new(
        "Thank you! Your request is with the team.",
    )))
}
