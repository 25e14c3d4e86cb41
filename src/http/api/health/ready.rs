//! Readiness check.

use std::time::Duration;

use tokio::time::timeout;

use super::{NO_STORE, ReadyResponse, Uncached};
use crate::http::error::ErrorBody;
use crate::http::extract::{Json, State};
use crate::http::{ApiError, AppState};
use crate::store::{Store, StoreError};

/// The time in which the server of the database has to respond.
const SERVER_TIMEOUT: Duration = Duration::from_secs(2);

/// Checks that the server can handle requests: the database responds and has the schema of this program, the search
/// is filled where several nodes share the database, and no shutdown is in progress.
#[utoipa::path(get, path = "/ready", operation_id = "ready", tag = "operation",
    responses(
        (status = 200, description = "The server is ready", body = ReadyResponse),
        (status = 503, description = "The server is not ready; the message says why", body = ErrorBody)))]
pub async fn handler(State(state): State<AppState>) -> Result<Uncached<ReadyResponse>, ApiError> {
    if state.is_shutting_down() {
        return Err(ApiError::Unavailable);
    }
    let is_shared = state.store.is_shared();
    if is_shared && state.store.is_preparing() {
        return Err(ApiError::NotReady("The search is being filled"));
    }
    let behind = check(&state.store).await.map_err(|error| match error {
        StoreError::NewerSchema { .. } => {
            ApiError::NotReady("A newer version of the program has changed the database")
        }
        error => {
            tracing::error!(%error, "the database does not respond");
            ApiError::NotReady("The database does not respond")
        }
    })?;
    let response = ReadyResponse {
        status: "ready",
        behind: is_shared.then_some(behind),
    };
    Ok((NO_STORE, Json(response)))
}

/// Returns the number of commits that were not followed yet.
async fn check(store: &Store) -> Result<u64, StoreError> {
    let check = async {
        store.check_schema().await?;
        store.commits_behind().await
    };
    if !store.is_shared() {
        return check.await;
    }
    // Reads wait longer for a server that is away.
    timeout(SERVER_TIMEOUT, check)
        .await
        .unwrap_or(Err(StoreError::Busy))
}
