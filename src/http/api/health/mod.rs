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

/// The state of a server that can serve.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadyResponse {
    status: &'static str,
    /// The number of commits that this node has not followed yet, if several share a database.
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<u64>,
}

/// A response that must not be cached.
type Uncached<T> = ([(HeaderName, &'static str); 1], Json<T>);

const NO_STORE: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];
