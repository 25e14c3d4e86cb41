//! Administrators write, publish and remove posts.

use axum::http::Method;
use axum_test::TestResponse;
use axum_test::multipart::{MultipartForm, Part};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::support::people::assert_refused;
use crate::support::{Site, post, slugs};

const REQUIRED: &str = "Title, content and featured image are required";

fn draft() -> Value {
    json!({
        "title": "Über Größe & <Code>",
        "content": "<p>The first <strong>words</strong>.</p>",
        "category": "System Design",
        "tags": [" queues ", "", "Rust"],
        "featuredImage": "https://example.org/cover.png",
        "status": "published",
    })
}

fn with(changes: Value) -> Value {
    let mut body = draft();
    if let (Value::Object(body), Value::Object(changes)) = (&mut body, changes) {
        body.extend(changes);
    }
    body
}

/// A picture of one colour, as PNG.
fn picture(shade: u8, width: u32) -> Vec<u8> {
    let pixels = image::RgbImage::from_pixel(width, width / 2, image::Rgb([shade, 80, 90]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn data_address(bytes: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(bytes))
}

struct Desk {
    site: Site,
    token: String,
}

impl Desk {
    fn new() -> Self {
        let site = Site::new();
        let token = site.admin("root").token;
        Self { site, token }
    }

    async fn create(&self, body: &Value) -> TestResponse {
        self.site
            .call(Method::POST, "/api/blogs/create", &self.token, Some(body))
            .await
    }

    async fn created(&self, body: Value) -> Value {
        let response = self.create(&body).await;
        assert_eq!(response.status_code(), 201, "{}", response.text());
        response.json::<Value>()["blog"].clone()
    }

    async fn update(&self, id: &str, body: &Value) -> TestResponse {
        self.site
            .call(
                Method::PUT,
                &format!("/api/blogs/update/{id}"),
                &self.token,
                Some(body),
            )
            .await
    }

    async fn updated(&self, id: &str, body: Value) -> Value {
        let response = self.update(id, &body).await;
        response.assert_status_ok();
        response.json::<Value>()["blog"].clone()
    }

    async fn media(&self, address: &Value) -> u16 {
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
async fn pictures_that_are_written_out_become_media() {
    let desk = Desk::new();
    let (large, small) = (
        data_address(&picture(200, 2_000)),
        data_address(&picture(10, 100)),
    );
    let content = format!("<p>Look: <img src=\"{small}\" alt=\"a\"> and <img src=\"{small}\"></p>");
    let made = desk
        .created(with(json!({"content": content, "featuredImage": large})))
        .await;
    let content = made["content"].as_str().unwrap();
    assert!(!content.contains("data:"), "{content}");
    let addresses: Vec<&str> = content
        .split('"')
        .filter(|part| part.starts_with("/media/"))
        .collect();
    assert_eq!(addresses.len(), 2);
    assert_eq!(addresses[0], addresses[1], "the same picture is kept once");
    for address in [
        &made["featuredImage"],
        &made["featuredImageSmall"],
        &json!(addresses[0]),
    ] {
        assert_eq!(desk.media(address).await, 200, "{address}");
    }

    // What is saved again as it was read stays as it is.
    let id = made["_id"].as_str().unwrap();
    let again = desk
        .updated(id, json!({
            "title": made["title"], "content": content, "category": "Other", "tags": [], "status": "published"
        }))
        .await;
    assert_eq!(
        (&again["content"], &again["featuredImage"]),
        (&json!(content), &made["featuredImage"])
    );
    assert_eq!(desk.media(&json!(addresses[0])).await, 200);

    // What no post shows any more goes.
    let without = desk
        .updated(
            id,
            with(json!({"featuredImage": "https://example.org/other.png"})),
        )
        .await;
    assert_eq!(without["featuredImage"], "https://example.org/other.png");
    for address in [
        &made["featuredImage"],
        &made["featuredImageSmall"],
        &json!(addresses[0]),
    ] {
        assert_eq!(desk.media(address).await, 404, "{address}");
    }
}

#[tokio::test]
async fn a_cover_is_uploaded_with_a_form() {
    let desk = Desk::new();
    let made = desk.created(draft()).await;
    let path = format!("/api/blogs/update/{}", made["_id"].as_str().unwrap());
    let form = |file: Vec<u8>, media_type: &str| {
        MultipartForm::new()
            .add_text("title", "A form")
            .add_text("content", "<p>Words</p>")
            .add_text("category", "Other")
            .add_text("tags", "one, two")
            .add_text("status", "draft")
            .add_part(
                "featuredImage",
                Part::bytes(file).file_name("cover.png").mime_type(media_type),
            )
    };
    let send = |form| {
        desk.site
            .call(Method::PUT, &path, &desk.token, None)
            .multipart(form)
    };
    let response = send(form(picture(1, 800), "image/png")).await;
    response.assert_status_ok();
    let changed = response.json::<Value>()["blog"].clone();
    assert_eq!(
        (&changed["title"], &changed["tags"], &changed["status"]),
        (&json!("A form"), &json!(["one", "two"]), &json!("draft"))
    );
    assert_eq!(desk.media(&changed["featuredImage"]).await, 200);
    assert_eq!(desk.media(&changed["featuredImageSmall"]).await, 200);

    for (file, media_type) in [
        (b"<svg/>".to_vec(), "image/svg+xml"),
        (b"no picture".to_vec(), "image/png"),
        (picture(1, 10), "image/jpeg"),
    ] {
        assert_refused(&send(form(file, media_type)).await, 400, "Invalid image");
    }
    let large = send(form(vec![0; 9 << 20], "image/png")).await;
    assert_refused(&large, 400, "The image must be at most 8 MiB large");
    let huge = send(form(vec![0; 33 << 20], "image/png")).await;
    assert_eq!(huge.status_code(), 413);
    let kept = send(
        MultipartForm::new()
            .add_text("title", "Without a file")
            .add_text("content", "<p>Words</p>")
            .add_text("category", "Other")
            .add_text("status", "published")
            .add_text("featuredImage", "{}"),
    )
    .await;
    assert_eq!(
        kept.json::<Value>()["blog"]["featuredImage"],
        changed["featuredImage"]
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

#[tokio::test]
async fn the_slider_shows_what_is_featured_and_published() {
    let desk = Desk::new();
    let made = desk.created(draft()).await;
    let path = format!("/api/blogs/{}", made["_id"].as_str().unwrap());
    for (is_featured, expected) in [(true, 1), (true, 1), (false, 0)] {
        let body = json!({"isFeatured": is_featured});
        desk.site
            .call(Method::PATCH, &path, &desk.token, Some(&body))
            .await
            .assert_status_ok();
        let shown = desk.site.slugs("/api/blogs/featured", "featuredBlogs").await;
        assert_eq!(shown.len(), expected);
    }
    let wrong = json!({"isFeatured": "yes"});
    let response = desk
        .site
        .call(Method::PATCH, &path, &desk.token, Some(&wrong))
        .await;
    assert_eq!(response.status_code(), 400);
}

#[tokio::test]
async fn a_deleted_post_takes_everything_along() {
    let desk = Desk::new();
    let made = desk
        .created(with(json!({"featuredImage": data_address(&picture(3, 600))})))
        .await;
    let id = made["_id"].as_str().unwrap();
    let reader = desk.site.reader("Ada").token;
    for what in ["like", "bookmark"] {
        desk.site
            .press(&format!("/api/blogs/{id}/{what}"), &reader)
            .await
            .assert_status_ok();
    }
    let comment = json!({"content": "Soon gone"});
    desk.site
        .call(
            Method::POST,
            &format!("/api/blogs/{id}/comments"),
            &reader,
            Some(&comment),
        )
        .await;
    let path = format!("/api/blogs/{id}");
    desk.site
        .call(Method::DELETE, &path, &desk.token, None)
        .await
        .assert_status_ok();
    assert_eq!(desk.site.server.get(&path).await.status_code(), 404);
    assert!(
        desk.site
            .slugs("/api/blogs?search=first", "blogs")
            .await
            .is_empty()
    );
    let bookmarks = desk.site.get_as(&reader, "/api/blogs/bookmarks").await;
    assert_eq!(bookmarks["total"], 0);
    let comments = desk.site.get_as(&desk.token, "/api/admin/comments").await;
    assert_eq!(comments["total"], 0);
    assert_eq!(desk.media(&made["featuredImage"]).await, 404);
    assert_eq!(desk.media(&made["featuredImageSmall"]).await, 404);
    desk.site.assert_counts_are_true();
    let again = desk.site.call(Method::DELETE, &path, &desk.token, None).await;
    assert_refused(&again, 404, "Blog not found");
}

#[tokio::test]
async fn the_list_of_posts_is_searched_filtered_and_paged() {
    let desk = Desk::new();
    for (title, status) in [
        ("Ein Straßenfest", "published"),
        ("Über Queues", "draft"),
        ("Queues and more", "published"),
    ] {
        desk.site.clock.advance_seconds(1);
        desk.created(with(json!({"title": title, "status": status})))
            .await;
    }
    for (query, expected) in [
        ("", &["queues-and-more", "uber-queues", "ein-strassenfest"][..]),
        ("?status=draft", &["uber-queues"]),
        ("?status=published", &["queues-and-more", "ein-strassenfest"]),
        ("?search=QUEUES", &["queues-and-more", "uber-queues"]),
        ("?search=%C3%BCBER", &["uber-queues"]),
        ("?search=more+queues&status=published", &["queues-and-more"]),
        ("?limit=1&page=3", &["ein-strassenfest"]),
        ("?search=nothing", &[]),
    ] {
        let answer = desk
            .site
            .get_as(&desk.token, &format!("/api/blogs/admin/blogs{query}"))
            .await;
        assert_eq!(slugs(&answer["blogs"]), expected, "{query}");
    }
    let wrong = desk
        .site
        .call(
            Method::GET,
            "/api/blogs/admin/blogs?status=hidden",
            &desk.token,
            None,
        )
        .await;
    assert_eq!(wrong.status_code(), 400);
}

#[tokio::test]
async fn the_dashboard_counts() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let token = site.admin("root").token;
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    for (session, device) in [("a", "mobile"), ("b", "desktop"), ("c", "desktop")] {
        let body = json!({"sessionId": session, "deviceType": device});
        site.post("/api/blogs/post-1/view", body).await.assert_status_ok();
    }
    site.clock.advance_seconds(13 * 3_600);
    let body = json!({"sessionId": "a", "deviceType": "mobile"});
    site.post("/api/blogs/post-1/view", body).await.assert_status_ok();
    for reader in [&ada, &bo] {
        site.press("/api/blogs/post-1/like", &reader.token)
            .await
            .assert_status_ok();
    }
    let stats = site.get_as(&token, "/api/blogs/analytics/views").await["stats"].clone();
    assert_eq!(stats["total"], json!({"totalPosts": 2, "totalViews": 4}));
    assert_eq!(stats["engagementRate"], 50.0);
    let daily = stats["daily"].as_array().unwrap();
    assert_eq!(daily.len(), 30);
    assert_eq!(
        daily[28..],
        [
            json!({"date": "2026-03-01", "views": 3, "unique": 3, "mobile": 1, "desktop": 2}),
            json!({"date": "2026-03-02", "views": 1, "unique": 0, "mobile": 1, "desktop": 0})
        ]
    );
    assert_eq!(daily[0]["date"], "2026-02-01");
}
