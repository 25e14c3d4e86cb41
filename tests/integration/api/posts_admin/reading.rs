//! Rendered articles of published posts, and previews of unsaved content.

use axum::http::Method;
use axum_test::TestResponse;
use serde_json::{Value, json};

use super::{AdminClient, data_url, png, post_body_with};
use crate::support::accounts::assert_rejected;

impl AdminClient {
    async fn preview(&self, content: &str) -> TestResponse {
        let body = json!({ "content": content });
        self.site
            .request(Method::POST, "/api/blogs/preview", &self.token, Some(&body))
            .await
    }

    pub async fn previewed(&self, content: &str) -> Value {
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
async fn returns_the_rendered_article_on_request() {
    let admin = AdminClient::new();
    admin
        .created(post_body_with(
            json!({"content": "<h1>First &amp; last</h1><p>Words</p>"}),
        ))
        .await;
    let mut blog = admin.read("uber-grosse-code").await;
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

    let mut plain = admin.site.get("/api/blogs/uber-grosse-code").await["blog"].clone();
    assert_eq!(plain["content"].take(), "<h1>First &amp; last</h1><p>Words</p>");
    assert!(plain.get("reading").is_none() && blog.get("content").is_none());
    plain.as_object_mut().unwrap().remove("content");
    blog.as_object_mut().unwrap().remove("reading");
    assert_eq!(plain, blog, "the rest is the same");
}

#[tokio::test]
async fn renders_stored_images_with_their_sizes() {
    let admin = AdminClient::new();
    let (large, small) = (data_url(&png(200, 2_000)), data_url(&png(10, 100)));
    let content =
        format!("<p><img src=\"{large}\"></p><p><img src=\"{small}\"><img src=\"/media/none.webp\"></p>");
    admin.created(post_body_with(json!({ "content": content }))).await;
    let blog = admin.read("uber-grosse-code").await;
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
async fn previews_the_rendered_article_without_storing_it() {
    let admin = AdminClient::new();
    let content = "<h2>Setup</h2><script>alert(1)</script><pre><code class=\"language-rust\">x</code></pre>";
    let previewed = admin.previewed(content).await;
    assert!(admin.site.slugs("/api/blogs", "blogs").await.is_empty());
    admin.created(post_body_with(json!({ "content": content }))).await;
    assert_eq!(previewed, admin.read("uber-grosse-code").await["reading"]);
    assert!(!previewed["html"].as_str().unwrap().contains("script"));
}

#[tokio::test]
async fn previews_unstored_images_with_their_sizes() {
    let admin = AdminClient::new();
    let address = data_url(&png(200, 400));
    let stored = admin
        .created(post_body_with(
            json!({"content": format!("<p><img src=\"{address}\"></p>")}),
        ))
        .await["content"]
        .clone();
    for content in [
        format!("<p><img src=\"{address}\"></p>"),
        stored.as_str().unwrap().to_owned(),
    ] {
        let previewed = admin.previewed(&content).await;
        let html = previewed["html"].as_str().unwrap();
        assert!(html.contains("width=\"400\" height=\"200\""), "{html}");
    }
    let previewed = admin.previewed(&format!("<img src=\"{address}\">")).await;
    assert!(previewed["html"].as_str().unwrap().contains(&address));
}

#[tokio::test]
async fn applies_the_limits_of_a_post_to_previews() {
    let admin = AdminClient::new();
    let text = "a".repeat(1 << 20);
    let response = admin.preview(&format!("<p>{text}</p>")).await;
    assert_rejected(&response, 400, "The content must be at most 1 MiB large");
    let response = admin.preview(&"<div>".repeat(129)).await;
    assert_rejected(
        &response,
        400,
        "The content must not be nested deeper than 128 levels",
    );
    let response = admin.preview(&"<br>".repeat(200_001)).await;
    assert_rejected(
        &response,
        400,
        "The content must have at most 200,000 elements and texts",
    );
    let address = data_url(&png(10, 10));
    let with_image = format!("<img src=\"{address}\">{}", "a".repeat(100));
    assert_eq!(admin.preview(&with_image).await.status_code(), 200);
    let response = admin.preview("<img src=\"data:image/png;base64,*\">").await;
    assert_rejected(&response, 400, "Invalid image");
    assert_rejected(
        &admin.preview("\0").await,
        400,
        "The content cannot hold the character U+0000",
    );
}

#[tokio::test]
async fn hides_a_draft_after_an_administrator_reads_it() {
    let admin = AdminClient::new();
    let secret = "Not yet announced";
    let draft = admin
        .created(post_body_with(json!({"title": secret, "status": "draft"})))
        .await;
    for name in ["_id", "slug"] {
        let id_or_slug = draft[name].as_str().unwrap();
        let admin_path = format!("/api/blogs/admin/blogs/{id_or_slug}");
        assert_eq!(
            admin.site.get_as(&admin.token, &admin_path).await["blog"]["title"],
            secret
        );
        let content = draft["content"].as_str().unwrap();
        assert!(admin.previewed(content).await["html"].is_string());
        for path in [
            format!("/blog/{id_or_slug}"),
            format!("/api/blogs/{id_or_slug}"),
            format!("/api/blogs/{id_or_slug}?fields=reading"),
        ] {
            for token in [None, Some(&admin.token)] {
                let request = admin.site.server.get(&path);
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
