//! The canonical address of a text that was published elsewhere first.

use scraper::{Html, Selector};
use serde_json::{Value, json};

use super::{AdminClient, post_body_with};

const ELSEWHERE: &str = "https://example.org/first?a=1&b=2";

fn body(changes: &Value) -> Value {
    let mut body = post_body_with(json!({"title": "Title"}));
    body.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    body
}

fn attribute(document: &Html, selector: &str, attribute: &str) -> String {
    let selector = Selector::parse(selector).unwrap();
    let element = document.select(&selector).next().unwrap();
    element.attr(attribute).unwrap().to_owned()
}

/// Asserts that the page of the post and its Markdown name this canonical address.
async fn assert_canonical(admin: &AdminClient, address: &str) {
    let text = admin.site.server.get("/blog/title").await.text();
    let page = Html::parse_document(&text);
    assert_eq!(attribute(&page, "link[rel=canonical]", "href"), address);
    assert_eq!(attribute(&page, "meta[property='og:url']", "content"), address);
    let data = Selector::parse("script[type='application/ld+json']").unwrap();
    let data = page.select(&data).next().unwrap().text().collect::<String>();
    let data: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data["mainEntityOfPage"], address);
    assert_eq!(
        attribute(&page, "link[rel=alternate][type='text/markdown']", "href"),
        "/blog/title.md"
    );
    let markdown = admin.site.server.get("/blog/title.md").await;
    assert_eq!(
        markdown.header("link").to_str().unwrap(),
        format!("<{address}>; rel=\"canonical\"")
    );
}

#[tokio::test]
async fn replaces_the_address_of_the_page_for_engines_and_link_previews() {
    let admin = AdminClient::new();
    let own = "http://127.0.0.1:8080/blog/title";
    let created = admin.created(body(&json!({}))).await;
    assert_eq!(created["canonicalUrl"], json!(null));
    assert_canonical(&admin, own).await;
    let changes = [
        (json!({"canonicalUrl": ELSEWHERE}), json!(ELSEWHERE)),
        (json!({}), json!(ELSEWHERE)),
        (json!({"canonicalUrl": null}), json!(ELSEWHERE)),
        (json!({"canonicalUrl": " "}), json!(null)),
        (json!({"canonicalUrl": ELSEWHERE}), json!(ELSEWHERE)),
        (json!({"canonicalUrl": ""}), json!(null)),
    ];
    for (change, expected) in changes {
        let updated = admin.updated("title", body(&change)).await;
        assert_eq!(updated["canonicalUrl"], expected, "{change}");
        let read = admin.site.get("/api/blogs/title").await;
        assert_eq!(read["blog"]["canonicalUrl"], expected, "{change}");
        assert_canonical(&admin, expected.as_str().unwrap_or(own)).await;
    }
}

#[tokio::test]
async fn is_taken_when_a_post_is_created() {
    let admin = AdminClient::new();
    let created = admin.created(body(&json!({"canonicalUrl": ELSEWHERE}))).await;
    assert_eq!(created["canonicalUrl"], ELSEWHERE);
    assert_canonical(&admin, ELSEWHERE).await;
    let listed = admin.site.get("/api/blogs").await;
    assert_eq!(listed["blogs"][0]["canonicalUrl"], ELSEWHERE);
}

#[tokio::test]
async fn rejects_what_is_no_https_address() {
    let admin = AdminClient::new();
    admin.created(body(&json!({}))).await;
    let long = format!("https://example.org/{}", "a".repeat(1_981));
    for url in [
        "http://example.org/",
        "example.org",
        "/blog/other",
        "javascript:alert(1)",
        "https://ada:secret@example.org/",
        &long,
    ] {
        let body = body(&json!({"canonicalUrl": url}));
        for response in [admin.create(&body).await, admin.update("title", &body).await] {
            let refused: Value = response.json();
            assert_eq!(response.status_code(), 400, "{refused}");
            assert!(refused["errors"]["canonicalUrl"].is_string(), "{refused}");
        }
    }
    let longest = body(&json!({"canonicalUrl": &long[..2_000]}));
    assert_eq!(
        admin.updated("title", longest).await["canonicalUrl"],
        long[..2_000]
    );
}
