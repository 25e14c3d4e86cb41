//! A name for each request, in its log lines, its answer's header and the body of a 500.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

use crate::http::AppState;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the request under way, when there is one.
pub(in crate::http) fn current() -> Option<String> {
    CURRENT.try_with(Clone::clone).ok()
}

/// An answer that took longer is told to the operator.
const SLOW: Duration = Duration::from_secs(1);

/// Names the request, and logs how it was answered and how long that took: reads that went well only when
/// everything is wanted.
pub(in crate::http) async fn assign(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let mut random = [0_u8; 8];
    state.entropy.fill(&mut random);
    let id = format!("{:016x}", u64::from_be_bytes(random));
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("-", MatchedPath::as_str)
        .to_owned();
    let span = tracing::info_span!(
        "request",
        id,
        method = %request.method(),
        path = request.uri().path(),
        route
    );
    CURRENT
        .scope(id.clone(), answer(request, next, id))
        .instrument(span)
        .await
}

async fn answer(request: Request, next: Next, id: String) -> Response {
    let started = Instant::now();
    let is_read = request.method().is_safe();
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    let status = response.status();
    let duration = started.elapsed();
    let milliseconds = duration.as_secs_f64() * 1_000.0;
    if is_read && status.as_u16() < 400 && duration < SLOW {
        tracing::debug!(status = status.as_u16(), milliseconds, "answered");
    } else {
        tracing::info!(status = status.as_u16(), milliseconds, "answered");
    }
    response
}
