//! The middleware around every request.

pub(super) mod commits;
pub(super) mod headers;
mod panics;

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::AppState;
use super::limits::rate_limit;
use super::request_id::RequestSpan;
use super::route_policy::RoutePolicies;

/// The longest request body, unless the route allows more.
const BODY_BYTES_MAX: usize = 64 * 1024;

/// Gives a request an id and the policy of its route, applies the rate limit, and completes, logs and counts the
/// response. It is one layer, since each further one would allocate a future for all inner ones.
pub(super) async fn request_layer(
    State((state, policies)): State<(AppState, Arc<RoutePolicies>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let measured = state.config.metrics.listen.is_some().then(|| {
        let route = request.extensions().get::<MatchedPath>().cloned();
        (Instant::now(), request.method().clone(), route)
    });
    state
        .untrusted_proxy_warning
        .check(&request, &state.config.server.trusted_proxies);
    let span = RequestSpan::new(&state, &request);
    DefaultBodyLimit::max(BODY_BYTES_MAX).apply(&mut request);
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let policy = policies.get(request.method(), path);
    request.extensions_mut().insert(policy);
    let responding = async {
        let method = request.method().clone();
        let required_commit = commits::required_commit(&state, &request);
        let mut response = match rate_limit::check(&state, &request, policy.limit_class()) {
            Some(rejection) => rejection,
            None => match commits::follow(&state, required_commit).await {
                Err(error) => error.into_response(),
                Ok(()) => panics::catch(next.run(request)).await,
            },
        };
        commits::set_cookie(&state, &method, &mut response);
        headers::complete(&state, response.headers_mut());
        response
    };
    let response = span.run(responding).await;
    if let Some((started, method, route)) = measured {
        let route = route.as_ref().map(MatchedPath::as_str);
        state
            .metrics
            .record(&method, route, response.status(), started.elapsed());
    }
    response
}
