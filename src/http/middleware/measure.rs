//! How each request was answered, and how long that took, for whoever watches over the site.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::AppState;

/// Counts the request under the template of its route; whatever has none is counted together.
pub(in crate::http) async fn count(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map(MatchedPath::as_str);
    state
        .metrics
        .answered(&method, route, response.status(), started.elapsed());
    response
}
