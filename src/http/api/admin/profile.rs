//! The calling administrator.

use crate::http::api::dto::AdminBody;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// Returns the calling administrator.
#[utoipa::path(get, path = "/admin/profile", operation_id = "adminProfile", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The administrator", body = AdminBody)))]
pub async fn handler(State(state): State<AppState>, staff: Staff) -> Result<Json<AdminBody>, ApiError> {
    let admin = state.read(move |tx| admins::by_id(tx, staff.id)).await?;
    Ok(Json(admin.ok_or(ApiError::Unauthorized)?.into()))
}
