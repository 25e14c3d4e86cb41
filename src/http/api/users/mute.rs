//! Muting a reader.

use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::domain::{UserId, ValidationError};
use crate::http::extract::{IdOrSlug, Json, OnboardedReader, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{mutes, users};

/// Whether the caller mutes the reader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MuteResponse {
    success: bool,
    is_muted: bool,
}

impl MuteResponse {
    pub(super) fn new(is_muted: bool) -> Self {
        Self {
            success: true,
            is_muted,
        }
    }
}

/// Mutes a reader: their comments are folded for the caller. A reader mutes at most 1,000 others.
#[utoipa::path(put, path = "/users/{id}/mute", operation_id = "muteUser", tag = "users",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The reader is muted", body = MuteResponse),
        (status = 400, description = "The caller's own account"),
        (status = 403, description = "The profile is not complete yet"),
        (status = 404, description = "No such reader"),
        (status = 409, description = "The caller mutes 1,000 readers already")))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MuteResponse>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    if id == reader {
        return Err(ValidationError::new("id", "You cannot mute yourself").into());
    }
    let now = state.clock.now();
    let is_muted = state
        .write(move |tx| {
            let user = users::by_id(tx, id)?.filter(|user| user.is_verified);
            user.ok_or(NOT_FOUND)?;
            mutes::add(tx, reader, id, now).map_err(ApiError::from)
        })
        .await?;
    if is_muted {
        return Ok(Json(MuteResponse::new(true)));
    }
    Err(ApiError::conflict(
        ErrorCode::TooManyMutes,
        "id",
        "You mute 1,000 readers already. End a mute first.",
    ))
}
