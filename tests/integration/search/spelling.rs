//! Normalisation of searches, and suggestions if nothing is found.

use serde_json::json;

use crate::support::{Site, post_with_changes};

fn site() -> Site {
    Site::with_posts(&[
        post_with_changes(
            1,
            json!({"title": "Don’t panic in the Café", "contentHtml": "<p>Rust async on Kubernetes</p>"}),
        ),
        post_with_changes(
            2,
            json!({"title": "Straße", "contentHtml": "<p>“Quoted” words</p>"}),
        ),
    ])
}

#[tokio::test]
async fn ignores_quotes_accents_and_case_and_equates_apostrophes() {
    let site = site();
    for (search, slug) in [
        ("don't", "post-1"),
        ("DON%E2%80%99T", "post-1"),
        ("cafe", "post-1"),
        ("CAF%C3%89", "post-1"),
        ("%22rust+async%22", "post-1"),
        ("%E2%80%9Crust+async%E2%80%9D", "post-1"),
        ("strasse", "post-2"),
        ("%22quoted%22", "post-2"),
    ] {
        let path = format!("/api/blogs?search={search}");
        assert_eq!(site.slugs(&path, "blogs").await, [slug], "{search}");
    }
}

#[tokio::test]
async fn suggests_similar_words_only_if_no_post_has_all_words() {
    let site = site();
    let none = site.get("/api/blogs?search=kubernets+rust").await;
    assert_eq!(
        (&none["total"], &none["suggestions"], &none["hasSimilarWords"]),
        (&json!(1), &json!(["kubernetes rust"]), &json!(true))
    );
    let page = site.server.get("/treasure?search=kubernets+rust").await.text();
    assert!(
        page.contains("href=\"/treasure?search=kubernetes+rust\">kubernetes rust</a>"),
        "{page}"
    );
    assert!(page.contains("The posts below have similar ones."), "{page}");
    let page = site.server.get("/treasure?search=rst").await.text();
    assert!(page.contains("href=\"/treasure?search=rust\">rust</a>"), "{page}");
    assert!(
        page.contains("href=\"/treasure?category=Other\">Other</a>"),
        "{page}"
    );
    for search in ["kubernetes", "zzzzzzzzzz", "rust+quoted", ""] {
        let list = site.get(&format!("/api/blogs?search={search}")).await;
        assert!(list.get("suggestions").is_none(), "{search}: {list}");
    }
}
