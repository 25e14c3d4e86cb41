//! `/api/health?bytes=N`: a body of any size that costs nothing to make, to measure what the stack can do at best.
//!
//! Only `make bench` asks for it.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::{HeaderName, Uri, header};
use axum::response::{IntoResponse as _, Response};

const BYTES_MAX: usize = 1 << 20;
const BEGINNING: &str = r#"{"status":"ok"}"#;
const HEADERS: [(HeaderName, &str); 2] = [
    (header::CONTENT_TYPE, "application/json"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The answer, and after it as many spaces as are ever asked for: JSON, wherever it is cut off.
static LONGEST: LazyLock<Bytes> = LazyLock::new(|| format!("{BEGINNING:<BYTES_MAX$}").into());

/// The answer to this address, when it is that of the site's health.
pub(super) fn answer(address: &Uri) -> Option<Response> {
    if address.path() != "/api/health" {
        return None;
    }
    let bytes = address
        .query()
        .and_then(|query| query.strip_prefix("bytes="))
        .and_then(|bytes| bytes.parse().ok())
        .unwrap_or(0);
    let body = LONGEST.slice(..bytes.clamp(BEGINNING.len(), BYTES_MAX));
    Some((HEADERS, body).into_response())
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use serde_json::{Value, json};

    use super::*;

    #[tokio::test]
    async fn health_has_the_length_that_is_asked_for_and_stays_json() {
        for (bytes, length) in [(0, 15), (15, 15), (10_240, 10_240), (2 << 20, 1 << 20)] {
            let address = format!("/api/health?bytes={bytes}").parse().unwrap();
            let body = to_bytes(answer(&address).unwrap().into_body(), usize::MAX)
                .await
                .unwrap();
            assert_eq!(body.len(), length);
            let answer: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(answer, json!({"status": "ok"}));
        }
    }

    #[test]
    fn every_other_address_is_left_to_the_site() {
        assert!(answer(&Uri::from_static("/api/ready?bytes=100")).is_none());
    }
}
