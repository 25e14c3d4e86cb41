//! Logout of administrators on all devices.

use crate::http::api::dto::MessageResponse;
use crate::http::api::logout;
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};

/// Revokes every token of the caller, on all devices.
#[utoipa::path(post, path = "/admin/logout-all", operation_id = "adminLogoutEverywhere", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "All tokens are revoked", body = MessageResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
) -> Result<Json<MessageResponse>, ApiError> {
    logout::end_all(&state, staff.token()?, network).await
}
