//! The id of each request, in its log lines, its response's header and the body of a 500, and the account in its lines.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use tracing::{Instrument as _, Span};

use crate::domain::Account;
use crate::http::AppState;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: String;
}

pub(in crate::http) fn current() -> Option<String> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Names whose token or key the present request has, in its log lines: so a refusal says who was refused.
pub(in crate::http) fn name_account(account: Account) {
    Span::current().record("account", tracing::field::display(account));
}

/// A slower read is logged at the info level.
const SLOW: Duration = Duration::from_secs(1);

/// The paths whose rest is a secret.
const SECRET_PATHS: [&str; 4] = [
    "/preview/",
    "/api/preview-links/",
    "/unsubscribe/",
    "/newsletter/confirm/",
];

/// Returns a path for the log: of one that ends with a secret, the part before it.
fn loggable(path: &str) -> &str {
    let secret = SECRET_PATHS.into_iter().find(|start| path.starts_with(start));
    secret.unwrap_or(path)
}

pub(super) struct RequestSpan {
    id: String,
    span: Span,
    is_read: bool,
}

impl RequestSpan {
    pub(super) fn new(state: &AppState, request: &Request) -> Self {
        let mut random = [0_u8; 8];
        state.entropy.fill(&mut random);
        let id = format!("{:016x}", u64::from_be_bytes(random));
        let route = request
            .extensions()
            .get::<MatchedPath>()
            .map_or("-", MatchedPath::as_str);
        let span = tracing::info_span!(
            "request",
            id,
            method = %request.method(),
            path = loggable(request.uri().path()),
            route,
            account = tracing::field::Empty
        );
        Self {
            id,
            span,
            is_read: request.method().is_safe(),
        }
    }

    /// Runs the request in its span, sets the id header, and logs the status and the duration; fast reads without an
    /// error only at the debug level.
    pub(super) async fn run(self, responding: impl Future<Output = Response>) -> Response {
        let Self { id, span, is_read } = self;
        let header = HeaderValue::from_str(&id);
        let logged = async {
            let started = Instant::now();
            let mut response = responding.await;
            if let Ok(id) = header {
                response.headers_mut().insert(HEADER, id);
            }
            log(&response, started.elapsed(), is_read);
            response
        };
        CURRENT.scope(id, logged).instrument(span).await
    }
}

fn log(response: &Response, duration: Duration, is_read: bool) {
    let status = response.status().as_u16();
    let milliseconds = duration.as_secs_f64() * 1_000.0;
    if is_read && status < 400 && duration < SLOW {
        tracing::debug!(status, milliseconds, "responded");
    } else {
        tracing::info!(status, milliseconds, "responded");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_no_token_of_a_preview_or_a_mail() {
        assert_eq!(loggable("/preview/0123abcd"), "/preview/");
        assert_eq!(loggable("/preview/0123abcd/more"), "/preview/");
        assert_eq!(loggable("/api/preview-links/0123abcd"), "/api/preview-links/");
        assert_eq!(loggable("/unsubscribe/0123abcd"), "/unsubscribe/");
        assert_eq!(loggable("/newsletter/confirm/0123abcd"), "/newsletter/confirm/");
        for path in [
            "/",
            "/preview",
            "/newsletter",
            "/blog/preview",
            "/api/blogs/preview",
        ] {
            assert_eq!(loggable(path), path);
        }
    }
}
