//! Words that no post has any more.

use axum::http::Method;
use blog_app::actions::clean_up::clean_up;
use blog_app::domain::search::SearchQuery;
use blog_app::domain::{Clock as _, Paging};
use blog_app::store::posts::{self, Filter};
use serde_json::{Value, json};

use crate::support::{Site, database, post_with_changes};

fn stored_words(site: &Site) -> Vec<String> {
    database::query(site.folder(), "select word from search_words order by word")
}

#[tokio::test]
async fn words_of_removed_changed_and_hidden_posts_leave_the_tables() {
    let site = Site::with_posts(&[
        post_with_changes(1, json!({"title": "Kept", "contentHtml": "<p>shared words</p>"})),
        post_with_changes(
            2,
            json!({"title": "Removed", "contentHtml": "<p>shared hunter2</p>"}),
        ),
        post_with_changes(
            3,
            json!({"title": "Changed", "contentHtml": "<p>shared password</p>"}),
        ),
        post_with_changes(
            4,
            json!({"title": "Hidden", "contentHtml": "<p>shared token</p>"}),
        ),
    ]);
    let token = site.admin("Root").token;
    site.request(Method::DELETE, "/api/blogs/post-2", &token, None)
        .await
        .assert_status_success();
    for (slug, text, status) in [
        ("post-3", "shared", "published"),
        ("post-4", "shared token", "draft"),
    ] {
        let changed = json!({
            "title": "New", "content": format!("<p>{text}</p>"), "category": "Other", "status": status,
            "tags": [], "featuredImage": "https://example.org/a.png",
        });
        site.request(
            Method::PATCH,
            &format!("/api/blogs/{slug}"),
            &token,
            Some(&changed),
        )
        .await
        .assert_status_success();
    }
    assert!(stored_words(&site).contains(&"hunter2".to_owned()));
    let removed = clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(stored_words(&site), ["kept", "new", "shared", "words"]);
    assert_eq!(removed.words, 6);
    let texts = database::query(site.folder(), "select text from search_texts order by text");
    assert_eq!(texts, ["shared", "shared words"]);
    // What is searched from now on is found, by this site and by one that reads the words anew.
    site.import(&[post_with_changes(
        5,
        json!({"title": "Again", "contentHtml": "<p>hunter2</p>"}),
    )]);
    let other = site.open_second_store();
    for (search, slugs) in [
        ("hunter2", vec!["post-5"]),
        ("words", vec!["post-1"]),
        ("password", vec![]),
    ] {
        let found = site.slugs(&format!("/api/blogs?search={search}"), "blogs").await;
        assert_eq!(found, slugs, "{search}");
        let query = SearchQuery::parse(search).unwrap();
        let found = other
            .read(move |tx| posts::search(tx, &query, &Filter::default(), None, Paging::first(9)))
            .await
            .unwrap();
        let found: Vec<&str> = found.page.items.iter().map(|post| post.slug.as_str()).collect();
        assert_eq!(found, slugs, "{search}");
    }
    let removed = clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(removed.words, 0);
    let none: Value = site.get("/api/blogs?search=tokem").await;
    assert!(none.get("suggestions").is_none(), "{none}");
}
