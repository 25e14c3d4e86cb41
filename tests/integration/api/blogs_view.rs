//! Counting that a blog was opened.

use blog_app::actions::housekeeping;
use blog_app::domain::Clock as _;
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
async fn a_session_is_forgotten_after_24_hours() {
    let site = Site::with_posts(&[post(1)]);
    site.open("post-1", "a").await;
    site.clock.advance_seconds(24 * 3_600 - 1);
    site.open("post-1", "a").await;
    assert_eq!(site.views("post-1").await, (2, 1));
    // Also when nobody has swept yet.
    site.clock.advance_seconds(24 * 3_600);
    site.open("post-1", "a").await;
    assert_eq!(site.views("post-1").await, (3, 2));

    for session in 0..1_100 {
        site.open("post-1", &session.to_string()).await;
    }
    site.clock.advance_seconds(24 * 3_600);
    site.open("post-1", "kept").await;
    site.clock.advance_seconds(1);
    let swept = housekeeping::sweep(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(swept.sessions, 1_101);
    let again = housekeeping::sweep(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(again.sessions, 0);
    assert_eq!(site.views("post-1").await, (3 + 1_100 + 1, 2 + 1_100 + 1));
    site.assert_counts_are_true();
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
