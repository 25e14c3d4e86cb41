//! The list of the caller's autosaves.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::AutosaveSummaryBody;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::autosaves;

/// The unsaved texts of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct AutosavesResponse {
    success: bool,
    /// At most 50, as many as one person may have.
    autosaves: Vec<AutosaveSummaryBody>,
}

/// Lists the caller's unsaved texts, newest first.
#[utoipa::path(get, path = "/admin/autosaves", operation_id = "autosaves", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The unsaved texts", body = AutosavesResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
) -> Result<Json<AutosavesResponse>, ApiError> {
    let autosaves = state.read(move |tx| autosaves::list(tx, staff.id)).await?;
    Ok(Json(AutosavesResponse {
        success: true,
        autosaves: autosaves.into_iter().map(AutosaveSummaryBody::from).collect(),
    }))
}
