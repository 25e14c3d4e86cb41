//! The JSON feeds.

use serde_json::{Value, json};

use super::{ORIGIN, document, settings};
use crate::support::{Site, post, post_with_changes};

const MEDIA_TYPE: &str = "application/feed+json";

async fn feed(site: &Site, path: &str) -> Value {
    serde_json::from_str(&document(site, path, MEDIA_TYPE).await).unwrap()
}

#[tokio::test]
async fn describes_the_site_in_the_feed() {
    let site = Site::configured(&settings());
    site.import(&[post(3)]);
    let mut feed = feed(&site, "/feed.json").await;
    feed["items"] = json!([]);
    assert_eq!(
        feed,
        json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": "Tea & <Code>",
            "home_page_url": format!("{ORIGIN}/"),
            "feed_url": format!("{ORIGIN}/feed.json"),
            "description": "\"Quoted\" words",
            "icon": format!("{ORIGIN}/icon-512.png"),
            "favicon": format!("{ORIGIN}/icon-192.png"),
            "authors": [{"name": "Tea & <Code>", "url": ORIGIN}],
            "items": [],
        })
    );
}

#[tokio::test]
async fn writes_every_field_of_a_post_to_its_item() {
    let site = Site::configured(&settings());
    site.import(&[post_with_changes(
        5,
        json!({
            "title": "A <b>bold</b> \"title\" & more",
            "author": "Zoë",
            "category": "DevOps & Cloud",
            "tags": ["C++ \"20\"", "a & b"],
            "featuredImage": "https://example.org/cover.png",
            "contentHtml": "<p><a href=\"#x\">up</a> <a href=\"/trending\">in</a> <img src=\"/media/ab.webp\"></p>",
        }),
    )]);
    let blog = site.get("/api/blogs/post-5").await["blog"].clone();
    let page = format!("{ORIGIN}/blog/post-5");
    let html = blog["content"]
        .as_str()
        .unwrap()
        .replace("href=\"#", &format!("href=\"{page}#"))
        .replace("href=\"/", &format!("href=\"{ORIGIN}/"))
        .replace("src=\"/", &format!("src=\"{ORIGIN}/"));
    assert_eq!(
        feed(&site, "/feed.json").await["items"],
        json!([{
            "id": format!("urn:uuid:{}", blog["_id"].as_str().unwrap()),
            "url": page,
            "title": blog["title"],
            "content_html": html,
            "summary": blog["excerpt"],
            "image": "https://example.org/cover.png",
            "date_published": "2026-01-05T08:00:00.000Z",
            "date_modified": "2026-01-05T08:00:00.000Z",
            "authors": [{"name": "Zoë", "url": format!("{ORIGIN}/author/zoe")}],
            "tags": ["DevOps & Cloud", "C++ \"20\"", "a & b"],
        }])
    );
}

#[tokio::test]
async fn serves_a_feed_for_each_category() {
    let site = Site::configured(&settings());
    site.import(&[
        post_with_changes(1, json!({"category": "DevOps & Cloud"})),
        post_with_changes(2, json!({"category": "Cybersecurity"})),
    ]);
    let feed = feed(&site, "/feed/devops-cloud.json").await;
    assert_eq!(feed["title"], "DevOps & Cloud – Tea & <Code>");
    assert_eq!(feed["feed_url"], format!("{ORIGIN}/feed/devops-cloud.json"));
    let titles: Vec<&Value> = feed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["title"])
        .collect();
    assert_eq!(titles, ["Post 1"]);
}
