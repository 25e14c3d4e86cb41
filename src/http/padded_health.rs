//! `/api/health?bytes=N`: a body of any size that costs nothing to make, to measure what the stack can do at best.
//!
//! Only `make bench` asks for it.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Query;
use axum::http::{HeaderName, header};
use axum::routing::get;
use serde::Deserialize;

const BYTES_MAX: usize = 1 << 20;
const BEGINNING: &str = r#"{"status":"ok"}"#;
const HEADERS: [(HeaderName, &str); 2] = [
    (header::CONTENT_TYPE, "application/json"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The answer, and after it as many spaces as are ever asked for: JSON, wherever it is cut off.
static LONGEST: LazyLock<Bytes> = LazyLock::new(|| {
    let mut longest = BEGINNING.as_bytes().to_vec();
    longest.resize(BYTES_MAX, b' ');
    longest.into()
});

#[derive(Deserialize)]
struct Padding {
    #[serde(default)]
    bytes: usize,
}

/// The site, with the padded answer before everything that the site does for a request.
pub(super) fn in_front_of(site: Router) -> Router {
    Router::new()
        .route("/api/health", get(padded))
        .fallback_service(site)
}

async fn padded(Query(padding): Query<Padding>) -> ([(HeaderName, &'static str); 2], Bytes) {
    (
        HEADERS,
        LONGEST.slice(..padding.bytes.clamp(BEGINNING.len(), BYTES_MAX)),
    )
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use serde_json::{Value, json};
    use tower::ServiceExt as _;

    use super::*;

    async fn body(path: &str) -> Bytes {
        let site = Router::new().fallback(|| async { "the site" });
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = in_front_of(site).oneshot(request).await.unwrap();
        to_bytes(response.into_body(), usize::MAX).await.unwrap()
    }

    #[tokio::test]
    async fn health_has_the_length_that_is_asked_for_and_stays_json() {
        for (bytes, length) in [(0, 15), (15, 15), (10_240, 10_240), (2 << 20, 1 << 20)] {
            let body = body(&format!("/api/health?bytes={bytes}")).await;
            assert_eq!(body.len(), length);
            let answer: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(answer, json!({"status": "ok"}));
        }
    }

    #[tokio::test]
    async fn everything_else_is_the_site_s() {
        assert_eq!(body("/api/ready").await, "the site");
    }
}
