//! An autosave with its fields.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::AutosaveBody;
use super::{NOT_FOUND, key_of};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::autosaves;

/// An unsaved text.
#[derive(Debug, Serialize, ToSchema)]
pub struct AutosaveResponse {
    success: bool,
    autosave: AutosaveBody,
}

/// Returns an unsaved text of the caller.
#[utoipa::path(get, path = "/admin/autosaves/{key}", operation_id = "autosave", tag = "admin",
    security(("bearer" = [])),
    params(("key" = String, Path, description = "The id of the post, or the UUID of a new one")),
    responses(
        (status = 200, description = "The unsaved text", body = AutosaveResponse),
        (status = 404, description = "There is none")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(key): IdOrSlug,
) -> Result<Json<AutosaveResponse>, ApiError> {
    let key = key_of(&key)?;
    let found = state.read(move |tx| autosaves::by_key(tx, staff.id, key)).await?;
    let (autosave, revision) = found.ok_or(NOT_FOUND)?;
    Ok(Json(AutosaveResponse {
        success: true,
        autosave: AutosaveBody::new(autosave, revision),
    }))
}
