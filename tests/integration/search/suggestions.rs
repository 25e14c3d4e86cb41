//! Suggestions while a search is typed.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Site, post_with_changes};

async fn suggested(site: &Site, text: &str) -> Vec<String> {
    let response = site.get(&format!("/api/search/suggest?q={text}")).await;
    let suggestions = response["suggestions"].as_array().unwrap();
    let described = |suggestion: &Value| {
        let slug = suggestion["slug"].as_str().unwrap();
        if suggestion["kind"] == "tag" {
            return format!("#{}", suggestion["name"].as_str().unwrap());
        }
        assert_eq!(suggestion["kind"], "blog");
        slug.to_owned()
    };
    suggestions.iter().map(described).collect()
}

#[tokio::test]
async fn suggests_tags_by_their_beginning_and_titles_by_their_words() {
    let site = Site::with_posts(&[
        post_with_changes(1, json!({"title": "Rust in production", "tags": ["Rust"]})),
        post_with_changes(
            2,
            json!({"title": "Why we trust Rust", "tags": ["rust", "runtime"]}),
        ),
        post_with_changes(3, json!({"title": "Ünïcode “quoted”", "tags": ["text"]})),
    ]);
    for (text, expected) in [
        ("ru", vec!["#rust", "#runtime", "post-1", "post-2"]),
        ("RUST", vec!["#rust", "post-1", "post-2"]),
        ("rust+why", vec!["post-2"]),
        ("rust+prod", vec!["post-1"]),
        ("ust", vec!["post-2", "post-1"]),
        ("unicode+quo", vec!["post-3"]),
        ("nothing", vec![]),
        ("", vec![]),
        ("+", vec![]),
    ] {
        assert_eq!(suggested(&site, text).await, expected, "{text}");
    }
    let none = site.get("/api/search/suggest").await;
    assert_eq!(none, json!({"success": true, "suggestions": []}));
}

#[tokio::test]
async fn suggests_at_most_eight_of_which_three_are_tags() {
    let posts: Vec<Value> = (1..=12)
        .map(|number| {
            post_with_changes(
                number,
                json!({"title": format!("Sample {number}"), "tags": [format!("sa{number}")]}),
            )
        })
        .collect();
    let suggested = suggested(&Site::with_posts(&posts), "sa").await;
    assert_eq!(suggested.len(), 8);
    assert_eq!(suggested.iter().filter(|text| text.starts_with('#')).count(), 3);
    // The newest titles.
    assert_eq!(suggested[3], "post-12");
}

#[tokio::test]
async fn suggests_nothing_of_drafts_and_follows_changes() {
    let site = Site::with_posts(&[post_with_changes(1, json!({"title": "Shown", "tags": ["seen"]}))]);
    let token = site.admin("Root").token;
    let draft = json!({
        "title": "Secret plans", "content": "<p>x</p>", "category": "Other", "status": "draft",
        "tags": ["secret"], "featuredImage": "https://example.org/a.png",
    });
    let created = site
        .request(Method::POST, "/api/blogs/create", &token, Some(&draft))
        .await;
    created.assert_status(StatusCode::CREATED);
    assert_eq!(suggested(&site, "se").await, ["#seen"]);
    let path = format!(
        "/api/blogs/{}",
        created.json::<Value>()["blog"]["_id"].as_str().unwrap()
    );
    let mut published = draft.clone();
    published["status"] = json!("published");
    site.request(Method::PATCH, &path, &token, Some(&published))
        .await
        .assert_status_success();
    assert_eq!(suggested(&site, "se").await, ["#secret", "#seen", "secret-plans"]);
    site.request(Method::DELETE, &path, &token, None)
        .await
        .assert_status_success();
    assert_eq!(suggested(&site, "se").await, ["#seen"]);
}

#[tokio::test]
async fn rejects_a_long_text_with_its_field() {
    let site = Site::new();
    let path = format!("/api/search/suggest?q={}", "a".repeat(201));
    let response = site.server.get(&path).await;
    response.assert_status(StatusCode::BAD_REQUEST);
    assert!(response.json::<Value>()["errors"]["q"].is_string());
}
