//! The account settings of the calling administrator.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::api::dto::AdminBody;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// The administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminSettingsResponse {
    success: bool,
    admin: AdminBody,
}

/// Returns the caller's username and email.
#[utoipa::path(get, path = "/admin/settings/profile", operation_id = "adminSettings", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The administrator", body = AdminSettingsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
) -> Result<Json<AdminSettingsResponse>, ApiError> {
    let admin = state.read(move |tx| admins::by_id(tx, staff.id)).await?;
    Ok(Json(AdminSettingsResponse {
        success: true,
        admin: admin.ok_or(ApiError::Unauthorized)?.into(),
    }))
}
