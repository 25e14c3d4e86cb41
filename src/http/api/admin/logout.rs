//! Logout of administrators.

use crate::http::api::dto::MessageResponse;
use crate::http::api::logout;
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};

/// Revokes the token of this request. Other tokens of the administrator stay valid.
#[utoipa::path(post, path = "/admin/logout", operation_id = "adminLogout", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The token is revoked", body = MessageResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
) -> Result<Json<MessageResponse>, ApiError> {
    logout::end(&state, staff.token()?, network).await
}
