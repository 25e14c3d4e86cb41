//! Ending the mute of a reader.

use super::NOT_FOUND;
use super::mute::MuteResponse;
use crate::domain::UserId;
use crate::http::extract::{IdOrSlug, Json, OnboardedReader, State};
use crate::http::{ApiError, AppState};
use crate::store::mutes;

/// Ends the mute of a reader, if there is one.
#[utoipa::path(delete, path = "/users/{id}/mute", operation_id = "unmuteUser", tag = "users",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The reader is not muted", body = MuteResponse),
        (status = 403, description = "The profile is not complete yet"),
        (status = 404, description = "Not an id")))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MuteResponse>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    state.write(move |tx| mutes::remove(tx, reader, id)).await?;
    Ok(Json(MuteResponse::new(false)))
}
