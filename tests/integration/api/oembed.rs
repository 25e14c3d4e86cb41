//! The description of posts for other sites.

use axum::http::Method;
use serde_json::{Value, json};

use super::posts_admin::{data_url, png, post_body_with};
use crate::support::accounts::Account;
use crate::support::{Site, post, post_with_changes};

const ORIGIN: &str = "https://blog.example.org";

fn site(posts: &[Value]) -> Site {
    let site = Site::configured(&[("SERVER__BASE_URL", ORIGIN)]);
    site.import(posts);
    site
}

fn path(url: &str, rest: &str) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("url", url);
    format!("/api/oembed?{}{rest}", query.finish())
}

async fn status(site: &Site, url: &str, rest: &str) -> u16 {
    site.server.get(&path(url, rest)).await.status_code().as_u16()
}

async fn created<Id>(site: &Site, author: &Account<Id>, changes: Value) -> Value {
    let body = post_body_with(changes);
    let response = site
        .request(Method::POST, "/api/blogs/create", &author.token, Some(&body))
        .await;
    assert_eq!(response.status_code(), 201, "{}", response.text());
    response.json::<Value>()["blog"].clone()
}

#[tokio::test]
async fn describes_a_published_post_by_each_of_its_addresses() {
    let site = site(&[post_with_changes(
        1,
        json!({"title": "Fish & <chips>", "featuredImage": "https://example.org/fish.png"}),
    )]);
    let id = site.get("/api/blogs/post-1").await["blog"]["_id"].clone();
    let expected = json!({
        "version": "1.0", "type": "link", "title": "Fish & <chips>",
        "author_name": "Ada", "author_url": format!("{ORIGIN}/author/ada"),
        "provider_name": "Community Blog", "provider_url": format!("{ORIGIN}/"),
    });
    for url in [
        format!("{ORIGIN}/blog/post-1"),
        format!("{ORIGIN}/blog/{}", id.as_str().unwrap()),
        "http://blog.example.org/blog/post-1/?from=mail#comment-1".to_owned(),
    ] {
        for rest in ["", "&format=json"] {
            let response = site.server.get(&path(&url, rest)).await;
            response.assert_status_ok();
            assert_eq!(response.header("content-type"), "application/json");
            // The cover of the post is elsewhere, so that its size is not known.
            assert_eq!(response.json::<Value>(), expected, "{url}");
        }
    }
}

#[tokio::test]
async fn knows_no_draft_and_no_address_but_those_of_posts_on_this_site() {
    let site = site(&[post(1)]);
    let root = site.admin("root");
    let draft = created(&site, &root, json!({"title": "Secret plans", "status": "draft"})).await;
    for url in [
        &format!("{ORIGIN}/blog/secret-plans"),
        &format!("{ORIGIN}/blog/{}", draft["_id"].as_str().unwrap()),
        &format!("{ORIGIN}/blog/nothing"),
        &format!("{ORIGIN}/blog/post-1.md"),
        &format!("{ORIGIN}/tag/sample"),
        &format!("{ORIGIN}:8443/blog/post-1"),
        "https://example.org/blog/post-1",
        "https://blog.example.org.example.com/blog/post-1",
        "/blog/post-1",
        "post-1",
        "javascript:alert(1)",
        "\0",
    ] {
        let response = site.server.get(&path(url, "")).await;
        assert_eq!(response.status_code(), 404, "{url}");
        assert!(!response.text().contains("Secret"), "{url}");
        // Who may read the draft finds no description of it either: it is for other sites.
        let for_staff = site.request(Method::GET, &path(url, ""), &root.token, None).await;
        assert_eq!(for_staff.status_code(), 404, "{url}");
    }
    for (path, field) in [
        ("/api/oembed", "url"),
        ("/api/oembed?url=", "url"),
        ("/api/oembed?url=x&format=xml", "format"),
        ("/api/oembed?url=x&maxwidth=wide", "maxwidth"),
    ] {
        let response = site.server.get(path).await;
        assert_eq!(response.status_code(), 400, "{path}");
        assert!(response.json::<Value>()["errors"][field].is_string(), "{path}");
    }
}

#[tokio::test]
async fn follows_changes_of_the_post_and_its_authors() {
    let site = site(&[]);
    let (root, other) = (site.admin("root"), site.admin("other"));
    let made = created(&site, &root, json!({"title": "First"})).await;
    let id = made["_id"].as_str().unwrap();
    let (first, second) = (format!("{ORIGIN}/blog/first"), format!("{ORIGIN}/blog/second"));
    assert_eq!(status(&site, &first, "").await, 200);
    let change = async |method: Method, rest: &str, body: Value| {
        let path = format!("/api/blogs/{rest}");
        let response = site.request(method, &path, &root.token, Some(&body)).await;
        assert!(response.status_code().is_success(), "{path}: {}", response.text());
    };
    let both = json!({"authors": [root.id.to_string(), other.id.to_string()]});
    change(Method::PUT, &format!("{id}/authors"), both).await;
    change(
        Method::PUT,
        &format!("update/{id}"),
        post_body_with(json!({"title": "Renamed", "slug": "second"})),
    )
    .await;
    for url in [&first, &second] {
        let described = site.get(&path(url, "")).await;
        assert_eq!(described["title"], "Renamed", "{url}");
        assert_eq!(described["author_name"], "root, other");
        assert_eq!(described.get("author_url"), None);
    }
    change(
        Method::PUT,
        &format!("update/{id}"),
        post_body_with(json!({"title": "Renamed", "status": "draft"})),
    )
    .await;
    for url in [&first, &second] {
        assert_eq!(status(&site, url, "").await, 404, "{url}");
    }
}

#[tokio::test]
async fn shows_a_picture_of_a_known_size_within_the_limits() {
    let site = site(&[post(1)]);
    let root = site.admin("root");
    created(
        &site,
        &root,
        json!({"title": "Large", "featuredImage": data_url(&png(9, 1_000))}),
    )
    .await;
    let thumbnail = async |url: &str, rest: &str| {
        let described = site.get(&path(url, rest)).await;
        let width = described["thumbnail_width"].as_u64();
        assert_eq!(described["thumbnail_url"].is_string(), width.is_some());
        assert_eq!(described["thumbnail_height"].as_u64().is_some(), width.is_some());
        if let Some(picture) = described["thumbnail_url"].as_str() {
            let shown = site.server.get(picture.strip_prefix(ORIGIN).unwrap()).await;
            shown.assert_status_ok();
        }
        width
    };
    let large = format!("{ORIGIN}/blog/large");
    for (rest, width) in [
        ("", Some(1_000)),
        ("&maxwidth=1000&maxheight=500", Some(1_000)),
        ("&maxwidth=999", Some(480)),
        ("&maxheight=300", Some(480)),
        ("&maxwidth=479", None),
        ("&maxwidth=0", None),
    ] {
        assert_eq!(thumbnail(&large, rest).await, width, "{rest}");
    }
    // Without a cover there is the picture that the site has drawn.
    let plain = format!("{ORIGIN}/blog/post-1");
    assert_eq!(thumbnail(&plain, "").await, Some(1_200));
    assert_eq!(thumbnail(&plain, "&maxwidth=600").await, None);
}

#[tokio::test]
async fn the_page_of_a_post_says_where_its_description_is() {
    let site = site(&[post(1)]);
    let found = |html: &str| -> Vec<String> {
        let selector = scraper::Selector::parse("link[type='application/json+oembed']").unwrap();
        let page = scraper::Html::parse_document(html);
        let links = page.select(&selector);
        links.map(|link| link.attr("href").unwrap().to_owned()).collect()
    };
    let links = found(&site.server.get("/blog/post-1").await.text());
    assert_eq!(
        links,
        [format!(
            "{ORIGIN}/api/oembed?url=https%3A%2F%2Fblog.example.org%2Fblog%2Fpost-1"
        )]
    );
    let described = site.get(links[0].strip_prefix(ORIGIN).unwrap()).await;
    assert_eq!(described["type"], "link");
    for path in ["/", "/treasure", "/blog/nothing", "/tag/sample"] {
        assert!(found(&site.server.get(path).await.text()).is_empty(), "{path}");
    }
}
