//! Operators, phrases and exclusions.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use crate::support::{Site, post_with_changes};

fn site() -> Site {
    Site::with_posts(&[
        post_with_changes(
            1,
            json!({
                "title": "Rust in production", "author": "Ada Lovelace", "tags": ["Rust", "Machine Learning"],
                "category": "System Design", "createdAt": "2024-05-01T00:00:00Z",
                "contentHtml": "<p>State machines, and a   state</p><p>machine without rust.</p>",
            }),
        ),
        post_with_changes(
            2,
            json!({
                "title": "Go again", "author": "Zoë Ünal", "tags": ["go"], "category": "Web Development",
                "createdAt": "2025-01-01T00:00:00Z", "contentHtml": "<p>Not rust but “Go with care”.</p>",
            }),
        ),
        post_with_changes(
            3,
            json!({
                "title": "Careful", "author": "Ada Byron", "tags": ["rust"], "category": "Mobile Development",
                "createdAt": "2025-06-30T12:00:00Z", "contentHtml": "<p>With care: go.</p>",
            }),
        ),
    ])
}

/// Returns the numbers of the posts that a search finds.
async fn found(site: &Site, search: &str) -> Vec<String> {
    let search: String = byte_serialize(search.as_bytes()).collect();
    let slugs = site.slugs(&format!("/api/blogs?search={search}"), "blogs").await;
    slugs.iter().map(|slug| slug.replace("post-", "")).collect()
}

#[tokio::test]
async fn finds_posts_by_operators() {
    let site = site();
    for (search, expected) in [
        ("author:ada", vec!["3", "1"]),
        ("author:\"ada lovelace\"", vec!["1"]),
        ("author:zoe", vec!["2"]),
        ("-author:ada", vec!["2"]),
        ("tag:rust", vec!["3", "1"]),
        ("tag:RUST author:lovelace", vec!["1"]),
        ("tag:\"machine learning\"", vec!["1"]),
        ("tag:machine", vec![]),
        ("category:development", vec!["3", "2"]),
        ("category:\"system design\"", vec!["1"]),
        ("category:cooking", vec![]),
        ("title:rust", vec!["1"]),
        ("title:\"in production\"", vec!["1"]),
        ("-title:rust rust", vec!["2"]),
        ("after:2025", vec!["3", "2"]),
        ("before:2025", vec!["1"]),
        ("after:2025-01-01 before:2025-06", vec!["2"]),
        ("after:2025-06-30", vec!["3"]),
        ("-after:2025-06-30 -before:2025", vec!["2"]),
        ("after:soon", vec![]),
        ("size:10", vec![]),
        ("care -rust", vec!["3"]),
        ("-rust", vec!["3"]),
        ("rust -tag:rust", vec!["2"]),
    ] {
        assert_eq!(found(&site, search).await, expected, "{search}");
    }
}

#[tokio::test]
async fn finds_phrases_in_titles_and_texts_across_marks_and_lines() {
    let site = site();
    for (search, expected) in [
        ("\"state machine\"", vec!["1"]),
        ("\"state machines, and a state machine\"", vec!["1"]),
        ("\"machine state\"", vec![]),
        ("\"rust in prod", vec!["1"]),
        ("“go with”", vec!["2"]),
        ("\"with care\"", vec!["3", "2"]),
        ("\"with care\" -\"go with\"", vec!["3"]),
        ("care -\"with care:\"", vec!["2"]),
        ("\"again not\"", vec![]),
        ("title:\"go with\"", vec![]),
    ] {
        assert_eq!(found(&site, search).await, expected, "{search}");
    }
}

#[tokio::test]
async fn posts_with_everything_in_the_title_come_first() {
    let site = Site::with_posts(&[
        post_with_changes(1, json!({"title": "State machine", "contentHtml": "<p>x</p>"})),
        post_with_changes(
            2,
            json!({"title": "State of a machine", "contentHtml": "<p>state machine</p>"}),
        ),
        post_with_changes(
            3,
            json!({"title": "Other", "contentHtml": "<p>A state machine</p>"}),
        ),
    ]);
    assert_eq!(found(&site, "\"state machine\"").await, ["1", "3", "2"]);
    assert_eq!(found(&site, "machine state").await, ["2", "1", "3"]);
}

#[tokio::test]
async fn operators_hold_beside_the_filters_of_a_list_and_drafts_are_not_found() {
    let site = site();
    let list = site
        .get("/api/blogs?search=author:ada&category=System%20Design")
        .await;
    assert_eq!(list["total"], 1);
    let list = site
        .get("/api/blogs?search=tag:rust&sort=oldest&page=2&limit=1")
        .await;
    assert_eq!(
        (&list["total"], &list["blogs"][0]["slug"]),
        (&json!(2), &json!("post-3"))
    );
    let token = site.admin("Draftwriter").token;
    let draft = json!({
        "title": "Hidden", "content": "<p>of a draft</p>", "category": "Other", "status": "draft",
        "tags": ["secret"], "featuredImage": "https://example.org/a.png",
    });
    let created = site
        .request(Method::POST, "/api/blogs/create", &token, Some(&draft))
        .await;
    created.assert_status(StatusCode::CREATED);
    for search in [
        "author:draftwriter",
        "tag:secret",
        "title:hidden",
        "\"of a draft\"",
        "hidden",
    ] {
        assert!(found(&site, search).await.is_empty(), "{search}");
    }
}

#[tokio::test]
async fn rejects_searches_beyond_the_limits_with_their_field() {
    let site = site();
    let nine_tags = "tag:0 tag:1 tag:2 tag:3 tag:4 tag:5 tag:6 tag:7 tag:8".to_owned();
    for search in [nine_tags, format!("\"{}\"", "a b ".repeat(9)), "é".repeat(201)] {
        let search: String = byte_serialize(search.as_bytes()).collect();
        let response = site.server.get(&format!("/api/blogs?search={search}")).await;
        response.assert_status(StatusCode::BAD_REQUEST);
        assert!(response.json::<Value>()["errors"]["search"].is_string());
    }
}
