//! What happens around every request.

pub(super) mod headers;
mod measure;
mod panics;
pub(super) mod rate_limit;
pub(super) mod request_id;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::AppState;
use measure::Stopwatch;
use request_id::Named;

/// The most bytes that a call may bring, unless its route says more.
const BODY_BYTES_MAX: usize = 64 * 1024;

/// Names a request, lets it in, and completes, logs and counts its answer. It is one layer, as each of several would
/// allocate for all behind it.
pub(super) async fn around(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let stopwatch = Stopwatch::start(&state, &request);
    state
        .unnamed_proxy
        .look_at(&request, &state.config.server.trusted_proxies);
    let named = Named::new(&state, &request);
    DefaultBodyLimit::max(BODY_BYTES_MAX).apply(&mut request);
    let answering = async {
        let mut response = match rate_limit::refusal(&state, &request) {
            Some(refusal) => refusal,
            None => panics::caught(next.run(request)).await,
        };
        headers::complete(&state, response.headers_mut());
        response
    };
    let response = named.answered_by(answering).await;
    if let Some(stopwatch) = stopwatch {
        stopwatch.stop(&state, &response);
    }
    response
}
