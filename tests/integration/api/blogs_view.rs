//! Counting that a blog was opened.

use serde_json::json;

use crate::support::{Site, post};

impl Site {
    /// Opens a post as a browser of this session does.
    pub async fn open(&self, slug: &str, session: &str) {
        self.server
            .post(&format!("/api/blogs/{slug}/view"))
            .json(&json!({"sessionId": session, "deviceType": "desktop"}))
            .await
            .assert_status_ok();
    }

    /// As visitors see them, who may wait a second for them.
    async fn views(&self, slug: &str) -> (u64, u64) {
        self.store.catch_up().await.unwrap();
        let views = self.get(&format!("/api/blogs/{slug}")).await["blog"]["views"].clone();
        (
            views["total"].as_u64().unwrap(),
            views["unique"].as_u64().unwrap(),
        )
    }
}

#[tokio::test]
async fn a_session_counts_once_in_30_seconds_and_is_new_once() {
    let site = Site::with_posts(&[post(1)]);
    site.open("post-1", "a").await;
    site.open("post-1", "a").await;
    assert_eq!(site.views("post-1").await, (1, 1));
    site.clock.advance_seconds(29);
    site.open("post-1", "a").await;
    assert_eq!(site.views("post-1").await, (1, 1));
    site.clock.advance_seconds(1);
    site.open("post-1", "a").await;
    site.open("post-1", "b").await;
    assert_eq!(site.views("post-1").await, (3, 2));
}

#[tokio::test]
async fn robots_do_not_count() {
    let site = Site::with_posts(&[post(1)]);
    site.server
        .post("/api/blogs/post-1/view")
        .add_header("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1)")
        .json(&json!({"sessionId": "r", "deviceType": "mobile"}))
        .await
        .assert_status_ok();
    assert_eq!(site.views("post-1").await, (0, 0));
}

#[tokio::test]
async fn what_is_no_view_is_refused() {
    let site = Site::with_posts(&[post(1)]);
    for (body, field) in [
        (json!({"sessionId": "", "deviceType": "desktop"}), "sessionId"),
        (
            json!({"sessionId": "x".repeat(101), "deviceType": "desktop"}),
            "sessionId",
        ),
        (json!({"sessionId": 1, "deviceType": "desktop"}), "sessionId"),
        (json!({"sessionId": "a", "deviceType": "watch"}), "deviceType"),
    ] {
        let refused = site.server.post("/api/blogs/post-1/view").json(&body).await;
        refused.assert_status_bad_request();
        let answer: serde_json::Value = refused.json();
        assert!(answer["errors"][field].is_string(), "{answer}");
    }
    let unknown = site
        .server
        .post("/api/blogs/nothing/view")
        .json(&json!({"sessionId": "a", "deviceType": "desktop"}))
        .await;
    unknown.assert_status_not_found();
    assert_eq!(
        unknown.json::<serde_json::Value>(),
        json!({"success": false, "message": "Blog not found"})
    );
}
