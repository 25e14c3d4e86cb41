//! Contents, validation and visibility of posts.

use axum::http::Method;
use serde_json::{Value, json};

use super::{AdminClient, REQUIRED, post_body, post_body_with};
use crate::support::accounts::assert_rejected;

#[tokio::test]
async fn shows_a_published_post_to_everybody() {
    let admin = AdminClient::new();
    let created = admin.created(post_body()).await;
    assert_eq!(
        (
            &created["slug"],
            &created["tags"],
            &created["author"]["username"],
            &created["status"]
        ),
        (
            &json!("uber-grosse-code"),
            &json!(["queues", "Rust"]),
            &json!("root"),
            &json!("published")
        )
    );
    let blog = admin.site.get("/api/blogs/uber-grosse-code").await["blog"].clone();
    assert_eq!(blog["content"], "<p>The first <strong>words</strong>.</p>");
    assert_eq!(blog["featuredImage"], "https://example.org/cover.png");
    for path in [
        "/api/blogs?search=first+gr%C3%B6%C3%9Fe",
        "/api/blogs?category=System+Design",
        "/api/blogs?tag=rust",
    ] {
        assert_eq!(
            admin.site.slugs(path, "blogs").await,
            ["uber-grosse-code"],
            "{path}"
        );
    }
    admin.site.assert_counts_are_correct();
}

#[tokio::test]
async fn shows_a_draft_to_administrators_only() {
    let admin = AdminClient::new();
    let created = admin.created(post_body_with(json!({"status": "draft"}))).await;
    let slug = created["slug"].as_str().unwrap();
    let path = format!("/api/blogs/{slug}");
    let reader = admin.site.reader("Ada").token;
    for token in ["", &reader] {
        let response = admin.site.request(Method::GET, &path, token, None).await;
        assert_rejected(&response, 404, "Blog not found");
    }
    assert_eq!(
        admin
            .site
            .server
            .get(&format!("/blog/{slug}"))
            .await
            .status_code(),
        404
    );
    for path in ["/api/blogs", "/api/blogs?search=first", "/api/blogs?tag=rust"] {
        assert!(admin.site.slugs(path, "blogs").await.is_empty(), "{path}");
    }
    let detail = admin
        .site
        .get_as(&admin.token, &format!("/api/blogs/admin/blogs/{slug}"))
        .await;
    assert_eq!(detail["blog"]["content"], post_body()["content"]);

    // Publishing and unpublishing change the search index and the totals.
    let id = created["_id"].as_str().unwrap();
    admin.updated(id, post_body()).await;
    assert_eq!(admin.site.slugs("/api/blogs?search=first", "blogs").await, [slug]);
    admin.site.assert_counts_are_correct();
    admin
        .updated(id, post_body_with(json!({"status": "draft"})))
        .await;
    assert!(
        admin
            .site
            .slugs("/api/blogs?search=first", "blogs")
            .await
            .is_empty()
    );
    admin.site.assert_counts_are_correct();
}

#[tokio::test]
async fn reports_every_missing_or_invalid_field() {
    let admin = AdminClient::new();
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
        let response = admin.create(&post_body_with(changes.clone())).await;
        assert_rejected(&response, 400, message);
        assert_eq!(response.json::<Value>()["errors"][field], message, "{changes}");
    }
    assert_eq!(
        admin
            .create(&post_body_with(json!({"status": "hidden"})))
            .await
            .status_code(),
        400
    );
    let empty = admin.site.get_as(&admin.token, "/api/blogs/admin/blogs").await;
    assert_eq!(empty["total"], 0);
}

#[tokio::test]
async fn assigns_unique_slugs_and_keeps_them_when_the_title_changes() {
    let admin = AdminClient::new();
    let mut posts = Vec::new();
    for _ in 0..3 {
        posts.push(admin.created(post_body_with(json!({"title": "The same"}))).await);
    }
    let slugs: Vec<&str> = posts.iter().map(|post| post["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs, ["the-same", "the-same-2", "the-same-3"]);
    let id = posts[1]["_id"].as_str().unwrap();
    let changed = admin
        .updated(id, post_body_with(json!({"title": "Another title"})))
        .await;
    assert_eq!(
        (&changed["slug"], &changed["title"]),
        (&json!("the-same-2"), &json!("Another title"))
    );
}

#[tokio::test]
async fn removes_scripts_and_keeps_the_markup_of_the_editor() {
    let admin = AdminClient::new();
    let allowed = "<h2 class=\"ql-align-center\">A</h2><pre><code class=\"language-rust\">fn main() {\n    x &lt; y;\n}\n</code></pre>\
                <ul><li>a<ul><li>b</li></ul></li></ul><p><span style=\"color: rgb(230, 0, 0)\">c</span></p>\
                <iframe class=\"ql-video\" src=\"https://www.youtube.com/embed/abc\" frameborder=\"0\" allowfullscreen=\"true\"></iframe>";
    let content_with_scripts = format!(
        "{allowed}<script>alert(1)</script><img src=x onerror=alert(1)><a href=\"javascript:x\">d</a>"
    );
    let created = admin
        .created(post_body_with(json!({"content": content_with_scripts})))
        .await;
    let content = created["content"].as_str().unwrap();
    assert!(content.starts_with(allowed), "{content}");
    for word in ["script", "onerror"] {
        assert!(!content.contains(word), "{content}");
    }
    let id = created["_id"].as_str().unwrap();
    let again = admin
        .updated(id, post_body_with(json!({"content": content})))
        .await;
    assert_eq!(again["content"], content);
}
