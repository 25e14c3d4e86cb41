//! The administrators' list of posts, featured posts, the dashboard, and deletion of posts.

use axum::http::Method;
use serde_json::json;

use super::{AdminClient, data_url, png, post_body, post_body_with};
use crate::support::accounts::assert_rejected;
use crate::support::{Site, post, slugs};

#[tokio::test]
async fn lists_featured_posts() {
    let admin = AdminClient::new();
    let created = admin.created(post_body()).await;
    let path = format!("/api/blogs/{}", created["_id"].as_str().unwrap());
    for (is_featured, expected) in [(true, 1), (true, 1), (false, 0)] {
        let body = json!({"isFeatured": is_featured});
        admin
            .site
            .request(Method::PATCH, &path, &admin.token, Some(&body))
            .await
            .assert_status_ok();
        let featured = admin.site.slugs("/api/blogs/featured", "featuredBlogs").await;
        assert_eq!(featured.len(), expected);
    }
    let wrong = json!({"isFeatured": "yes"});
    let response = admin
        .site
        .request(Method::PATCH, &path, &admin.token, Some(&wrong))
        .await;
    assert_eq!(response.status_code(), 400);
}

#[tokio::test]
async fn deletes_a_post_with_its_marks_comments_and_images() {
    let admin = AdminClient::new();
    let created = admin
        .created(post_body_with(json!({"featuredImage": data_url(&png(3, 600))})))
        .await;
    let id = created["_id"].as_str().unwrap();
    let reader = admin.site.reader("Ada").token;
    for action in ["like", "bookmark"] {
        admin
            .site
            .post_as(&format!("/api/blogs/{id}/{action}"), &reader)
            .await
            .assert_status_ok();
    }
    let comment = json!({"content": "Soon gone"});
    admin
        .site
        .request(
            Method::POST,
            &format!("/api/blogs/{id}/comments"),
            &reader,
            Some(&comment),
        )
        .await;
    let path = format!("/api/blogs/{id}");
    admin
        .site
        .request(Method::DELETE, &path, &admin.token, None)
        .await
        .assert_status_ok();
    assert_eq!(admin.site.server.get(&path).await.status_code(), 404);
    assert!(
        admin
            .site
            .slugs("/api/blogs?search=first", "blogs")
            .await
            .is_empty()
    );
    let bookmarks = admin.site.get_as(&reader, "/api/blogs/bookmarks").await;
    assert_eq!(bookmarks["total"], 0);
    let comments = admin.site.get_as(&admin.token, "/api/admin/comments").await;
    assert_eq!(comments["total"], 0);
    assert_eq!(admin.media(&created["featuredImage"]).await, 404);
    assert_eq!(admin.media(&created["featuredImageSmall"]).await, 404);
    admin.site.assert_counts_are_correct();
    let again = admin
        .site
        .request(Method::DELETE, &path, &admin.token, None)
        .await;
    assert_rejected(&again, 404, "Blog not found");
}

#[tokio::test]
async fn searches_filters_and_pages_the_list_of_posts() {
    let admin = AdminClient::new();
    for (title, status) in [
        ("Ein Straßenfest", "published"),
        ("Über Queues", "draft"),
        ("Queues and more", "published"),
    ] {
        admin.site.clock.advance_seconds(1);
        admin
            .created(post_body_with(json!({"title": title, "status": status})))
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
        let list = admin
            .site
            .get_as(&admin.token, &format!("/api/blogs/admin/blogs{query}"))
            .await;
        assert_eq!(slugs(&list["blogs"]), expected, "{query}");
    }
    let wrong = admin
        .site
        .request(
            Method::GET,
            "/api/blogs/admin/blogs?status=hidden",
            &admin.token,
            None,
        )
        .await;
    assert_eq!(wrong.status_code(), 400);
}

#[tokio::test]
async fn counts_views_and_engagement_on_the_dashboard() {
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
        site.post_as("/api/blogs/post-1/like", &reader.token)
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
