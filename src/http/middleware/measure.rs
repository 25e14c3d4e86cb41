//! How each request was answered, and how long that took, for whoever watches over the site.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::Response;

use crate::http::AppState;

/// A request that is being answered.
pub(super) struct Stopwatch {
    started: Instant,
    method: Method,
    route: Option<MatchedPath>,
}

impl Stopwatch {
    /// Nothing, when nobody watches.
    pub(super) fn start(state: &AppState, request: &Request) -> Option<Self> {
        state.config.metrics.listen.is_some().then(|| Self {
            started: Instant::now(),
            method: request.method().clone(),
            route: request.extensions().get().cloned(),
        })
    }

    /// Counts the request under the template of its route; whatever has none is counted together.
    pub(super) fn stop(self, state: &AppState, response: &Response) {
        let route = self.route.as_ref().map(MatchedPath::as_str);
        let duration = self.started.elapsed();
        state
            .metrics
            .answered(&self.method, route, response.status(), duration);
    }
}
