//! The status and duration of each request, for the metrics.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::Response;

use crate::http::AppState;

/// The timer of a running request.
pub(super) struct RequestTimer {
    started: Instant,
    method: Method,
    route: Option<MatchedPath>,
}

impl RequestTimer {
    /// Starts a timer. Returns `None` when metrics are not configured.
    pub(super) fn start(state: &AppState, request: &Request) -> Option<Self> {
        state.config.metrics.listen.is_some().then(|| Self {
            started: Instant::now(),
            method: request.method().clone(),
            route: request.extensions().get().cloned(),
        })
    }

    /// Records the request under the template of its route; requests without a route share one label.
    pub(super) fn stop(self, state: &AppState, response: &Response) {
        let route = self.route.as_ref().map(MatchedPath::as_str);
        let duration = self.started.elapsed();
        state
            .metrics
            .record(&self.method, route, response.status(), duration);
    }
}
