//! Which changes make a revision, and what it says.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Writer, content, text, with};
use crate::support::accounts::assert_rejected;
use crate::support::{Site, database, post};

#[tokio::test]
async fn each_changed_text_is_a_revision_with_its_reason() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root
        .create(with(content("one"), json!({"status": "draft"})))
        .await;
    assert_eq!(root.open(&id).await["revision"], 1);
    for (words, status) in [
        ("two", "draft"),
        ("three", "published"),
        ("four", "published"),
        ("five", "draft"),
    ] {
        site.clock.advance_seconds(1);
        root.save(&id, with(content(words), json!({"status": status})))
            .await;
    }
    assert_eq!(
        root.reasons(&id).await,
        ["5 unpublish", "4 save", "3 publish", "2 save", "1 save"]
    );
    assert_eq!(root.open(&id).await["revision"], 5);

    let revisions = root.revisions(&id).await;
    let newest = &revisions[0];
    assert_eq!(
        newest,
        &json!({
            "number": 5, "title": "Über Größe & <Code>", "category": "System Design", "tags": ["queues", "Rust"],
            "featuredImage": "https://example.org/cover.png", "slug": "uber-grosse-code", "reason": "unpublish",
            "name": null, "createdAt": "2026-03-01T12:00:04.000Z", "isCurrent": true,
            "author": {"id": root.account.id.to_string(), "username": "root"}, "size": "<p>five</p>".len(),
        })
    );
    assert!(
        revisions[1..]
            .iter()
            .all(|revision| revision["isCurrent"] == false)
    );
    assert_eq!(root.text_of(&id, &json!(2)).await, "<p>two</p>");
    let path = format!("/api/blogs/{id}/revisions?page=2&limit=2");
    let page = root.get(&path).await;
    assert_eq!(
        (
            &page["total"],
            &page["page"],
            &page["totalPages"],
            &page["revisions"][0]["number"]
        ),
        (&json!(5), &json!(2), &json!(3), &json!(3))
    );
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_post_that_is_created_published_was_published() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    assert_eq!(root.reasons(&id).await, ["1 publish"]);
}

#[tokio::test]
async fn an_equal_save_makes_no_revision() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root
        .create(with(content("one"), json!({"status": "draft"})))
        .await;
    let draft = with(content("one"), json!({"status": "draft"}));
    assert_eq!(root.save(&id, draft.clone()).await["revision"], 1);
    assert_eq!(root.reasons(&id).await, ["1 save"]);
    // The same text becomes public, which its revision then says.
    assert_eq!(root.save(&id, content("one")).await["revision"], 1);
    assert_eq!(root.reasons(&id).await, ["1 publish"]);
    root.save(&id, draft).await;
    assert_eq!(root.reasons(&id).await, ["1 publish"]);
}

#[tokio::test]
async fn a_change_of_any_field_makes_a_revision() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    let mut changes = content("one");
    for (number, change) in [
        json!({"title": "Another"}),
        json!({"content": "<p>two</p>"}),
        json!({"category": "Other"}),
        json!({"tags": ["Rust"]}),
        json!({"featuredImage": "https://example.org/other.png"}),
        json!({"slug": "another"}),
    ]
    .into_iter()
    .enumerate()
    {
        changes = with(changes, change.clone());
        let saved = root.save(&id, changes.clone()).await;
        assert_eq!(saved["revision"], json!(number + 2), "{change}");
    }
    assert_eq!(root.revisions(&id).await.len(), 7);
}

#[tokio::test]
async fn the_text_before_the_first_change_of_an_imported_post_is_kept() {
    let site = Site::with_posts(&[post(1)]);
    let root = Writer::new(&site, "root", Role::Admin);
    let opened = root.open("post-1").await;
    assert_eq!(opened["revision"], 0);
    assert_eq!(root.revisions("post-1").await, Vec::<Value>::new());
    let unchanged = json!({
        "title": opened["title"], "content": opened["content"], "category": opened["category"],
        "tags": opened["tags"], "featuredImage": "", "status": "published",
    });
    assert_eq!(root.save("post-1", unchanged.clone()).await["revision"], 0);

    let saved = root.save("post-1", with(unchanged, content("New words"))).await;
    assert_eq!(saved["revision"], 2);
    let revisions = root.revisions("post-1").await;
    let first = &revisions[1];
    assert_eq!(
        (
            &first["number"],
            &first["reason"],
            &first["author"],
            &first["isCurrent"]
        ),
        (&json!(1), &json!("import"), &Value::Null, &json!(false))
    );
    assert_eq!(
        first["createdAt"], "2026-03-01T12:00:00.000Z",
        "the last change before"
    );
    assert_eq!(root.text_of("post-1", &json!(1)).await, text(&opened["content"]));
}

#[tokio::test]
async fn revisions_go_with_their_post() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    root.save(&id, content("two")).await;
    root.autosaved(&id, content("three")).await;
    let deleted = root.send(Method::DELETE, &format!("/api/blogs/{id}"), None).await;
    deleted.assert_status_ok();
    for table in ["revisions", "revision_media", "autosaves", "autosave_media"] {
        let rows = database::query(site.folder(), &format!("select count(*) from {table}"));
        assert_eq!(rows, ["0"], "{table}");
    }
}

#[tokio::test]
async fn a_revision_outlives_its_author() {
    let site = Site::new();
    let (root, ann) = (
        Writer::new(&site, "root", Role::Admin),
        Writer::new(&site, "ann", Role::Author),
    );
    let id = ann.create(content("one")).await;
    let path = format!("/api/admin/team/{}?postsTo={}", ann.account.id, root.account.id);
    let removed = root.send(Method::DELETE, &path, None).await;
    assert_eq!(removed.status_code(), 200, "{}", removed.text());
    assert_eq!(root.revisions(&id).await[0]["author"], Value::Null);
    assert_eq!(root.text_of(&id, &json!(1)).await, "<p>one</p>");
}

#[tokio::test]
async fn a_name_can_be_given_changed_and_removed() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    for (name, expected) in [
        (json!(" First "), json!("First")),
        (json!("Second"), json!("Second")),
        (json!(""), Value::Null),
        (json!("é".repeat(100)), json!("é".repeat(100))),
        (Value::Null, Value::Null),
    ] {
        let renamed = root.rename(&id, 1, name).await;
        renamed.assert_status_ok();
        assert_eq!(renamed.json::<Value>()["revision"]["name"], expected);
        assert_eq!(root.revisions(&id).await[0]["name"], expected);
    }
    let long = root.rename(&id, 1, json!("é".repeat(101))).await;
    assert_rejected(&long, 400, "A name has at most 100 characters");
    assert_eq!(root.rename(&id, 1, json!(1)).await.status_code(), 400);
    let unknown = root.rename(&id, 2, json!("x")).await;
    assert_rejected(&unknown, 404, "There is no such revision");
    let audit = database::query(
        site.folder(),
        "select action || ' ' || detail from audit where action = 'post.revision_named'",
    );
    assert_eq!(audit, vec!["post.revision_named 1"; 5]);
}

#[tokio::test]
async fn unknown_revisions_and_posts_are_not_found() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    for path in ["9", "0", "-1", "x", "4294967296", "9/restore", "diff?from=1&to=9"] {
        let path = format!("/api/blogs/{id}/revisions/{path}");
        let method = if path.ends_with("restore") {
            Method::POST
        } else {
            Method::GET
        };
        let response = root.send(method, &path, None).await;
        assert_eq!(response.status_code(), 404, "{path}");
    }
    for path in ["", "/1", "/diff?from=1&to=1"] {
        let path = format!("/api/blogs/nothing/revisions{path}");
        assert_eq!(
            root.send(Method::GET, &path, None).await.status_code(),
            404,
            "{path}"
        );
    }
}
