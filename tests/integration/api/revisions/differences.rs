//! The difference between two revisions.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Writer, content};
use crate::support::Site;

#[tokio::test]
async fn returns_the_changed_fields_blocks_and_words() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root
        .create(json!({"content": "<h2>Title</h2><p>The quick brown fox.</p><p>Gone.</p>", "tags": ["a"]}))
        .await;
    root.save(
        &id,
        json!({
            "content": "<h2>Title</h2><p>The quick 😀 fox.</p><ul><li>New</li></ul>",
            "tags": ["a", "b"], "title": "Another",
        }),
    )
    .await;
    let path = format!("/api/blogs/{id}/revisions/diff?from=1&to=2");
    let diff = root.get(&path).await;
    assert_eq!(
        (
            &diff["from"]["number"],
            &diff["to"]["number"],
            &diff["to"]["isCurrent"]
        ),
        (&json!(1), &json!(2), &json!(true))
    );
    assert_eq!(
        diff["fields"],
        json!([
            {"field": "title", "from": "Über Größe & <Code>", "to": "Another"},
            {"field": "tags", "from": "a", "to": "a, b"},
        ])
    );
    let block = |tag: &str, text: &str, html: &str, ranges: Value| json!({"tag": tag, "text": text, "html": html, "ranges": ranges});
    let title = block("h2", "Title", "<h2>Title</h2>", json!([]));
    let fox = block(
        "p",
        "The quick brown fox.",
        "<p>The quick brown fox.</p>",
        json!([{"start": 10, "end": 15}]),
    );
    let later_fox = block(
        "p",
        "The quick 😀 fox.",
        "<p>The quick 😀 fox.</p>",
        json!([{"start": 10, "end": 12}]),
    );
    assert_eq!(
        diff["blocks"],
        json!([
            {"change": "same", "from": title, "to": title},
            {"change": "changed", "from": fox, "to": later_fox},
            {"change": "removed", "from": block("p", "Gone.", "<p>Gone.</p>", json!([]))},
            {"change": "added", "to": block("ul", "New", "<ul><li>New</li></ul>", json!([]))},
        ])
    );

    let itself = root
        .get(&format!("/api/blogs/{id}/revisions/diff?from=2&to=2"))
        .await;
    assert_eq!(itself["fields"], json!([]));
    let changes = itself["blocks"].as_array().unwrap().iter();
    assert!(changes.clone().all(|block| block["change"] == "same"), "{itself}");
}

#[tokio::test]
async fn refuses_missing_and_mistyped_numbers() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    for query in ["", "?from=1", "?to=1", "?from=x&to=1", "?from=1&to=-1"] {
        let path = format!("/api/blogs/{id}/revisions/diff{query}");
        let response = root.send(Method::GET, &path, None).await;
        assert_eq!(response.status_code(), 400, "{query}");
    }
}
