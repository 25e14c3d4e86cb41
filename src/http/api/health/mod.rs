//! Liveness and readiness checks.

pub mod live;
pub mod ready;

use axum::http::{HeaderName, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::Json;

/// The state of the server.
#[derive(Debug, Serialize, ToSchema)]
pub struct HealthResponse {
    status: &'static str,
}

/// A response that must not be cached.
type Uncached<T> = ([(HeaderName, &'static str); 1], Json<T>);

const NO_STORE: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];
