//! Whether the site lives, and whether it can answer.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ErrorBody;
use crate::http::{ApiError, AppState};
use crate::store::avatars;

/// How the site is.
#[derive(Debug, Serialize, ToSchema)]
pub struct HealthAnswer {
    status: &'static str,
}

/// What is true of this moment only.
type Now<T> = ([(HeaderName, &'static str); 1], Json<T>);

const NOT_KEPT: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

/// Whether the process lives. It asks nothing of the database.
#[utoipa::path(get, path = "/health", operation_id = "health", tag = "operation",
    responses((status = 200, description = "It lives", body = HealthAnswer)))]
pub async fn health() -> Now<HealthAnswer> {
    (NOT_KEPT, Json(HealthAnswer { status: "ok" }))
}

/// Whether requests should be sent here: the database answers, and the site was not told to end.
#[utoipa::path(get, path = "/ready", operation_id = "ready", tag = "operation",
    responses(
        (status = 200, description = "It is ready", body = HealthAnswer),
        (status = 503, description = "It is ending, or its database does not answer", body = ErrorBody)))]
pub async fn ready(State(state): State<AppState>) -> Result<Now<HealthAnswer>, ApiError> {
    if state.is_ending() {
        return Err(ApiError::Unavailable);
    }
    state.store.read(avatars::all).await.map_err(|error| {
        tracing::error!(%error, "the database does not answer");
        ApiError::Unavailable
    })?;
    Ok((NOT_KEPT, Json(HealthAnswer { status: "ready" })))
}
