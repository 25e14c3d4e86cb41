//! Searches for the names of authors.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Site, post_with_changes};

fn names(list: &Value) -> Vec<&str> {
    let authors = list["namedAuthors"].as_array();
    authors
        .into_iter()
        .flatten()
        .map(|author| author["username"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn finds_the_posts_of_an_author_whom_no_text_names() {
    let site = Site::with_posts(&[
        post_with_changes(1, json!({"author": "Grace Hopper", "title": "Compilers"})),
        post_with_changes(2, json!({"author": "Grace Hopper", "title": "Debugging"})),
        post_with_changes(3, json!({"author": "Ada", "title": "Engines"})),
    ]);
    assert_eq!(
        site.slugs("/api/blogs?search=hopper", "blogs").await,
        ["post-2", "post-1"]
    );
    assert_eq!(
        site.slugs("/api/blogs?search=HOPPER+compilers", "blogs").await,
        ["post-1"]
    );
    assert!(
        site.slugs("/api/blogs?search=hopper+engines", "blogs")
            .await
            .is_empty()
    );
    let list = site.get("/api/blogs?search=hopper").await;
    assert!(list.get("hasSimilarWords").is_none(), "{list}");
}

#[tokio::test]
async fn names_authors_beside_the_posts_that_have_the_words() {
    let site = Site::with_posts(&[
        post_with_changes(1, json!({"author": "Grace Hopper", "title": "Compilers"})),
        post_with_changes(2, json!({"author": "Ada", "contentHtml": "<p>As Grace said</p>"})),
    ]);
    let list = site.get("/api/blogs?search=grace").await;
    assert_eq!((&list["total"], names(&list)), (&json!(1), vec!["Grace Hopper"]));
    let page = site.server.get("/treasure?search=grace").await.text();
    let link = r#"Author: <a class="chip" href="/author/grace-hopper">Grace Hopper</a>"#;
    assert!(page.contains(link), "{page}");
    for search in ["grace&page=2&limit=1", "grace+-text", "gracx", "author:grace"] {
        let list = site.get(&format!("/api/blogs?search={search}")).await;
        assert_eq!(names(&list), Vec::<&str>::new(), "{search}");
    }
}

#[tokio::test]
async fn follows_the_names_of_the_staff_and_tells_no_name_without_a_post() {
    let site = Site::new();
    let admin = site.admin("Shelley");
    let list = site.get("/api/blogs?search=shelley").await;
    assert_eq!(names(&list), Vec::<&str>::new());
    let post = json!({
        "title": "Modern", "content": "<p>Science</p>", "category": "Other", "status": "published",
        "tags": [], "featuredImage": "https://example.org/a.png",
    });
    let created = site
        .request(Method::POST, "/api/blogs/create", &admin.token, Some(&post))
        .await;
    created.assert_status_success();
    assert_eq!(
        site.slugs("/api/blogs?search=author:shelley", "blogs").await,
        ["modern"]
    );
    assert_eq!(names(&site.get("/api/blogs?search=shelley").await), ["Shelley"]);
    let renamed = json!({"username": "Godwin", "email": admin.email});
    site.request(
        Method::PUT,
        "/api/admin/settings/profile",
        &admin.token,
        Some(&renamed),
    )
    .await
    .assert_status_success();
    assert!(
        site.slugs("/api/blogs?search=author:shelley", "blogs")
            .await
            .is_empty()
    );
    assert_eq!(site.slugs("/api/blogs?search=godwin", "blogs").await, ["modern"]);
}
