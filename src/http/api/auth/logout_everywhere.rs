//! Logout of readers on all devices.

use crate::http::api::dto::MessageResponse;
use crate::http::api::logout;
use crate::http::extract::{ClientNetwork, Json, Reader, State};
use crate::http::{ApiError, AppState};

/// Revokes every token of the caller, on all devices.
#[utoipa::path(post, path = "/auth/logout-all", operation_id = "logoutEverywhere", tag = "auth",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "All tokens are revoked", body = MessageResponse),
        (status = 403, description = "Not a reader")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    ClientNetwork(network): ClientNetwork,
) -> Result<Json<MessageResponse>, ApiError> {
    logout::end_all(&state, reader.token, network).await
}
