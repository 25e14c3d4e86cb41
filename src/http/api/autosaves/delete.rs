//! Discarding an autosave.

use super::key_of;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{autosaves, media};

/// Discards an unsaved text of the caller, and its pictures that nothing else shows. There may be none.
#[utoipa::path(delete, path = "/admin/autosaves/{key}", operation_id = "deleteAutosave", tag = "admin",
    security(("bearer" = [])),
    params(("key" = String, Path, description = "The id of the post, or the UUID of a new one")),
    responses((status = 200, description = "There is none any more", body = MessageResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(key): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let key = key_of(&key)?;
    state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            autosaves::delete(tx, staff.id, key)?;
            media::remove_unused(tx).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new("The unsaved text is discarded")))
}
