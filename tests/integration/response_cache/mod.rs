//! The response cache: no cached response is older than the last acknowledged write.

mod consistency;
mod every_write;
mod marks;

use axum::http::StatusCode;
use blog_app::domain::{Account, Clock as _};
use serde_json::json;

use crate::support::accounts::wrong_code;
use crate::support::{Site, database, post};

fn header<'response>(response: &'response axum_test::TestResponse, name: &str) -> &'response str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn lets_shared_caches_store_responses_to_visitors_only() {
    let site = Site::with_posts(&[post(1)]);
    for path in [
        "/",
        "/treasure",
        "/blog/post-1",
        "/api/blogs",
        "/api/blogs/post-1",
    ] {
        let visitor = site.server.get(path).await;
        assert_eq!(
            header(&visitor, "cache-control"),
            "public, max-age=0, s-maxage=10, stale-while-revalidate=60",
            "{path}"
        );
        assert_eq!(
            header(&visitor, "vary"),
            "accept-encoding, authorization",
            "{path}"
        );
    }
    let token = site.reader("ada").token;
    let reader = site.server.get("/api/blogs").authorization_bearer(token).await;
    assert_eq!(header(&reader, "cache-control"), "private, no-store");
    assert_eq!(header(&reader, "vary"), "accept-encoding, authorization");
}

#[tokio::test]
async fn responds_304_until_the_content_changes() {
    let site = Site::with_posts(&[post(1)]);
    for path in ["/blog/post-1", "/api/blogs/post-1"] {
        let first = site.server.get(path).await;
        let etag = header(&first, "etag").to_owned();
        let again = site.server.get(path).add_header("if-none-match", &etag).await;
        again.assert_status(StatusCode::NOT_MODIFIED);
        assert!(again.as_bytes().is_empty());
    }
    let before = site.server.get("/blog/post-1").await;
    let reader = site.reader("ada");
    site.server
        .post("/api/blogs/post-1/comments")
        .authorization_bearer(&reader.token)
        .json(&json!({"content": "It has changed"}))
        .await
        .assert_status_success();
    let after = site
        .server
        .get("/blog/post-1")
        .add_header("if-none-match", header(&before, "etag"))
        .await;
    after.assert_status_ok();
    assert!(after.text().contains("It has changed"));
}

#[tokio::test]
async fn shows_views_after_the_next_catch_up() {
    let site = Site::with_posts(&[post(1)]);
    let before = site.server.get("/api/blogs/post-1").await.text();
    site.record_view("post-1", "a").await;
    assert_eq!(site.server.get("/api/blogs/post-1").await.text(), before);
    site.store.catch_up().await.unwrap();
    assert_ne!(site.server.get("/api/blogs/post-1").await.text(), before);
}

#[tokio::test]
async fn notices_writes_by_another_process() {
    let site = Site::with_posts(&[post(1)]);
    site.store.catch_up().await.unwrap();
    let before = site.store.generation();
    site.store.catch_up().await.unwrap();
    assert_eq!(site.store.generation(), before, "nothing was written");
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-1"]);
    let other = site.open_second_store();
    site.import_through(&other, &[post(2)]);
    site.follow(&other).await;
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-2", "post-1"]);
}

#[tokio::test]
async fn keeps_the_cache_after_wrong_codes_bad_links_and_logouts() {
    let site = Site::with_posts(&[post(1)]);
    site.register("Ada", "ada@example.org").await;
    let wrong = wrong_code(&site.last_code("ada@example.org"));
    let (grace, root) = (site.reader("grace").id, site.admin("root").id);
    site.store.catch_up().await.unwrap();
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-1"]);
    // Until the site follows this, only a recomputed response shows it.
    database::execute(site.folder(), "update posts set slug = 'changed'");

    let body = json!({"email": "ada@example.org", "otp": wrong, "newPassword": "a new battery"});
    for (path, status) in [("verify-otp", 400), ("reset-password", 400)] {
        let refused = site.post(&format!("/api/auth/{path}"), body.clone()).await;
        assert_eq!(refused.status_code(), status, "{path}");
    }
    let link = json!({"token": "a".repeat(64)});
    let refused = site.post("/api/auth/undo-email-change", link).await;
    assert_eq!(refused.status_code(), 400);
    for (path, account) in [("auth", Account::Reader(grace)), ("admin", Account::Admin(root))] {
        for action in ["logout", "logout-all"] {
            let path = format!("/api/{path}/{action}");
            let token = site.tokens.issue(account, 0, site.clock.now()).unwrap().text;
            site.post_as(&path, &token).await.assert_status_ok();
            assert_eq!(site.post_as(&path, &token).await.status_code(), 401, "{path}");
        }
    }

    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-1"]);
    site.execute_elsewhere("update posts set status = status").await;
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["changed"]);
}

#[tokio::test]
async fn does_not_cache_the_readiness_check() {
    let site = Site::new();
    let response = site.server.get("/api/ready").await;
    assert_eq!(header(&response, "cache-control"), "no-store");
    assert_eq!(header(&response, "etag"), "");
}

#[tokio::test]
async fn sends_a_full_body_to_a_get_after_a_head() {
    let site = Site::with_posts(&[post(1)]);
    let head = site.server.method(axum::http::Method::HEAD, "/blog/post-1").await;
    head.assert_status_ok();
    assert!(site.server.get("/blog/post-1").await.text().contains("</html>"));
}
