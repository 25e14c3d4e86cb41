//! Diagrams: drawn when a post is saved or renewed, stored as media, shown on the page and in feeds.

use axum::http::Method;
use blog_app::actions::rendering;
use blog_app::content::drawing_hashes;
use blog_app::domain::Clock as _;
use blog_app::store::posts::Position;
use serde_json::{Value, json};

use super::{AdminClient, post_body_with};
use crate::support::{blocking, database, post_with_changes};

const DIAGRAM: &str = "<pre><code class=\"language-mermaid\">flowchart LR\n  accTitle: Two steps\n  A[Draft] --&gt; B\n</code></pre>";
const WRONG: &str =
    "<p>Words</p><pre><code class=\"language-mermaid\">flowchart LR\n  A --&gt;\n</code></pre>";
const PAGE: &str = "/blog/uber-grosse-code";

impl AdminClient {
    /// The hashes of the stored drawings, in their order.
    fn drawings(&self) -> Vec<String> {
        database::query(
            self.site.folder(),
            "select hash from media where format = 'svg' order by hash",
        )
    }

    fn renew_all(&self) {
        blocking(|| {
            let (mut position, now) = (Position::START, self.site.clock.now());
            while let Some(last) = rendering::renew_batch(&self.site.store, position, now).unwrap() {
                position = last;
            }
        });
    }
}

fn sorted_hashes() -> Vec<String> {
    let mut hashes = drawing_hashes(DIAGRAM);
    hashes.sort_unstable();
    hashes
}

#[tokio::test]
async fn shows_a_drawing_for_each_theme_and_the_source() {
    let admin = AdminClient::new();
    let post = admin.created(post_body_with(json!({ "content": DIAGRAM }))).await;
    assert_eq!(post["excerpt"], "");
    assert_eq!(admin.drawings(), sorted_hashes());
    let page = admin.text(PAGE).await;
    assert_eq!(page.matches("<picture><img src=\"/media/").count(), 2, "{page}");
    for part in [
        "alt=\"Two steps\" width=\"",
        "<summary>Source of the diagram</summary>",
        "A[Draft] --&gt; B",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    for hash in drawing_hashes(DIAGRAM) {
        let path = format!("/media/{hash}.svg");
        assert!(page.contains(&format!("src=\"{path}\"")), "{page}");
        let response = admin.site.server.get(&path).await;
        response.assert_status_ok();
        for (name, value) in [
            ("content-type", "image/svg+xml; charset=utf-8"),
            (
                "content-security-policy",
                "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ),
            ("x-content-type-options", "nosniff"),
            ("cache-control", "public, max-age=31536000, immutable"),
            ("etag", &format!("\"{hash}\"")),
        ] {
            assert_eq!(response.header(name), value, "{name}");
        }
        let svg = response.text();
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert!(document.root_element().attribute("width").is_some());
        let unknown = admin.site.server.get(&format!("/media/{hash}.webp")).await;
        assert_eq!(unknown.status_code(), 404);
        let known = admin
            .site
            .server
            .get(&path)
            .add_header("if-none-match", format!("\"{hash}\""));
        assert_eq!(known.await.status_code(), 304);
    }
}

#[tokio::test]
async fn keeps_drawings_as_long_as_a_post_or_a_revision_shows_them() {
    let admin = AdminClient::new();
    let first = admin.created(post_body_with(json!({ "content": DIAGRAM }))).await;
    let second = admin
        .created(post_body_with(json!({ "content": DIAGRAM, "title": "Second" })))
        .await;
    let id = first["_id"].as_str().unwrap();
    admin
        .updated(id, post_body_with(json!({ "content": "<p>Without</p>" })))
        .await;
    assert_eq!(admin.drawings(), sorted_hashes());
    for (post, left) in [(&second, sorted_hashes()), (&first, Vec::new())] {
        let path = format!("/api/blogs/{}", post["_id"].as_str().unwrap());
        let removed = admin
            .site
            .request(Method::DELETE, &path, &admin.token, None)
            .await;
        removed.assert_status_ok();
        assert_eq!(admin.drawings(), left);
    }
}

#[tokio::test]
async fn shows_feed_readers_the_light_drawing() {
    let admin = AdminClient::new();
    admin.created(post_body_with(json!({ "content": DIAGRAM }))).await;
    let feed = admin.text("/feed.xml").await;
    let document = roxmltree::Document::parse(&feed).unwrap();
    let content = document.descendants().find(|node| node.has_tag_name("content"));
    let html = content.unwrap().text().unwrap();
    let light = format!("/media/{}.svg\" alt=\"Two steps\"", drawing_hashes(DIAGRAM)[0]);
    assert!(
        html.starts_with("<figure><img src=\"http") && html.contains(&light),
        "{html}"
    );
    assert!(!html.contains("button") && !html.contains("details"), "{html}");
    let markdown = admin.text("/blog/uber-grosse-code.md").await;
    assert!(markdown.contains("```mermaid\nflowchart LR\n"), "{markdown}");
}

#[tokio::test]
async fn shows_the_source_of_what_cannot_be_drawn() {
    let admin = AdminClient::new();
    let post = admin.created(post_body_with(json!({ "content": WRONG }))).await;
    assert_eq!(post["excerpt"], "Words");
    assert_eq!(admin.drawings(), Vec::<String>::new());
    let page = admin.text(PAGE).await;
    assert!(
        page.contains("A --&gt;") && !page.contains("<picture>") && !page.contains("render-error"),
        "{page}"
    );
}

#[tokio::test]
async fn draws_in_a_preview_without_storing_and_says_what_is_wrong() {
    let admin = AdminClient::new();
    let reading = admin.previewed(&format!("{DIAGRAM}{WRONG}")).await;
    let html = reading["html"].as_str().unwrap();
    assert_eq!(
        html.matches("<img src=\"data:image/svg+xml;base64,").count(),
        2,
        "{html}"
    );
    let reason = "<p class=\"render-error\" role=\"note\">The diagram cannot be shown: ";
    assert!(html.contains(reason), "{html}");
    assert_eq!(admin.drawings(), Vec::<String>::new());
}

#[tokio::test]
async fn draws_the_diagrams_of_imported_and_of_outdated_texts() {
    let admin = AdminClient::new();
    admin
        .site
        .import(&[post_with_changes(1, json!({ "contentHtml": DIAGRAM }))]);
    let before = admin.text("/blog/post-1").await;
    assert!(
        before.contains("A[Draft] --&gt; B") && !before.contains("<picture>"),
        "{before}"
    );
    admin.renew_all();
    assert_eq!(admin.drawings(), sorted_hashes());
    let drawn = admin.text("/blog/post-1").await;
    assert_eq!(drawn.matches("<picture><img src=\"/media/").count(), 2, "{drawn}");

    let without_drawings = [
        "delete from post_media",
        "delete from media",
        "update rendered_posts set renderer_version = 0, html = 'outdated'",
    ];
    for statement in without_drawings {
        admin.site.execute_elsewhere(statement).await;
    }
    assert!(!admin.text("/blog/post-1").await.contains("<picture>"));
    admin.renew_all();
    assert_eq!(admin.drawings(), sorted_hashes());
    assert_eq!(admin.text("/blog/post-1").await, drawn);
}

#[tokio::test]
async fn draws_at_most_fifty_diagrams_of_a_post() {
    let admin = AdminClient::new();
    let content = (0..52).fold(String::new(), |html, number| {
        html + &format!(
            "<pre><code class=\"language-mermaid\">pie\n\"a\": {}</code></pre>",
            number + 1
        )
    });
    admin.created(post_body_with(json!({ "content": content }))).await;
    assert_eq!(admin.drawings().len(), 100);
    let reading: Value = admin.previewed(&content).await;
    let html = reading["html"].as_str().unwrap();
    assert_eq!(html.matches("A post shows at most 50 diagrams.").count(), 2);
}
