//! Names that are hard: case variants, the longest ones, emoji, right-to-left scripts, and those that are the same in an
//! address.

use serde_json::{Value, json};

use super::Staffed;
use crate::support::{Site, corpus, post_with_changes};

#[tokio::test]
async fn every_tag_has_a_page_of_its_own() {
    let site = Staffed::new();
    let tags = [
        "C",
        "C++",
        "C#",
        "c-2",
        "\u{1f980}",
        "שלום",
        "数据库",
        "!!!",
        "???",
        "é",
    ];
    site.publish("one", &tags).await;
    let post = site.get("/blogs/one").await["blog"].clone();
    let slugs: Vec<&str> = post["tagSlugs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|slug| slug.as_str().unwrap())
        .collect();
    for (tag, slug) in tags.iter().zip(&slugs) {
        let shown = site.get(&format!("/tags/{slug}")).await;
        assert_eq!(shown["tag"]["name"], *tag, "{slugs:?}");
        let page = site.page(&format!("/tag/{slug}")).await;
        assert_eq!(page.texts("h1"), [*tag]);
        assert_eq!(page.all(".card").len(), 1, "{slug}");
    }
    let mut distinct = slugs.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), tags.len(), "{slugs:?}");
}

#[tokio::test]
async fn tags_that_differ_in_case_are_one() {
    let site = Staffed::new();
    site.publish("one", &["Straße", "ΣΟΦΟΣ", "İstanbul"]).await;
    site.publish("two", &["STRAßE", "σοφος", "i\u{307}stanbul"]).await;
    let list = site.get("/tags").await;
    assert_eq!(list["total"], 3, "{list}");
    for tag in list["tags"].as_array().unwrap() {
        assert_eq!(tag["postCount"], 2, "{tag}");
    }
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn the_longest_name_can_be_given_and_taken() {
    let site = Staffed::new();
    let (long, wide) = ("x".repeat(40), "\u{1f469}\u{200d}\u{1f4bb}".repeat(13));
    site.publish("one", &[&long]).await;
    let renamed = site
        .edit(&format!("PATCH /tags/{long}"), json!({"name": wide}))
        .await;
    assert_eq!(renamed["tag"]["name"], wide.as_str());
    assert_eq!(site.get("/blogs/one").await["blog"]["tags"], json!([wide]));
    let slug = renamed["tag"]["slug"].as_str().unwrap();
    assert_eq!(site.follow(&format!("/tag/{slug}")).await.0, 200);
    assert_eq!(
        site.follow(&format!("/tag/{long}")).await,
        (301, format!("/tag/{slug}"))
    );
}

#[tokio::test]
async fn odd_strings_are_tags_like_others() {
    let strings = corpus::odd_strings();
    let fits = |text: &&String| {
        let length = text.trim().chars().count();
        (1..=40).contains(&length) && !text.contains('\0')
    };
    let tags: Vec<&String> = strings.iter().filter(fits).collect();
    assert!(tags.len() > 20, "{}", tags.len());
    let site = Site::new();
    let posts: Vec<Value> = (1..)
        .zip(tags.chunks(10))
        .map(|(number, tags)| {
            let slug = format!("post-{number}");
            post_with_changes(1, json!({"slug": slug, "title": slug, "tags": tags}))
        })
        .collect();
    site.import(&posts);
    let mut page = 1;
    loop {
        let list = site.get(&format!("/api/tags?page={page}&limit=100")).await;
        for tag in list["tags"].as_array().unwrap() {
            let slug = tag["slug"].as_str().unwrap();
            let shown = site.server.get(&format!("/tag/{slug}")).await;
            assert_eq!(shown.status_code(), 200, "{tag}");
            let by_slug = site.get(&format!("/api/tags/{slug}")).await;
            assert_eq!(by_slug["tag"]["_id"], tag["_id"]);
        }
        if list["totalPages"] == page {
            break;
        }
        page += 1;
    }
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn authors_of_the_same_name_have_pages_of_their_own() {
    let site = Site::new();
    let of = |number: u32, author: &str| post_with_changes(number, json!({"author": author}));
    site.import(&[
        of(1, "Zoë"),
        of(2, "Zoe"),
        of(3, "ZOE"),
        of(4, "???"),
        of(5, "Zoë"),
    ]);
    let mut seen = Vec::new();
    for (number, count) in [(1, 2), (2, 1), (3, 1), (4, 1)] {
        let post = site.get(&format!("/api/blogs/post-{number}")).await["blog"].clone();
        let slug = post["author"]["slug"].as_str().unwrap().to_owned();
        let author = site.get(&format!("/api/authors/{slug}")).await;
        assert_eq!(author["author"]["_id"], post["author"]["_id"]);
        assert_eq!(author["total"], count, "{slug}");
        assert!(!seen.contains(&slug), "{slug}");
        seen.push(slug);
    }
    assert_eq!(seen[0], "zoe");
}
