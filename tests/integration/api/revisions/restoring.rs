//! Earlier revisions that become the text of their post again.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Writer, content, pictures, status_of, with};
use crate::api::posts_admin::{data_url, png};
use crate::support::{Site, database, post};

const DIAGRAM: &str = "<pre><code class=\"language-mermaid\">graph TD; A--&gt;B;</code></pre>";

#[tokio::test]
async fn brings_back_the_text_its_fields_and_its_pictures() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let html = format!(
        "<h2>Kept words</h2><p><img src=\"{}\" alt=\"a\"></p>{DIAGRAM}",
        data_url(&png(9, 60))
    );
    let id = root
        .create(
            json!({"content": html, "title": "First", "slug": "first", "category": "Other", "tags": ["old"]}),
        )
        .await;
    let first = root.open(&id).await;
    let first_page = site.get("/api/blogs/first?fields=reading").await;
    for number in 2..10 {
        let changes = with(
            content(&format!("number {number}")),
            json!({"title": "Later", "slug": "later"}),
        );
        root.save(&id, changes).await;
    }
    assert_eq!(
        site.slugs("/api/blogs?search=kept", "blogs").await,
        Vec::<String>::new()
    );
    site.clock.advance_seconds(5);
    let restored = root.restore(&id, 1).await;
    assert_eq!(restored.status_code(), 200, "{}", restored.text());
    let restored = restored.json::<Value>()["blog"].clone();
    for field in [
        "content",
        "title",
        "slug",
        "category",
        "tags",
        "featuredImage",
        "status",
        "createdAt",
    ] {
        assert_eq!(restored[field], first[field], "{field}");
    }
    assert_eq!(restored["revision"], 10);
    assert_eq!(root.reasons(&id).await[0], "10 restore");
    assert_eq!(
        root.text_of(&id, &json!(10)).await,
        first["content"].as_str().unwrap()
    );

    // For readers, too: the page with the picture and the drawing, and the search.
    let page = site.get("/api/blogs/first?fields=reading").await;
    assert_eq!(page["blog"]["reading"], first_page["blog"]["reading"]);
    let shown = pictures(&page["blog"]["reading"].to_string().replace("\\\"", "\""));
    assert!(shown.len() >= 3, "{shown:?}");
    for address in shown {
        assert_eq!(status_of(&site, &address).await, 200, "{address}");
    }
    assert_eq!(site.slugs("/api/blogs?search=kept", "blogs").await, ["first"]);
    let audit = database::query(
        site.folder(),
        "select action || ' ' || detail from audit where action = 'post.restored'",
    );
    assert_eq!(audit, ["post.restored 1"]);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn leaves_a_draft_a_draft_and_makes_no_revision_of_an_equal_text() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let draft = |words| with(content(words), json!({"status": "draft"}));
    let id = root.create(content("one")).await;
    root.save(&id, draft("two")).await;
    root.restore(&id, 1).await.assert_status_ok();
    let opened = root.open(&id).await;
    assert_eq!(
        (&opened["status"], &opened["content"], &opened["revision"]),
        (&json!("draft"), &json!("<p>one</p>"), &json!(3))
    );
    root.restore(&id, 1).await.assert_status_ok();
    assert_eq!(root.reasons(&id).await, ["3 restore", "2 unpublish", "1 publish"]);
}

#[tokio::test]
async fn restores_a_text_that_lost_a_conflict() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    root.save(&id, content("two")).await;
    root.update(&id, with(content("mine"), json!({"revision": 1})))
        .await;
    root.restore(&id, 3).await.assert_status_ok();
    assert_eq!(root.open(&id).await["content"], "<p>mine</p>");
    assert_eq!(
        root.reasons(&id).await,
        ["4 restore", "3 conflict", "2 save", "1 publish"]
    );
}

#[tokio::test]
async fn refuses_to_restore_over_a_text_that_the_caller_has_not_seen() {
    let site = Site::new();
    let (root, edith) = (
        Writer::new(&site, "root", Role::Admin),
        Writer::new(&site, "edith", Role::Editor),
    );
    let id = root.create(content("one")).await;
    root.save(&id, content("two")).await;
    edith.save(&id, content("three")).await;
    let path = format!("/api/blogs/{id}/revisions/1/restore");
    let send = async |revision: u64| {
        root.send(Method::POST, &path, Some(json!({"revision": revision})))
            .await
    };
    let refused = send(2).await;
    assert_eq!(refused.status_code(), 409);
    let body: Value = refused.json();
    assert_eq!(
        (
            &body["code"],
            &body["revision"],
            &body["changedBy"],
            &body["conflict"]
        ),
        (
            &json!("revision_conflict"),
            &json!(3),
            &json!("edith"),
            &Value::Null
        )
    );
    assert_eq!(root.revisions(&id).await.len(), 3);
    assert_eq!(send(4).await.status_code(), 400);
    send(3).await.assert_status_ok();
}

#[tokio::test]
async fn leaves_the_slug_where_another_post_has_the_earlier_one() {
    let site = Site::with_posts(&[post(1)]);
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(with(content("one"), json!({"slug": "mine"}))).await;
    let taken = json!({"slug": "post-1", "revision": 1});
    root.save(&id, with(content("two"), json!({"slug": "mine"})))
        .await;
    root.update(&id, with(content("three"), taken)).await;
    let restored = root.restore(&id, 3).await;
    restored.assert_status_ok();
    let restored = restored.json::<Value>()["blog"].clone();
    assert_eq!(
        (&restored["slug"], &restored["content"]),
        (&json!("mine"), &json!("<p>three</p>"))
    );
}

#[tokio::test]
async fn takes_the_cover_away_that_an_imported_text_did_not_have() {
    let site = Site::with_posts(&[post(1)]);
    let root = Writer::new(&site, "root", Role::Admin);
    root.save("post-1", content("two")).await;
    root.restore("post-1", 1).await.assert_status_ok();
    let opened = root.open("post-1").await;
    assert_eq!(
        (&opened["featuredImage"], &opened["content"]),
        (&Value::Null, &json!("<p>The text of number 1.</p>"))
    );
}
