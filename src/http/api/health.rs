//! Liveness and readiness checks.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ErrorBody;
use crate::http::{ApiError, AppState};
use crate::store::avatars;

/// The state of the server.
#[derive(Debug, Serialize, ToSchema)]
pub struct HealthResponse {
    status: &'static str,
}

/// A response that must not be cached.
type Uncached<T> = ([(HeaderName, &'static str); 1], Json<T>);

const NO_STORE: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

/// Checks that the process is running. Does not use the database.
#[utoipa::path(get, path = "/health", operation_id = "health", tag = "operation",
    responses((status = 200, description = "The process is running", body = HealthResponse)))]
pub async fn health() -> Uncached<HealthResponse> {
    (NO_STORE, Json(HealthResponse { status: "ok" }))
}

/// Checks that the server can handle requests: the database responds, and no shutdown is in progress.
#[utoipa::path(get, path = "/ready", operation_id = "ready", tag = "operation",
    responses(
        (status = 200, description = "The server is ready", body = HealthResponse),
        (status = 503, description = "Shutting down, or the database does not respond", body = ErrorBody)))]
pub async fn ready(State(state): State<AppState>) -> Result<Uncached<HealthResponse>, ApiError> {
    if state.is_shutting_down() {
        return Err(ApiError::Unavailable);
    }
    state.store.read(avatars::all).await.map_err(|error| {
        tracing::error!(%error, "the database does not respond");
        ApiError::Unavailable
    })?;
    Ok((NO_STORE, Json(HealthResponse { status: "ready" })))
}
