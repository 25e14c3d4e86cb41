//! Markdown of unsaved texts, and of published posts at `/blog/{slug}.md`.

use axum::http::Method;
use axum_test::TestResponse;
use serde_json::{Value, json};

use super::{AdminClient, data_url, png, post_body, post_body_with};
use crate::support::accounts::assert_rejected;

impl AdminClient {
    async fn convert(&self, path: &str, body: Value) -> TestResponse {
        self.site
            .request(Method::POST, path, &self.token, Some(&body))
            .await
    }

    async fn converted(&self, path: &str, body: Value) -> Value {
        let response = self.convert(path, body).await;
        response.assert_status_ok();
        response.json()
    }
}

#[tokio::test]
async fn converts_unsaved_texts_both_ways() {
    let admin = AdminClient::new();
    let markdown = "## A\n\n- [x] b <kbd>c</kbd>\n";
    let html = "<h2>A</h2>\n<ul>\n<li data-list=\"checked\">b <kbd>c</kbd></li>\n</ul>";
    let converted = admin
        .converted("/api/blogs/markdown", json!({ "markdown": markdown }))
        .await;
    assert_eq!(converted, json!({ "success": true, "html": html }));
    let source = admin
        .converted("/api/blogs/markdown/source", json!({ "content": html }))
        .await;
    assert_eq!(
        source,
        json!({ "success": true, "markdown": markdown, "kept": ["kbd"] })
    );
}

#[tokio::test]
async fn runs_nothing_of_what_is_converted() {
    let admin = AdminClient::new();
    let hostile = "a <img src=x onerror=alert(1)> [b](javascript:alert(1))\n\n<script>alert(1)</script>";
    let converted = admin
        .converted("/api/blogs/markdown", json!({ "markdown": hostile }))
        .await;
    assert_eq!(
        converted["html"],
        "<p>a <img> <a rel=\"noopener noreferrer\">b</a></p>"
    );
    let source = admin
        .converted("/api/blogs/markdown/source", json!({ "content": hostile }))
        .await;
    assert_eq!(source["markdown"], "a <img> \\[b\\](javascript:alert(1))\n");
}

#[tokio::test]
async fn refuses_texts_beyond_the_limits() {
    let admin = AdminClient::new();
    let long = "x".repeat((1 << 20) + 1);
    let (deep, quotes) = ("<div>".repeat(129), ">".repeat(129));
    for (path, field, text, message) in [
        (
            "/api/blogs/markdown",
            "markdown",
            &long,
            "The text must be at most 1 MiB",
        ),
        (
            "/api/blogs/markdown/source",
            "content",
            &long,
            "The text must be at most 1 MiB",
        ),
        (
            "/api/blogs/markdown",
            "markdown",
            &deep,
            "The content must not be nested deeper than 128 levels",
        ),
        (
            "/api/blogs/markdown",
            "markdown",
            &quotes,
            "The content must not be nested deeper than 128 levels",
        ),
        (
            "/api/blogs/markdown/source",
            "content",
            &deep,
            "The content must not be nested deeper than 128 levels",
        ),
    ] {
        let response = admin.convert(path, json!({ field: text })).await;
        assert_rejected(&response, 400, message);
        assert_eq!(response.json::<Value>()["errors"][field], message);
    }
}

#[tokio::test]
async fn serves_published_posts_as_markdown_with_front_matter() {
    let admin = AdminClient::new();
    let content = "<p>The <em>first</em> <a href=\"/treasure\">words</a>.</p><table><tr><td colspan=\"2\">a</td></tr></table>";
    let body = post_body_with(json!({ "content": content, "featuredImage": data_url(&png(1, 40)) }));
    let post = admin.created(body).await;
    let slug = post["slug"].as_str().unwrap();
    let response = admin.site.server.get(&format!("/blog/{slug}.md")).await;
    response.assert_status_ok();
    assert_eq!(response.header("content-type"), "text/markdown; charset=utf-8");
    let link = response.header("link");
    let text = response.text();
    let (front_matter, markdown) = text
        .strip_prefix("---\n")
        .unwrap()
        .split_once("\n---\n\n")
        .unwrap();
    let fields: Vec<(&str, Value)> = front_matter
        .lines()
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, value)| (name, serde_json::from_str(value).unwrap()))
        .collect();
    let address = fields[1].1.as_str().unwrap();
    assert!(address.ends_with(&format!("/blog/{slug}")), "{address}");
    assert_eq!(link, format!("<{address}>; rel=\"canonical\""));
    let origin = address.strip_suffix(&format!("/blog/{slug}")).unwrap();
    let cover = format!("{origin}{}", post["featuredImage"].as_str().unwrap());
    assert_eq!(
        fields,
        [
            ("title", json!("Über Größe & <Code>")),
            ("url", json!(address)),
            ("author", json!("root")),
            ("date", post["createdAt"].clone()),
            ("updated", post["updatedAt"].clone()),
            ("category", json!("System Design")),
            ("tags", json!(["queues", "Rust"])),
            ("cover", json!(cover)),
            ("description", json!("The first words. a")),
        ]
    );
    assert_eq!(
        markdown,
        format!(
            "The *first* [words]({origin}/treasure).\n\n<table><tbody><tr><td colspan=\"2\">a</td></tr></tbody></table>\n"
        )
    );

    let page = admin.site.server.get(&format!("/blog/{slug}")).await.text();
    let alternate = format!("<link rel=\"alternate\" type=\"text/markdown\" href=\"/blog/{slug}.md\">");
    assert!(page.contains(&alternate), "{page}");
    let home = admin.site.server.get("/").await.text();
    assert!(!home.contains("text/markdown"));
}

#[tokio::test]
async fn serves_neither_drafts_nor_outdated_texts_as_markdown() {
    let admin = AdminClient::new();
    let post = admin.created(post_body()).await;
    let (id, path) = (post["_id"].as_str().unwrap(), "/blog/uber-grosse-code.md");
    let first = admin.site.server.get(path).await.text();
    assert!(first.ends_with("The first **words**.\n"), "{first}");
    admin
        .updated(id, post_body_with(json!({ "content": "<p>The second</p>" })))
        .await;
    let second = admin.site.server.get(path).await.text();
    assert!(second.ends_with("The second\n"), "{second}");
    admin
        .updated(id, post_body_with(json!({ "status": "draft" })))
        .await;
    for path in [
        path,
        &format!("/blog/{id}.md"),
        "/blog/no-such-post.md",
        "/blog/.md",
    ] {
        let missing = admin.site.server.get(path).await;
        assert_eq!(missing.status_code(), 404, "{path}");
        assert!(!missing.text().contains("The second"), "{path}");
    }
}
