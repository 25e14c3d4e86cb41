//! The text as it is read: of a post that is published, and of one that is still being written.

use axum::http::Method;
use axum_test::TestResponse;
use serde_json::{Value, json};

use super::{Desk, data_address, picture, with};
use crate::support::people::assert_refused;

impl Desk {
    async fn preview(&self, content: &str) -> TestResponse {
        let body = json!({ "content": content });
        self.site
            .call(Method::POST, "/api/blogs/preview", &self.token, Some(&body))
            .await
    }

    async fn previewed(&self, content: &str) -> Value {
        let response = self.preview(content).await;
        response.assert_status_ok();
        response.json::<Value>()["reading"].clone()
    }

    async fn read(&self, slug: &str) -> Value {
        let path = format!("/api/blogs/{slug}?fields=reading");
        self.site.get(&path).await["blog"].clone()
    }
}

#[tokio::test]
async fn a_blog_comes_ready_for_reading_where_that_is_asked_for() {
    let desk = Desk::new();
    desk.created(with(json!({"content": "<h1>First &amp; last</h1><p>Words</p>"})))
        .await;
    let mut blog = desk.read("uber-grosse-code").await;
    let reading = blog["reading"].take();
    assert_eq!(
        reading["headings"],
        json!([{"id": "first-last", "text": "First & last", "level": 2}])
    );
    let html = reading["html"].as_str().unwrap();
    assert!(
        html.contains("<h2 id=\"first-last\">First &amp; last</h2>"),
        "{html}"
    );

    let mut plain = desk.site.get("/api/blogs/uber-grosse-code").await["blog"].clone();
    assert_eq!(plain["content"].take(), "<h1>First &amp; last</h1><p>Words</p>");
    assert!(plain.get("reading").is_none() && blog.get("content").is_none());
    plain.as_object_mut().unwrap().remove("content");
    blog.as_object_mut().unwrap().remove("reading");
    assert_eq!(plain, blog, "the rest is the same");
}

#[tokio::test]
async fn pictures_of_this_site_are_read_with_their_sizes() {
    let desk = Desk::new();
    let (large, small) = (
        data_address(&picture(200, 2_000)),
        data_address(&picture(10, 100)),
    );
    let content =
        format!("<p><img src=\"{large}\"></p><p><img src=\"{small}\"><img src=\"/media/none.webp\"></p>");
    desk.created(with(json!({ "content": content }))).await;
    let blog = desk.read("uber-grosse-code").await;
    let html = blog["reading"]["html"].as_str().unwrap();
    for expected in [
        "width=\"1600\" height=\"800\" style=\"aspect-ratio: 1600 / 800\"",
        "width=\"100\" height=\"50\" style=\"aspect-ratio: 100 / 50\"",
        "src=\"/media/none.webp\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\" data-unsized=\"\"",
    ] {
        assert!(html.contains(expected), "{expected} is not in {html}");
    }
}

#[tokio::test]
async fn a_preview_is_what_readers_will_see_and_stores_nothing() {
    let desk = Desk::new();
    let content = "<h2>Setup</h2><script>alert(1)</script><pre><code class=\"language-rust\">x</code></pre>";
    let previewed = desk.previewed(content).await;
    assert!(desk.site.slugs("/api/blogs", "blogs").await.is_empty());
    desk.created(with(json!({ "content": content }))).await;
    assert_eq!(previewed, desk.read("uber-grosse-code").await["reading"]);
    assert!(!previewed["html"].as_str().unwrap().contains("script"));
}

#[tokio::test]
async fn a_preview_knows_the_sizes_of_pictures_that_are_not_stored_yet() {
    let desk = Desk::new();
    let address = data_address(&picture(200, 400));
    let stored = desk
        .created(with(
            json!({"content": format!("<p><img src=\"{address}\"></p>")}),
        ))
        .await["content"]
        .clone();
    for content in [
        format!("<p><img src=\"{address}\"></p>"),
        stored.as_str().unwrap().to_owned(),
    ] {
        let previewed = desk.previewed(&content).await;
        let html = previewed["html"].as_str().unwrap();
        assert!(html.contains("width=\"400\" height=\"200\""), "{html}");
    }
    let previewed = desk.previewed(&format!("<img src=\"{address}\">")).await;
    assert!(previewed["html"].as_str().unwrap().contains(&address));
}

#[tokio::test]
async fn a_preview_has_the_bounds_of_a_post() {
    let desk = Desk::new();
    let letters = "a".repeat(1 << 20);
    let response = desk.preview(&format!("<p>{letters}</p>")).await;
    assert_refused(&response, 400, "The content must be at most 1 MiB large");
    let response = desk.preview(&"<div>".repeat(129)).await;
    assert_refused(
        &response,
        400,
        "The content must not be nested deeper than 128 levels",
    );
    let response = desk.preview(&"<br>".repeat(200_001)).await;
    assert_refused(
        &response,
        400,
        "The content must have at most 200,000 elements and texts",
    );
    let address = data_address(&picture(10, 10));
    let picture = format!("<img src=\"{address}\">{}", "a".repeat(100));
    assert_eq!(desk.preview(&picture).await.status_code(), 200);
    let response = desk.preview("<img src=\"data:image/png;base64,*\">").await;
    assert_refused(&response, 400, "Invalid image");
    assert_refused(
        &desk.preview("\0").await,
        400,
        "The content cannot hold the character U+0000",
    );
}

#[tokio::test]
async fn a_draft_that_an_administrator_reads_stays_hidden_from_everyone_else() {
    let desk = Desk::new();
    let secret = "Not yet announced";
    let draft = desk
        .created(with(json!({"title": secret, "status": "draft"})))
        .await;
    for name in ["_id", "slug"] {
        let reference = draft[name].as_str().unwrap();
        let managed = format!("/api/blogs/admin/blogs/{reference}");
        assert_eq!(
            desk.site.get_as(&desk.token, &managed).await["blog"]["title"],
            secret
        );
        let content = draft["content"].as_str().unwrap();
        assert!(desk.previewed(content).await["html"].is_string());
        for path in [
            format!("/blog/{reference}"),
            format!("/api/blogs/{reference}"),
            format!("/api/blogs/{reference}?fields=reading"),
        ] {
            for token in [None, Some(&desk.token)] {
                let request = desk.site.server.get(&path);
                let response = match token {
                    Some(token) => request.authorization_bearer(token).await,
                    None => request.await,
                };
                let text = response.text();
                assert_eq!(response.status_code(), 404, "{path}: {text}");
                assert!(
                    text.contains("Blog not found") && !text.contains(secret),
                    "{path}"
                );
            }
        }
    }
}
