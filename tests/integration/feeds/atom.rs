//! The Atom feeds.

use axum::http::Method;
use roxmltree::{Document, Node};
use serde_json::{Value, json};

use super::{ORIGIN, all, document, header, settings, text};
use crate::support::{Site, post, post_with_changes};

const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";

async fn feed(site: &Site, path: &str) -> String {
    document(site, path, MEDIA_TYPE).await
}

fn entries<'tree>(feed: &'tree Document<'tree>) -> Vec<Node<'tree, 'tree>> {
    all(feed.root_element(), "entry")
}

fn titles<'tree>(feed: &'tree Document<'tree>) -> Vec<&'tree str> {
    entries(feed)
        .into_iter()
        .map(|entry| text(entry, "title"))
        .collect()
}

fn link<'tree>(node: Node<'tree, 'tree>, relation: &str) -> &'tree str {
    let links = all(node, "link");
    let found = links
        .iter()
        .find(|link| link.attribute("rel") == Some(relation))
        .unwrap();
    found.attribute("href").unwrap()
}

/// Creates a post as an administrator and returns it as the API does.
async fn create_post(site: &Site, token: &str, status: &str) -> Value {
    let body = json!({
        "title": "By hand", "content": "<p>Words.</p>", "category": "System Design", "tags": [],
        "featuredImage": "https://example.org/cover.png", "status": status,
    });
    let response = site
        .request(Method::POST, "/api/blogs/create", token, Some(&body))
        .await;
    assert_eq!(response.status_code(), 201, "{}", response.text());
    response.json::<Value>()["blog"].clone()
}

#[tokio::test]
async fn describes_the_site_in_the_feed() {
    let site = Site::configured(&settings());
    site.import(&[post(3), post(7)]);
    let xml = feed(&site, "/feed.xml").await;
    let parsed = Document::parse(&xml).unwrap();
    let root = parsed.root_element();
    assert_eq!(root.tag_name(), ("http://www.w3.org/2005/Atom", "feed").into());
    assert_eq!(text(root, "id"), format!("{ORIGIN}/feed.xml"));
    assert_eq!(text(root, "title"), "Tea & <Code>");
    assert_eq!(text(root, "subtitle"), "\"Quoted\" words");
    assert_eq!(text(root, "updated"), "2026-01-07T08:00:00.000Z");
    assert_eq!(text(root, "icon"), format!("{ORIGIN}/icon-192.png"));
    assert_eq!(text(root, "generator"), "blog-app");
    assert_eq!(link(root, "self"), format!("{ORIGIN}/feed.xml"));
    assert_eq!(link(root, "alternate"), format!("{ORIGIN}/"));
}

#[tokio::test]
async fn writes_every_field_of_a_post_to_its_entry() {
    let site = Site::configured(&settings());
    site.import(&[post_with_changes(
        5,
        json!({
            "title": "A <b>bold</b> \"title\" & more",
            "author": "Zoë O'Neil <zoe>",
            "category": "DevOps & Cloud",
            "tags": ["C++ \"20\"", "a & b"],
            "contentHtml": "<h2 id=\"x\">One</h2><p><a href=\"#x\">up</a> <a href=\"/trending?a=1&amp;b=2\">in</a>\
                <a href=\"https://example.org/\">out</a> <img src=\"/media/ab.webp\"></p>\
                <pre><code>let a = \"&lt;/content&gt;\";\n\tb(']]&gt;');</code></pre>",
        }),
    )]);
    let blog = site.get("/api/blogs/post-5").await["blog"].clone();
    let xml = feed(&site, "/feed.xml").await;
    let parsed = Document::parse(&xml).unwrap();
    let entry = entries(&parsed)[0];
    let id = blog["_id"].as_str().unwrap();
    let page = format!("{ORIGIN}/blog/post-5");
    assert_eq!(text(entry, "id"), format!("urn:uuid:{id}"));
    assert_eq!(text(entry, "title"), blog["title"].as_str().unwrap());
    assert_eq!(link(entry, "alternate"), page);
    assert_eq!(text(entry, "published"), "2026-01-05T08:00:00.000Z");
    assert_eq!(text(entry, "updated"), "2026-01-05T08:00:00.000Z");
    let author = all(entry, "author")[0];
    assert_eq!(text(author, "name"), "Zoë O'Neil <zoe>");
    assert_eq!(text(author, "uri"), format!("{ORIGIN}/author/zoe-o-neil-zoe"));
    let categories = all(entry, "category");
    let terms: Vec<_> = categories
        .iter()
        .map(|category| category.attribute("term"))
        .collect();
    assert_eq!(terms, [Some("DevOps & Cloud"), Some("C++ \"20\""), Some("a & b")]);
    let content = all(entry, "content")[0];
    assert_eq!(content.attribute("type"), Some("html"));
    let expected = blog["content"]
        .as_str()
        .unwrap()
        .replace("href=\"#", &format!("href=\"{page}#"))
        .replace("href=\"/", &format!("href=\"{ORIGIN}/"))
        .replace("src=\"/", &format!("src=\"{ORIGIN}/"));
    assert_eq!(content.text(), Some(expected.as_str()));
}

#[tokio::test]
async fn lists_the_newest_20_published_posts_newest_first() {
    let site = Site::configured(&settings());
    site.import(&(1..=25).map(post).collect::<Vec<_>>());
    let token = site.admin("root").token;
    create_post(&site, &token, "draft").await;
    let xml = feed(&site, "/feed.xml").await;
    let expected: Vec<String> = (6..=25).rev().map(|number| format!("Post {number}")).collect();
    assert_eq!(titles(&Document::parse(&xml).unwrap()), expected);

    create_post(&site, &token, "published").await;
    let xml = feed(&site, "/feed.xml").await;
    let parsed = Document::parse(&xml).unwrap();
    assert_eq!(titles(&parsed)[..2], ["By hand", "Post 25"]);
    assert_eq!(text(all(entries(&parsed)[0], "author")[0], "name"), "root");
}

#[tokio::test]
async fn sets_updated_only_when_the_post_is_edited() {
    let site = Site::configured(&settings());
    let token = site.admin("root").token;
    let blog = create_post(&site, &token, "published").await;
    let id = blog["_id"].as_str().unwrap();
    let updated = async || {
        let xml = feed(&site, "/feed.xml").await;
        let parsed = Document::parse(&xml).unwrap();
        let entry = entries(&parsed)[0];
        assert_eq!(text(entry, "published"), "2026-03-01T12:00:00.000Z");
        assert_eq!(text(entry, "updated"), text(parsed.root_element(), "updated"));
        text(entry, "updated").to_owned()
    };
    site.clock.advance_seconds(60);
    let featured = json!({"isFeatured": true});
    site.request(
        Method::PATCH,
        &format!("/api/blogs/{id}"),
        &token,
        Some(&featured),
    )
    .await
    .assert_status_ok();
    assert_eq!(updated().await, "2026-03-01T12:00:00.000Z");

    let body = json!({"title": "By hand, again", "content": "<p>Other words.</p>", "category": "Other",
        "tags": [], "status": "published"});
    site.request(
        Method::PUT,
        &format!("/api/blogs/update/{id}"),
        &token,
        Some(&body),
    )
    .await
    .assert_status_ok();
    assert_eq!(updated().await, "2026-03-01T12:01:00.000Z");
}

#[tokio::test]
async fn serves_a_feed_for_each_category() {
    let site = Site::configured(&settings());
    site.import(&[
        post_with_changes(1, json!({"category": "DevOps & Cloud"})),
        post_with_changes(2, json!({"category": "Cybersecurity"})),
        post_with_changes(3, json!({"category": "DevOps & Cloud"})),
    ]);
    let xml = feed(&site, "/feed/devops-cloud.xml").await;
    let parsed = Document::parse(&xml).unwrap();
    let root = parsed.root_element();
    assert_eq!(titles(&parsed), ["Post 3", "Post 1"]);
    assert_eq!(text(root, "title"), "DevOps & Cloud – Tea & <Code>");
    assert_eq!(text(root, "id"), format!("{ORIGIN}/feed/devops-cloud.xml"));
    assert_eq!(link(root, "self"), text(root, "id"));
    assert_eq!(
        link(root, "alternate"),
        format!("{ORIGIN}/treasure?category=DevOps+%26+Cloud")
    );
    for unknown in [
        "/feed/nothing.xml",
        "/feed/nothing.json",
        "/feed/devops-cloud.txt",
        "/feed/devops-cloud",
        "/feed/DevOps-Cloud.xml",
        "/feed/%ff.xml",
    ] {
        assert_eq!(site.server.get(unknown).await.status_code(), 404, "{unknown}");
    }
}

#[tokio::test]
async fn serves_a_valid_feed_without_posts() {
    let site = Site::configured(&[("SITE__DESCRIPTION", "")]);
    let xml = feed(&site, "/feed/other.xml").await;
    let parsed = Document::parse(&xml).unwrap();
    let root = parsed.root_element();
    assert_eq!(text(root, "updated"), "1970-01-01T00:00:00.000Z");
    assert_eq!(text(all(root, "author")[0], "name"), "Community Blog");
    assert!(all(root, "subtitle").is_empty());
    assert!(entries(&parsed).is_empty());
}

#[tokio::test]
async fn lets_shared_caches_store_a_feed_for_a_minute() {
    let site = Site::new();
    for path in ["/feed.xml", "/feed/other.xml", "/feed.json", "/feed/other.json"] {
        let response = site.server.get(path).await;
        assert_eq!(
            header(&response, "cache-control"),
            "public, max-age=0, s-maxage=60, stale-while-revalidate=300"
        );
    }
}

#[tokio::test]
async fn truncates_long_texts_with_a_link_and_caches_a_large_feed() {
    let site = Site::configured(&settings());
    let paragraph = "<p>Words and more words.</p>";
    let posts: Vec<Value> = (1..=25)
        .map(|number| post_with_changes(number, json!({"contentHtml": paragraph.repeat(10_000)})))
        .collect();
    site.import(&posts);
    for coding in ["identity", "br"] {
        let send = || site.server.get("/feed.xml").add_header("accept-encoding", coding);
        let first = send().await;
        first.assert_status_ok();
        assert!(!header(&first, "x-request-id").is_empty());
        let again = send().await;
        // A response from the cache has no request id.
        assert!(again.headers().get("x-request-id").is_none(), "{coding}");
        assert_eq!(again.header("etag"), first.header("etag"));
        assert_eq!(again.as_bytes(), first.as_bytes());
    }
    let xml = feed(&site, "/feed.xml?whatever").await;
    println!("a feed of 20 long posts has {} bytes", xml.len());
    let parsed = Document::parse(&xml).unwrap();
    assert_eq!(entries(&parsed).len(), 20);
    for entry in entries(&parsed) {
        let html = text(entry, "content");
        let end = format!("</p><p><a href=\"{}\">Read on</a></p>", link(entry, "alternate"));
        assert!(html.len() <= 64 << 10 && html.ends_with(&end), "{}", html.len());
    }
}

#[tokio::test]
async fn does_not_cache_unknown_feeds() {
    let site = Site::configured(&[("SERVER__CACHE_MEGABYTES", "1")]);
    let is_cached = async |path: &str, status: u16| {
        let response = site.server.get(path).await;
        assert_eq!(response.status_code(), status, "{path}");
        // A response from the cache has no request id.
        response.headers().get("x-request-id").is_none()
    };
    assert!(!is_cached("/feed.xml", 200).await);
    for number in 0..200 {
        let path = format!("/feed/made-up-{number}.xml");
        assert!(!is_cached(&path, 404).await);
        assert!(!is_cached(&path, 404).await, "{path}");
    }
    assert!(is_cached("/feed.xml", 200).await);
}
