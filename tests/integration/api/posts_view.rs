//! View counts of posts.

use blog_app::actions::clean_up;
use blog_app::domain::Clock as _;
use serde_json::json;

use crate::support::{Site, post};

impl Site {
    /// Records a view of a post by a browser session.
    pub async fn record_view(&self, slug: &str, session: &str) {
        self.server
            .post(&format!("/api/blogs/{slug}/view"))
            .json(&json!({"sessionId": session, "deviceType": "desktop"}))
            .await
            .assert_status_ok();
    }

    /// Returns the total and unique views that visitors see after the next catch-up.
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
async fn counts_a_session_once_in_30_seconds() {
    let site = Site::with_posts(&[post(1)]);
    site.record_view("post-1", "a").await;
    site.record_view("post-1", "a").await;
    assert_eq!(site.views("post-1").await, (1, 1));
    site.clock.advance_seconds(29);
    site.record_view("post-1", "a").await;
    assert_eq!(site.views("post-1").await, (1, 1));
    site.clock.advance_seconds(1);
    site.record_view("post-1", "a").await;
    site.record_view("post-1", "b").await;
    assert_eq!(site.views("post-1").await, (3, 2));
}

#[tokio::test]
async fn forgets_a_session_after_24_hours() {
    let site = Site::with_posts(&[post(1)]);
    site.record_view("post-1", "a").await;
    site.clock.advance_seconds(24 * 3_600 - 1);
    site.record_view("post-1", "a").await;
    assert_eq!(site.views("post-1").await, (2, 1));
    // Also before the clean-up has run.
    site.clock.advance_seconds(24 * 3_600);
    site.record_view("post-1", "a").await;
    assert_eq!(site.views("post-1").await, (3, 2));

    for session in 0..1_100 {
        site.record_view("post-1", &session.to_string()).await;
    }
    site.clock.advance_seconds(24 * 3_600);
    site.record_view("post-1", "kept").await;
    site.clock.advance_seconds(1);
    let swept = clean_up::clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(swept.sessions, 1_101);
    let again = clean_up::clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(again.sessions, 0);
    assert_eq!(site.views("post-1").await, (3 + 1_100 + 1, 2 + 1_100 + 1));
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn does_not_count_robots() {
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
async fn rejects_an_invalid_view() {
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
        let error: serde_json::Value = refused.json();
        assert!(error["errors"][field].is_string(), "{error}");
    }
    let unknown = site
        .server
        .post("/api/blogs/nothing/view")
        .json(&json!({"sessionId": "a", "deviceType": "desktop"}))
        .await;
    unknown.assert_status_not_found();
    assert_eq!(
        unknown.json::<serde_json::Value>(),
        json!({"success": false, "code": "not_found", "message": "Blog not found"})
    );
}
