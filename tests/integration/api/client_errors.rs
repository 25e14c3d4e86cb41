//! Errors of clients: every refusal has the same format, and none is a server error.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::accounts::assert_has_code;
use crate::support::{Site, post};

async fn error_body(site: &Site, path: &str, status: StatusCode) -> Value {
    let response = site.server.get(path).await;
    assert_eq!(response.status_code(), status, "{path}");
    let body: Value = response.json();
    assert_eq!(body["success"], false, "{path}");
    assert!(body["message"].is_string(), "{path}");
    assert_has_code(&body);
    body
}

#[tokio::test]
async fn reports_an_invalid_parameter() {
    let site = Site::new();
    for (path, field) in [
        ("/api/blogs?page=0", "page"),
        ("/api/blogs?page=-1", "page"),
        ("/api/blogs?page=abc", "page"),
        ("/api/blogs?page=4294967296", "page"),
        ("/api/blogs?page=99999999999999999999", "page"),
        ("/api/blogs?limit=0", "limit"),
        ("/api/blogs?limit=101", "limit"),
        ("/api/blogs?sort=random", "sort"),
        ("/api/blogs?category=Cooking", "category"),
        ("/api/blogs?author=Ada", "author"),
        ("/api/blogs?fields=password", "fields"),
        ("/api/blogs/post-1?fields=content", "fields"),
        ("/api/blogs?search=a%00b", "search"),
        ("/api/blogs/trending?limit=1000", "limit"),
        ("/api/blogs/featured?page=x", "page"),
        ("/api/blogs/recommended?limit=101", "limit"),
        ("/api/users?limit=0", "limit"),
    ] {
        let body = error_body(&site, path, StatusCode::BAD_REQUEST).await;
        assert!(body["errors"][field].is_string(), "{path}: {body}");
    }
    let long = format!("/api/blogs?search={}", "x".repeat(201));
    error_body(&site, &long, StatusCode::BAD_REQUEST).await;
}

#[tokio::test]
async fn responds_404_to_unknown_paths_and_posts() {
    let site = Site::with_posts(&[post(1)]);
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/blogs/nothing",
        "/api/blogs/01a1fcb0-b5b0-7156-81ed-654973130318",
        "/api/blogs/nothing/comments",
        "/api/blogs/%00",
        "/api/blogs/%ff",
        "/api/blogs/post-1/nothing",
        "/media/nothing.webp",
        "/media/nothing",
    ] {
        error_body(&site, path, StatusCode::NOT_FOUND).await;
    }
    assert_eq!(
        error_body(&site, "/api/blogs/nothing", StatusCode::NOT_FOUND).await,
        json!({"success": false, "code": "not_found", "message": "Blog not found"})
    );
}

#[tokio::test]
async fn responds_405_to_an_unsupported_method() {
    let site = Site::with_posts(&[post(1)]);
    let response = site.server.delete("/api/avatars").await;
    assert_eq!(response.status_code(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.json::<Value>()["success"], false);
    let response = site.server.post("/treasure").await;
    assert_eq!(response.status_code(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn ignores_an_invalid_token_only_on_public_paths() {
    let site = Site::new();
    for path in [
        "/api/blogs",
        "/api/blogs/featured",
        "/api/blogs/trending",
        "/api/users",
    ] {
        let response = site.server.get(path).authorization_bearer("stale").await;
        assert_eq!(response.status_code(), StatusCode::UNAUTHORIZED, "{path}");
    }
    for path in ["/api/blogs/public", "/api/blogs/featured/public", "/api/avatars"] {
        site.server
            .get(path)
            .authorization_bearer("stale")
            .await
            .assert_status_ok();
    }
}

#[tokio::test]
async fn rejects_a_malformed_body() {
    let site = Site::new();
    let path = "/api/blogs/recently-viewed";
    for (body, status) in [
        ("{", StatusCode::BAD_REQUEST),
        ("[]", StatusCode::BAD_REQUEST),
        ("null", StatusCode::BAD_REQUEST),
        ("{\"blogIds\": \"x\"}", StatusCode::BAD_REQUEST),
        ("{\"blogIds\": []} more", StatusCode::BAD_REQUEST),
        ("{\"blogIds\": [], \"page\": -1}", StatusCode::BAD_REQUEST),
        ("{\"blogIds\": [], \"unknown\": 1}", StatusCode::OK),
    ] {
        let response = site
            .server
            .post(path)
            .text(body)
            .content_type("application/json")
            .await;
        assert_eq!(response.status_code(), status, "{body}");
    }
    let untyped = site.server.post(path).text("{}").content_type("text/plain").await;
    assert_eq!(untyped.status_code(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let large = format!("{{\"blogIds\": [\"{}\"]}}", "x".repeat(70_000));
    let response = site
        .server
        .post(path)
        .text(large)
        .content_type("application/json")
        .await;
    assert_eq!(response.status_code(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(response.json::<Value>()["success"], false);
}
