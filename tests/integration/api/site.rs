//! Pages, files and what every answer carries.

use axum::http::StatusCode;

use crate::support::{Site, post};

#[tokio::test]
async fn every_answer_carries_the_headers_that_protect_its_reader() {
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
        assert!(policy.contains("script-src 'self';"), "{policy}");
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
async fn only_a_site_that_is_reached_safely_says_that_it_always_is() {
    for (address, expected) in [
        ("http://blog.example.org", None),
        ("https://blog.example.org", Some("max-age=31536000")),
    ] {
        let site = Site::configured(&[("SERVER__BASE_URL", address)]);
        let response = site.server.get("/").await;
        let said = response.headers().get("strict-transport-security");
        assert_eq!(said.map(|value| value.to_str().unwrap()), expected, "{address}");
    }
}

#[tokio::test]
async fn pages_that_are_not_there_answer_404_with_the_page() {
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
async fn the_site_says_how_it_is() {
    let site = Site::new();
    assert_eq!(site.get("/api/health").await["status"], "ok");
    assert_eq!(site.get("/api/ready").await["status"], "ready");
}
