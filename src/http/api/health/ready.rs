//! Readiness check.

use super::{HealthResponse, NO_STORE, Uncached};
use crate::http::extract::{Json, State};
use crate::http::{ApiError, AppState};
use crate::store::avatars;

/// Checks that the server can handle requests: the database responds, and no shutdown is in progress.
#[utoipa::path(get, path = "/ready", operation_id = "ready", tag = "operation",
    responses(
        (status = 200, description = "The server is ready", body = HealthResponse),
        (status = 503, description = "Shutting down, or the database does not respond")))]
pub async fn handler(State(state): State<AppState>) -> Result<Uncached<HealthResponse>, ApiError> {
    if state.is_shutting_down() {
        return Err(ApiError::Unavailable);
    }
    state.read(avatars::all).await.map_err(|error| {
        tracing::error!(%error, "the database does not respond");
        ApiError::Unavailable
    })?;
    Ok((NO_STORE, Json(HealthResponse { status: "ready" })))
}
