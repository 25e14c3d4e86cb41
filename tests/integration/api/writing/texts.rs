//! What is written, and who sees it.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Desk, REQUIRED, draft, with};
use crate::support::people::assert_refused;

#[tokio::test]
async fn a_published_post_is_there_for_everybody() {
    let desk = Desk::new();
    let made = desk.created(draft()).await;
    assert_eq!(
        (
            &made["slug"],
            &made["tags"],
            &made["author"]["username"],
            &made["status"]
        ),
        (
            &json!("uber-grosse-code"),
            &json!(["queues", "Rust"]),
            &json!("root"),
            &json!("published")
        )
    );
    let seen = desk.site.get("/api/blogs/uber-grosse-code").await["blog"].clone();
    assert_eq!(seen["content"], "<p>The first <strong>words</strong>.</p>");
    assert_eq!(seen["featuredImage"], "https://example.org/cover.png");
    for path in [
        "/api/blogs?search=first+gr%C3%B6%C3%9Fe",
        "/api/blogs?category=System+Design",
        "/api/blogs?tag=rust",
    ] {
        assert_eq!(
            desk.site.slugs(path, "blogs").await,
            ["uber-grosse-code"],
            "{path}"
        );
    }
    desk.site.assert_counts_are_true();
}

#[tokio::test]
async fn a_draft_is_there_for_administrators_alone() {
    let desk = Desk::new();
    let made = desk.created(with(json!({"status": "draft"}))).await;
    let slug = made["slug"].as_str().unwrap();
    let path = format!("/api/blogs/{slug}");
    let reader = desk.site.reader("Ada").token;
    for token in ["", &reader] {
        let response = desk.site.call(Method::GET, &path, token, None).await;
        assert_refused(&response, 404, "Blog not found");
    }
    assert_eq!(
        desk.site.server.get(&format!("/blog/{slug}")).await.status_code(),
        404
    );
    for path in ["/api/blogs", "/api/blogs?search=first", "/api/blogs?tag=rust"] {
        assert!(desk.site.slugs(path, "blogs").await.is_empty(), "{path}");
    }
    let opened = desk
        .site
        .get_as(&desk.token, &format!("/api/blogs/admin/blogs/{slug}"))
        .await;
    assert_eq!(opened["blog"]["content"], draft()["content"]);

    // Published and taken back: the search and the totals follow.
    let id = made["_id"].as_str().unwrap();
    desk.updated(id, draft()).await;
    assert_eq!(desk.site.slugs("/api/blogs?search=first", "blogs").await, [slug]);
    desk.site.assert_counts_are_true();
    desk.updated(id, with(json!({"status": "draft"}))).await;
    assert!(
        desk.site
            .slugs("/api/blogs?search=first", "blogs")
            .await
            .is_empty()
    );
    desk.site.assert_counts_are_true();
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_named() {
    let desk = Desk::new();
    let long = "é".repeat(201);
    let tags: Vec<String> = (0..11).map(|number| number.to_string()).collect();
    for (changes, field, message) in [
        (json!({"title": " "}), "title", REQUIRED),
        (json!({"content": ""}), "content", REQUIRED),
        (
            json!({"content": "<p><br></p><script>x</script>"}),
            "content",
            REQUIRED,
        ),
        (json!({"featuredImage": ""}), "featuredImage", REQUIRED),
        (json!({"featuredImage": {}}), "featuredImage", REQUIRED),
        (json!({"featuredImage": null}), "featuredImage", REQUIRED),
        (
            json!({"title": long}),
            "title",
            "Title must be at most 200 characters",
        ),
        (
            json!({"content": format!("<p>{}</p>", "x".repeat(1 << 20))}),
            "content",
            "The content must be at most 1 MiB large",
        ),
        (
            json!({"content": "&".repeat(1 << 18)}),
            "content",
            "The content must be at most 1 MiB large",
        ),
        (
            json!({"content": "<div>".repeat(129)}),
            "content",
            "The content must not be nested deeper than 128 levels",
        ),
        (
            json!({"content": "a<br>".repeat(100_001)}),
            "content",
            "The content must have at most 200,000 elements and texts",
        ),
        (json!({"category": "Cooking"}), "category", "Unknown category"),
        (json!({"tags": tags}), "tags", "A post has at most 10 tags"),
        (
            json!({"featuredImage": "javascript:alert(1)"}),
            "featuredImage",
            "The featured image must be an http or https address",
        ),
        (
            json!({"featuredImage": "data:image/png;base64,AAAA"}),
            "featuredImage",
            "Invalid image",
        ),
        (
            json!({"featuredImage": "data:image/svg+xml;base64,PHN2Zz4="}),
            "featuredImage",
            "Invalid image",
        ),
        (
            json!({"content": "<p><img src=\"data:image/png;base64,AAAA\"></p>"}),
            "content",
            "Invalid image",
        ),
    ] {
        let response = desk.create(&with(changes.clone())).await;
        assert_refused(&response, 400, message);
        assert_eq!(response.json::<Value>()["errors"][field], message, "{changes}");
    }
    assert_eq!(
        desk.create(&with(json!({"status": "hidden"})))
            .await
            .status_code(),
        400
    );
    let empty = desk.site.get_as(&desk.token, "/api/blogs/admin/blogs").await;
    assert_eq!(empty["total"], 0);
}

#[tokio::test]
async fn titles_of_the_same_words_get_addresses_of_their_own_and_keep_them() {
    let desk = Desk::new();
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(desk.created(with(json!({"title": "The same"}))).await);
    }
    let addresses: Vec<&str> = made.iter().map(|post| post["slug"].as_str().unwrap()).collect();
    assert_eq!(addresses, ["the-same", "the-same-2", "the-same-3"]);
    let id = made[1]["_id"].as_str().unwrap();
    let changed = desk.updated(id, with(json!({"title": "Another title"}))).await;
    assert_eq!(
        (&changed["slug"], &changed["title"]),
        (&json!("the-same-2"), &json!("Another title"))
    );
}

#[tokio::test]
async fn what_runs_is_taken_out_and_what_the_editor_makes_stays() {
    let desk = Desk::new();
    let good = "<h2 class=\"ql-align-center\">A</h2><pre><code class=\"language-rust\">fn main() {\n    x &lt; y;\n}\n</code></pre>\
                <ul><li>a<ul><li>b</li></ul></li></ul><p><span style=\"color: rgb(230, 0, 0)\">c</span></p>\
                <iframe class=\"ql-video\" src=\"https://www.youtube.com/embed/abc\" frameborder=\"0\" allowfullscreen=\"true\"></iframe>";
    let bad =
        format!("{good}<script>alert(1)</script><img src=x onerror=alert(1)><a href=\"javascript:x\">d</a>");
    let made = desk.created(with(json!({"content": bad}))).await;
    let content = made["content"].as_str().unwrap();
    assert!(content.starts_with(good), "{content}");
    for sign in ["script", "onerror"] {
        assert!(!content.contains(sign), "{content}");
    }
    let id = made["_id"].as_str().unwrap();
    let again = desk.updated(id, with(json!({"content": content}))).await;
    assert_eq!(again["content"], content);
}
