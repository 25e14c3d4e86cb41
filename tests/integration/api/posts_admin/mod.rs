//! Administrators create, publish and delete posts.

mod canonical_urls;
mod closed_comments;
mod diagrams;
mod markdown;
mod moderating;
mod pictures;
mod publication_dates;
mod reading;
mod rendering;
mod slugs;
mod texts;

use axum::http::Method;
use axum_test::TestResponse;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::support::Site;

pub const REQUIRED: &str = "Title, content and featured image are required";

pub fn post_body() -> Value {
    json!({
        "title": "Über Größe & <Code>",
        "content": "<p>The first <strong>words</strong>.</p>",
        "category": "System Design",
        "tags": [" queues ", "", "Rust"],
        "featuredImage": "https://example.org/cover.png",
        "status": "published",
    })
}

/// The body of [`post_body`] with some fields replaced.
pub fn post_body_with(changes: Value) -> Value {
    let mut body = post_body();
    if let (Value::Object(body), Value::Object(changes)) = (&mut body, changes) {
        body.extend(changes);
    }
    body
}

/// A PNG image of one colour.
pub fn png(shade: u8, width: u32) -> Vec<u8> {
    let pixels = image::RgbImage::from_pixel(width, width / 2, image::Rgb([shade, 80, 90]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

pub fn data_url(bytes: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(bytes))
}

/// A site with a signed-in administrator.
pub struct AdminClient {
    pub site: Site,
    pub token: String,
}

impl AdminClient {
    pub fn new() -> Self {
        let site = Site::new();
        let token = site.admin("root").token;
        Self { site, token }
    }

    pub async fn create(&self, body: &Value) -> TestResponse {
        self.site
            .request(Method::POST, "/api/blogs/create", &self.token, Some(body))
            .await
    }

    pub async fn created(&self, body: Value) -> Value {
        let response = self.create(&body).await;
        assert_eq!(response.status_code(), 201, "{}", response.text());
        response.json::<Value>()["blog"].clone()
    }

    pub async fn update(&self, id: &str, body: &Value) -> TestResponse {
        self.site
            .request(
                Method::PUT,
                &format!("/api/blogs/update/{id}"),
                &self.token,
                Some(body),
            )
            .await
    }

    pub async fn updated(&self, id: &str, body: Value) -> Value {
        let response = self.update(id, &body).await;
        response.assert_status_ok();
        response.json::<Value>()["blog"].clone()
    }

    pub async fn media(&self, address: &Value) -> u16 {
        let response = self.site.server.get(address.as_str().unwrap()).await;
        if response.status_code() == 200 {
            assert_eq!(response.header("content-type"), "image/webp");
            assert_eq!(response.header("x-content-type-options"), "nosniff");
            let cached = response.header("cache-control");
            assert!(cached.to_str().unwrap().contains("immutable"));
        }
        response.status_code().as_u16()
    }
}
