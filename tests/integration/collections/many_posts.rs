//! A rename and a merge of a tag that ten thousand posts have: within a second, and without a page that is stale.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Staffed;
use crate::support::{database, post_with_changes};

const POSTS: u32 = 10_000;
/// On any machine that the tests run on.
const LIMIT: Duration = Duration::from_secs(1);

/// Reads whose responses name the tags.
const READS: [&str; 9] = [
    "/api/blogs/post-1",
    "/api/blogs?limit=5&page=3",
    "/api/tags?limit=3",
    "/blog/post-1",
    "/feed.xml",
    "/feed.json",
    "/",
    "/treasure",
    "/api/blogs/post-10000?fields=reading",
];

#[tokio::test]
async fn a_tag_of_10_000_posts_is_renamed_and_merged_within_a_second() {
    let site = Staffed::new();
    let posts: Vec<Value> = (1..=POSTS)
        .map(|number| {
            let tags = if number % 2 == 0 {
                json!(["Common", format!("tag{}", number % 50)])
            } else {
                json!([format!("tag{}", number % 50), "common", "Other one"])
            };
            let slug = format!("post-{number}");
            post_with_changes(1, json!({"slug": slug, "title": slug, "tags": tags}))
        })
        .collect();
    site.site.import(&posts);
    let reader = site.site.reader("Reader").token;
    site.call(
        "PUT /follows",
        &reader,
        json!({"kind": "tag", "target": "common"}),
    )
    .await;
    read_all(&site).await;

    let renamed = timed(&site, "PATCH /tags/common", json!({"name": "Widespread"})).await;
    assert_eq!(renamed["posts"], POSTS);
    assert_eq!(renamed["tag"]["postCount"], POSTS);
    for (path, text) in read_all(&site).await {
        assert!(
            !text.contains("Common") && !text.contains("common\""),
            "{path}: {text}"
        );
    }
    let shown = site.get("/blogs/post-1").await["blog"]["tags"].clone();
    assert_eq!(shown, json!(["tag1", "Widespread", "Other one"]));
    assert_eq!(
        site.follow("/tag/common").await,
        (301, "/tag/widespread".to_owned())
    );

    let merged = timed(&site, "POST /tags/widespread/merge", json!({"into": "other-one"})).await;
    assert_eq!(merged["posts"], POSTS);
    assert_eq!(merged["tag"]["postCount"], POSTS);
    for (path, text) in read_all(&site).await {
        assert!(!text.contains("Widespread"), "{path}: {text}");
    }
    let shown = site.get("/blogs/post-2").await["blog"]["tags"].clone();
    assert_eq!(shown, json!(["Other one", "tag2"]));
    let target = "/tag/other-one".to_owned();
    for old in ["common", "widespread"] {
        assert_eq!(site.follow(&format!("/tag/{old}")).await, (301, target.clone()));
    }
    let follows = site.call("GET /follows", &reader, json!(null)).await;
    assert_eq!(follows["follows"][0]["target"], "other one");
    let left = database::query(
        site.site.folder(),
        "select count(*) from post_tags where tag in ('common', 'widespread')",
    );
    assert_eq!(left, ["0"]);
    site.site.assert_counts_are_correct();
}

/// Changes a tag, and asserts how long that takes.
async fn timed(site: &Staffed, operation: &str, body: Value) -> Value {
    let start = Instant::now();
    let changed = site.edit(operation, body).await;
    let elapsed = start.elapsed();
    println!("{operation} of {POSTS} posts took {elapsed:?}");
    assert!(elapsed < LIMIT, "{operation}: {elapsed:?}");
    changed
}

async fn read_all(site: &Staffed) -> Vec<(&'static str, String)> {
    let mut texts = Vec::new();
    for path in READS {
        let response = site.site.server.get(path).await;
        response.assert_status_ok();
        texts.push((path, response.text()));
    }
    texts
}
