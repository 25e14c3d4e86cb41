//! Liveness check.

use super::{HealthResponse, NO_STORE, Uncached};
use crate::http::extract::Json;

/// Checks that the process is running. Does not use the database.
#[utoipa::path(get, path = "/health", operation_id = "health", tag = "operation",
    responses((status = 200, description = "The process is running", body = HealthResponse)))]
pub async fn handler() -> Uncached<HealthResponse> {
    (NO_STORE, Json(HealthResponse { status: "ok" }))
}
