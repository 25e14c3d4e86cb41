//! Drafts and planned posts are in no list, page, feed or number of what visitors see.

use serde_json::json;

use super::{Staffed, id};

/// A word that only drafts have: in their titles, their texts and their tags.
const HIDDEN: &str = "Zanzibar";

/// What visitors can read of tags, authors and series.
const READS: [&str; 26] = [
    "/api/tags",
    "/api/tags?search=zan",
    "/api/tags/tea",
    "/api/tags/zanzibar-tag",
    "/api/authors/ada",
    "/api/authors/cleo",
    "/api/series",
    "/api/series/shown",
    "/api/series/hidden",
    "/api/blogs/one",
    "/api/blogs/two?fields=reading",
    "/tag/tea",
    "/tag/zanzibar-tag",
    "/tag/tea/feed.xml",
    "/tag/tea/feed.json",
    "/author/ada",
    "/author/cleo",
    "/author/ada/feed.xml",
    "/author/cleo/feed.json",
    "/series/shown",
    "/series/hidden",
    "/series/shown/feed.xml",
    "/series/shown/feed.json",
    "/blog/one",
    "/feed.json",
    "/sitemap.xml",
];

#[tokio::test]
async fn nothing_of_a_draft_or_a_planned_post_is_public() {
    let site = Staffed::new();
    let one = site.publish("one", &["tea"]).await;
    let two = site.publish("two", &["tea"]).await;
    let tags = ["tea", "Zanzibar tag"];
    let draft = site
        .post(&site.author.token, "Zanzibar draft", "draft", &tags)
        .await;
    let planned = site
        .post(&site.author.token, "Zanzibar planned", "draft", &tags)
        .await;
    let at = json!({"publishAt": "2026-06-01T08:00:00Z"});
    site.edit(&format!("PUT /blogs/{}/schedule", id(&planned)), at)
        .await;
    let theirs = site
        .post(&site.contributor.token, "Zanzibar of cleo", "draft", &tags)
        .await;
    site.series("Shown", &[&one, &draft, &planned, &two]).await;
    site.series("Hidden", &[&theirs]).await;
    for path in READS {
        let text = site.site.server.get(path).await.text();
        assert!(!text.contains(HIDDEN), "{path}: {text}");
        assert!(!text.contains("zanzibar-draft"), "{path}");
    }
    for (path, status) in [
        ("/api/tags/zanzibar-tag", 404),
        ("/tag/zanzibar-tag", 404),
        ("/tag/zanzibar-tag/feed.xml", 404),
        ("/api/series/hidden", 404),
        ("/series/hidden", 404),
        ("/series/hidden/feed.json", 404),
        ("/author/cleo", 200),
    ] {
        assert_eq!(site.follow(path).await.0, status, "{path}");
    }
    assert_eq!(site.get("/tags/tea").await["tag"]["postCount"], 2);
    assert_eq!(site.get("/series/shown").await["series"]["postCount"], 2);
    assert_eq!(site.get("/authors/cleo").await["total"], 0);
    let place = site.get("/blogs/two").await["blog"]["series"].clone();
    assert_eq!(
        (&place["position"], &place["total"], &place["previous"]["title"]),
        (&json!(2), &json!(2), &json!("one"))
    );
    // Search engines are not led to an author without posts.
    let page = site.page("/author/cleo").await;
    assert_eq!(page.attributes("meta[name=robots]", "content"), ["noindex"]);
    let sitemap = site.site.server.get("/sitemap.xml").await.text();
    assert!(
        sitemap.contains("/author/ada<") && !sitemap.contains("/author/cleo"),
        "{sitemap}"
    );
    let reader = site.site.reader("Reader").token;
    for body in [
        json!({"kind": "tag", "target": "zanzibar tag"}),
        json!({"kind": "series", "target": "hidden"}),
    ] {
        let refused = site.send("PUT /follows", &reader, &body).await;
        assert_eq!(refused.status_code(), 404, "{body}");
    }

    site.site.clock.advance_seconds(100 * 24 * 3_600);
    site.site.publish_due();
    assert_eq!(site.get("/tags/zanzibar-tag").await["tag"]["postCount"], 1);
    assert_eq!(site.get("/series/shown").await["series"]["postCount"], 3);
    assert_eq!(site.follow("/tag/zanzibar-tag").await.0, 200);
    site.site.assert_counts_are_correct();
}
