//! The list of posts, the slider, the dashboard, and the end of a post.

use axum::http::Method;
use serde_json::json;

use super::{Desk, data_address, draft, picture, with};
use crate::support::people::assert_refused;
use crate::support::{Site, post, slugs};

#[tokio::test]
async fn the_slider_shows_what_is_featured_and_published() {
    let desk = Desk::new();
    let made = desk.created(draft()).await;
    let path = format!("/api/blogs/{}", made["_id"].as_str().unwrap());
    for (is_featured, expected) in [(true, 1), (true, 1), (false, 0)] {
        let body = json!({"isFeatured": is_featured});
        desk.site
            .call(Method::PATCH, &path, &desk.token, Some(&body))
            .await
            .assert_status_ok();
        let shown = desk.site.slugs("/api/blogs/featured", "featuredBlogs").await;
        assert_eq!(shown.len(), expected);
    }
    let wrong = json!({"isFeatured": "yes"});
    let response = desk
        .site
        .call(Method::PATCH, &path, &desk.token, Some(&wrong))
        .await;
    assert_eq!(response.status_code(), 400);
}

#[tokio::test]
async fn a_deleted_post_takes_everything_along() {
    let desk = Desk::new();
    let made = desk
        .created(with(json!({"featuredImage": data_address(&picture(3, 600))})))
        .await;
    let id = made["_id"].as_str().unwrap();
    let reader = desk.site.reader("Ada").token;
    for what in ["like", "bookmark"] {
        desk.site
            .press(&format!("/api/blogs/{id}/{what}"), &reader)
            .await
            .assert_status_ok();
    }
    let comment = json!({"content": "Soon gone"});
    desk.site
        .call(
            Method::POST,
            &format!("/api/blogs/{id}/comments"),
            &reader,
            Some(&comment),
        )
        .await;
    let path = format!("/api/blogs/{id}");
    desk.site
        .call(Method::DELETE, &path, &desk.token, None)
        .await
        .assert_status_ok();
    assert_eq!(desk.site.server.get(&path).await.status_code(), 404);
    assert!(
        desk.site
            .slugs("/api/blogs?search=first", "blogs")
            .await
            .is_empty()
    );
    let bookmarks = desk.site.get_as(&reader, "/api/blogs/bookmarks").await;
    assert_eq!(bookmarks["total"], 0);
    let comments = desk.site.get_as(&desk.token, "/api/admin/comments").await;
    assert_eq!(comments["total"], 0);
    assert_eq!(desk.media(&made["featuredImage"]).await, 404);
    assert_eq!(desk.media(&made["featuredImageSmall"]).await, 404);
    desk.site.assert_counts_are_true();
    let again = desk.site.call(Method::DELETE, &path, &desk.token, None).await;
    assert_refused(&again, 404, "Blog not found");
}

#[tokio::test]
async fn the_list_of_posts_is_searched_filtered_and_paged() {
    let desk = Desk::new();
    for (title, status) in [
        ("Ein Straßenfest", "published"),
        ("Über Queues", "draft"),
        ("Queues and more", "published"),
    ] {
        desk.site.clock.advance_seconds(1);
        desk.created(with(json!({"title": title, "status": status})))
            .await;
    }
    for (query, expected) in [
        ("", &["queues-and-more", "uber-queues", "ein-strassenfest"][..]),
        ("?status=draft", &["uber-queues"]),
        ("?status=published", &["queues-and-more", "ein-strassenfest"]),
        ("?search=QUEUES", &["queues-and-more", "uber-queues"]),
        ("?search=%C3%BCBER", &["uber-queues"]),
        ("?search=more+queues&status=published", &["queues-and-more"]),
        ("?limit=1&page=3", &["ein-strassenfest"]),
        ("?search=nothing", &[]),
    ] {
        let answer = desk
            .site
            .get_as(&desk.token, &format!("/api/blogs/admin/blogs{query}"))
            .await;
        assert_eq!(slugs(&answer["blogs"]), expected, "{query}");
    }
    let wrong = desk
        .site
        .call(
            Method::GET,
            "/api/blogs/admin/blogs?status=hidden",
            &desk.token,
            None,
        )
        .await;
    assert_eq!(wrong.status_code(), 400);
}

#[tokio::test]
async fn the_dashboard_counts() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let token = site.admin("root").token;
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    for (session, device) in [("a", "mobile"), ("b", "desktop"), ("c", "desktop")] {
        let body = json!({"sessionId": session, "deviceType": device});
        site.post("/api/blogs/post-1/view", body).await.assert_status_ok();
    }
    site.clock.advance_seconds(13 * 3_600);
    let body = json!({"sessionId": "a", "deviceType": "mobile"});
    site.post("/api/blogs/post-1/view", body).await.assert_status_ok();
    for reader in [&ada, &bo] {
        site.press("/api/blogs/post-1/like", &reader.token)
            .await
            .assert_status_ok();
    }
    let stats = site.get_as(&token, "/api/blogs/analytics/views").await["stats"].clone();
    assert_eq!(stats["total"], json!({"totalPosts": 2, "totalViews": 4}));
    assert_eq!(stats["engagementRate"], 50.0);
    let daily = stats["daily"].as_array().unwrap();
    assert_eq!(daily.len(), 30);
    assert_eq!(
        daily[28..],
        [
            json!({"date": "2026-03-01", "views": 3, "unique": 3, "mobile": 1, "desktop": 2}),
            json!({"date": "2026-03-02", "views": 1, "unique": 0, "mobile": 1, "desktop": 0})
        ]
    );
    assert_eq!(daily[0]["date"], "2026-02-01");
}
