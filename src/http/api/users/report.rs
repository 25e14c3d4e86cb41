//! Reports of readers.

use super::NOT_FOUND;
use crate::domain::{UserId, ValidationError};
use crate::http::api::dto::MessageResponse;
use crate::http::api::reports::{REPORTED, ReportInput};
use crate::http::extract::{IdOrSlug, Json, State, UnsilencedReader};
use crate::http::{ApiError, AppState};
use crate::store::{reports, users};

/// Reports a reader to the moderators. Further reports by the caller change nothing.
#[utoipa::path(post, path = "/users/{id}/report", operation_id = "reportUser", tag = "users",
    security(("bearer" = [])), request_body = ReportInput,
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The moderators will see it", body = MessageResponse),
        (status = 400, description = "An unknown reason, a long note, or the caller's own account"),
        (status = 403, description = "The profile is not complete yet, or the caller is silenced"),
        (status = 404, description = "No such reader")))]
pub async fn handler(
    State(state): State<AppState>,
    UnsilencedReader(reader): UnsilencedReader,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<ReportInput>,
) -> Result<Json<MessageResponse>, ApiError> {
    let report = body.parse(reader, state.clock.now())?;
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    if id == reader {
        return Err(ValidationError::new("id", "You cannot report yourself").into());
    }
    state
        .write(move |tx| {
            let user = users::by_id(tx, id)?.filter(|user| user.is_verified && !user.is_banned);
            user.ok_or(NOT_FOUND)?;
            reports::add_to_reader(tx, id, &report).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new(REPORTED)))
}
