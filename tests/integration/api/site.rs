//! Security headers, statuses of pages, and health checks.

use axum::http::StatusCode;

use crate::support::{Site, post};

#[tokio::test]
async fn sends_security_headers_with_every_response() {
    let site = Site::new();
    for path in ["/", "/api/blogs", "/api/nothing", "/nothing"] {
        let response = site.server.get(path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(response.header(name), value, "{path}");
        }
        let policy = response
            .header("content-security-policy")
            .to_str()
            .unwrap()
            .to_owned();
        for directive in [
            "default-src 'none'",
            "script-src 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.split("; ").any(|part| part == directive), "{policy}");
        }
        assert!(
            policy.contains("require-trusted-types-for 'script'; trusted-types rich-text formats default"),
            "{policy}"
        );
        let denied = response.header("permissions-policy");
        for feature in ["camera", "geolocation", "microphone", "payment", "usb"] {
            assert!(denied.to_str().unwrap().contains(&format!("{feature}=()")));
        }
        assert_eq!(response.header("x-request-id").len(), 16);
    }
}

#[tokio::test]
async fn sends_hsts_only_over_https() {
    for (address, expected) in [
        ("http://blog.example.org", None),
        ("https://blog.example.org", Some("max-age=31536000")),
    ] {
        let site = Site::configured(&[("SERVER__BASE_URL", address)]);
        let response = site.server.get("/").await;
        let header = response.headers().get("strict-transport-security");
        assert_eq!(header.map(|value| value.to_str().unwrap()), expected, "{address}");
    }
}

#[tokio::test]
async fn responds_404_with_html_to_unknown_pages() {
    let site = Site::with_posts(&[post(1)]);
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/treasure?page=2", StatusCode::OK),
        ("/trending", StatusCode::OK),
        ("/recent", StatusCode::OK),
        ("/blog/post-1", StatusCode::OK),
        ("/blog/nothing", StatusCode::NOT_FOUND),
        ("/no/such/page", StatusCode::NOT_FOUND),
        ("/index.html", StatusCode::NOT_FOUND),
    ] {
        let response = site.server.get(path).await;
        assert_eq!(response.status_code(), status, "{path}");
        assert_eq!(
            response.header("content-type"),
            "text/html; charset=utf-8",
            "{path}"
        );
    }
}

#[tokio::test]
async fn reports_health_and_readiness() {
    let site = Site::new();
    assert_eq!(site.get("/api/health").await["status"], "ok");
    assert_eq!(site.get("/api/ready").await["status"], "ready");
}
