//! What is kept of the answers to visitors is never older than the last write.

mod marks;
mod under_writes;

use axum::http::StatusCode;
use blog_app::domain::{Account, Clock as _};
use serde_json::json;

use crate::support::people::other_than;
use crate::support::{Site, post};

fn header<'response>(response: &'response axum_test::TestResponse, name: &str) -> &'response str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn visitors_may_keep_what_they_are_answered_and_readers_may_not() {
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
async fn an_answer_that_is_known_is_not_sent_again_until_it_changes() {
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
async fn views_are_shown_a_moment_later() {
    let site = Site::with_posts(&[post(1)]);
    let before = site.server.get("/api/blogs/post-1").await.text();
    site.open("post-1", "a").await;
    assert_eq!(site.server.get("/api/blogs/post-1").await.text(), before);
    site.store.catch_up().await.unwrap();
    assert_ne!(site.server.get("/api/blogs/post-1").await.text(), before);
}

#[tokio::test]
async fn what_the_command_line_writes_beside_the_site_is_noticed() {
    let site = Site::with_posts(&[post(1)]);
    site.store.catch_up().await.unwrap();
    let before = site.store.moment();
    site.store.catch_up().await.unwrap();
    assert_eq!(site.store.moment(), before, "nobody wrote");
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-1"]);
    site.import_through(&site.beside(), &[post(2)]);
    site.store.catch_up().await.unwrap();
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-2", "post-1"]);
}

#[tokio::test]
async fn wrong_codes_bad_links_and_logouts_leave_everything_cached() {
    let site = Site::with_posts(&[post(1)]);
    site.register("Ada", "ada@example.org").await;
    let wrong = other_than(&site.last_code("ada@example.org"));
    let (grace, root) = (site.reader("grace").id, site.admin("root").id);
    site.store.catch_up().await.unwrap();
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-1"]);
    // Another process writes; the site has not looked yet. Only what is made anew shows it.
    site.import_through(&site.beside(), &[post(2)]);

    let typed = json!({"email": "ada@example.org", "otp": wrong, "newPassword": "a new battery"});
    for (path, status) in [("verify-otp", 400), ("reset-password", 400)] {
        let refused = site.post(&format!("/api/auth/{path}"), typed.clone()).await;
        assert_eq!(refused.status_code(), status, "{path}");
    }
    let link = json!({"token": "a".repeat(64)});
    let refused = site.post("/api/auth/undo-email-change", link).await;
    assert_eq!(refused.status_code(), 400);
    for (path, account) in [("auth", Account::Reader(grace)), ("admin", Account::Admin(root))] {
        for end in ["logout", "logout-all"] {
            let path = format!("/api/{path}/{end}");
            let token = site.tokens.issue(account, 0, site.clock.now()).unwrap();
            site.press(&path, &token).await.assert_status_ok();
            assert_eq!(site.press(&path, &token).await.status_code(), 401, "{path}");
        }
    }

    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-1"]);
    site.store.catch_up().await.unwrap();
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["post-2", "post-1"]);
}

#[tokio::test]
async fn what_is_true_of_this_moment_is_not_kept() {
    let site = Site::new();
    let response = site.server.get("/api/ready").await;
    assert_eq!(header(&response, "cache-control"), "no-store");
    assert_eq!(header(&response, "etag"), "");
}

#[tokio::test]
async fn a_head_has_no_body_and_leaves_the_next_answer_whole() {
    let site = Site::with_posts(&[post(1)]);
    let head = site.server.method(axum::http::Method::HEAD, "/blog/post-1").await;
    head.assert_status_ok();
    assert!(site.server.get("/blog/post-1").await.text().contains("</html>"));
}
