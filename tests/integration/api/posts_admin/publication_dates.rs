//! The first publication of a draft is its time of creation; what happens later does not change it.

use serde_json::{Value, json};

use super::{AdminClient, post_body_with};
use crate::support::{post, slugs};

const CREATED: &str = "2026-03-01T12:00:00.000Z";
const HOUR_LATER: &str = "2026-03-01T13:00:00.000Z";

fn body(title: &str, status: &str) -> Value {
    post_body_with(json!({"title": title, "status": status}))
}

#[tokio::test]
async fn sets_the_creation_time_when_a_draft_is_first_published() {
    let admin = AdminClient::new();
    let draft = admin.created(body("Draft", "draft")).await;
    let id = draft["_id"].as_str().unwrap();
    assert_eq!(draft["createdAt"], CREATED);
    admin.site.clock.advance_seconds(1_800);
    let saved = admin.updated(id, body("Draft", "draft")).await;
    assert_eq!(saved["createdAt"], CREATED);

    admin.site.clock.advance_seconds(1_800);
    let published = admin.updated(id, body("Draft", "published")).await;
    assert_eq!(
        (&published["createdAt"], &published["updatedAt"]),
        (&json!(HOUR_LATER), &json!(HOUR_LATER))
    );
    for status in ["published", "draft", "draft", "published"] {
        admin.site.clock.advance_seconds(3_600);
        let saved = admin.updated(id, body("Draft", status)).await;
        assert_eq!(saved["createdAt"], HOUR_LATER, "{status}");
    }
    admin.site.assert_counts_are_correct();
}

#[tokio::test]
async fn keeps_the_creation_time_of_a_post_that_was_created_as_published() {
    let admin = AdminClient::new();
    let created = admin.created(body("Published", "published")).await;
    let id = created["_id"].as_str().unwrap();
    for status in ["draft", "published"] {
        admin.site.clock.advance_seconds(3_600);
        let saved = admin.updated(id, body("Published", status)).await;
        assert_eq!(saved["createdAt"], CREATED, "{status}");
    }
}

#[tokio::test]
async fn keeps_the_date_of_an_import() {
    let admin = AdminClient::new();
    admin.site.import(&[post(1)]);
    for status in ["published", "draft", "published"] {
        let saved = admin.updated("post-1", body("Post 1", status)).await;
        assert_eq!(saved["createdAt"], "2026-01-01T08:00:00.000Z", "{status}");
    }
}

#[tokio::test]
async fn lists_feeds_and_the_page_use_the_time_of_the_first_publication() {
    let admin = AdminClient::new();
    let site = &admin.site;
    admin.created(body("Draft", "draft")).await;
    site.clock.advance_seconds(1_800);
    admin.created(body("Between", "published")).await;
    let newest = slugs(&site.get("/api/blogs").await["blogs"]);
    assert_eq!(newest, ["between"]);

    site.clock.advance_seconds(1_800);
    admin.updated("draft", body("Draft", "published")).await;
    for (path, list, expected) in [
        ("/api/blogs", "blogs", ["draft", "between"]),
        ("/api/blogs?sort=oldest", "blogs", ["between", "draft"]),
        (
            "/api/blogs?search=first&sort=newest",
            "blogs",
            ["draft", "between"],
        ),
        ("/api/blogs/trending", "trendingBlogs", ["draft", "between"]),
    ] {
        assert_eq!(site.slugs(path, list).await, expected, "{path}");
    }
    let all = site.get_as(&admin.token, "/api/blogs/admin/blogs").await;
    assert_eq!(slugs(&all["blogs"]), ["draft", "between"]);
    let feed = site.server.get("/feed.xml").await.text();
    let (first, _) = feed.split_once("</entry>").unwrap();
    assert!(
        first.contains(&format!("<published>{HOUR_LATER}</published>")),
        "{first}"
    );
    let page = site.server.get("/blog/draft").await.text();
    assert!(
        page.contains(&format!("\"datePublished\":\"{HOUR_LATER}\"")),
        "{page}"
    );
}
