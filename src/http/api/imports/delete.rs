//! Cancelling and deleting imports.

use super::NO_IMPORT;
use crate::domain::ImportId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, imports};

/// Cancels an import that is under way, and deletes it with its file and its report. What was imported stays.
#[utoipa::path(delete, path = "/admin/imports/{id}", operation_id = "deleteImport", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the import")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 404, description = "No such import")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = ImportId::parse(&id).ok_or(NO_IMPORT)?;
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            let import = imports::by_id(tx, id)?.ok_or(NO_IMPORT)?;
            imports::remove(tx, id, auditor.now)?;
            let entry = auditor.entry(Action::ImportDeleted, &id, import.state.name());
            audit::insert(tx, &entry).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new("The import is deleted")))
}
