//! Logout of readers.

use crate::http::api::dto::MessageResponse;
use crate::http::api::logout;
use crate::http::extract::{ClientNetwork, Json, Reader, State};
use crate::http::{ApiError, AppState};

/// Revokes the token of this request. Other tokens of the reader stay valid.
#[utoipa::path(post, path = "/auth/logout", operation_id = "logout", tag = "auth",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The token is revoked", body = MessageResponse),
        (status = 403, description = "Not a reader")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    ClientNetwork(network): ClientNetwork,
) -> Result<Json<MessageResponse>, ApiError> {
    logout::end(&state, reader.token, network).await
}
