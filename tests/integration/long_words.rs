//! Words that are longer than what an index of a database takes: texts of Chinese have no white space, and code and
//! encoded data have little.

use axum::http::Method;
use serde_json::json;

use crate::support::{Site, corpus};

#[tokio::test]
async fn finds_parts_of_words_of_any_length() {
    let site = Site::with_posts(&corpus::posts_with_long_words());
    for (slug, search) in corpus::searches_for_long_words() {
        let path = format!("/api/blogs?search={search}");
        assert_eq!(site.slugs(&path, "blogs").await, [slug], "{search}");
    }
}

#[tokio::test]
async fn publishes_and_changes_posts_with_words_of_any_length() {
    let site = Site::new();
    let admin = site.admin("root").token;
    for post in corpus::posts_with_long_words() {
        let draft = json!({
            "title": post["title"], "content": post["contentHtml"], "category": "Other", "status": "published",
            "featuredImage": "https://example.org/cover.png",
        });
        let created = site.request(Method::POST, "/api/blogs/create", &admin, Some(&draft));
        let created = created.await;
        assert_eq!(created.status_code(), 201, "{}", created.text());
        let id = created.json::<serde_json::Value>()["blog"]["_id"].clone();
        let path = format!("/api/blogs/update/{}", id.as_str().unwrap());
        site.request(Method::PUT, &path, &admin, Some(&draft))
            .await
            .assert_status_ok();
    }
    for (slug, search) in corpus::searches_for_long_words() {
        let path = format!("/api/blogs?search={search}");
        assert_eq!(site.slugs(&path, "blogs").await, [slug], "{search}");
    }
}
