//! Who may see and change revisions, and autosave posts.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Writer, content, with};
use crate::support::Site;
use crate::support::accounts::assert_rejected;

const NOT_ALLOWED: &str = "Your role does not allow this";

/// All calls about the revisions of a post, and the one that autosaves it.
fn calls(id: &str) -> Vec<(Method, String, Option<Value>)> {
    let path = |rest: &str| format!("/api/blogs/{id}/revisions{rest}");
    vec![
        (Method::GET, path(""), None),
        (Method::GET, path("/1"), None),
        (Method::GET, path("/diff?from=1&to=2"), None),
        (Method::PATCH, path("/1"), Some(json!({"name": "A name"}))),
        (Method::POST, path("/1/restore"), None),
        (
            Method::PUT,
            format!("/api/admin/autosaves/{id}"),
            Some(content("more")),
        ),
    ]
}

async fn assert_all(writer: &Writer<'_>, id: &str, is_allowed: bool) {
    for (method, path, body) in calls(id) {
        let response = writer.send(method.clone(), &path, body).await;
        if is_allowed {
            assert_eq!(
                response.status_code(),
                200,
                "{method} {path}: {}",
                response.text()
            );
        } else {
            assert_rejected(&response, 403, NOT_ALLOWED);
        }
    }
}

#[tokio::test]
async fn authors_have_their_own_posts_and_editors_all() {
    let site = Site::new();
    let writer = |name: &str, role| Writer::new(&site, name, role);
    let (ann, bo) = (writer("ann", Role::Author), writer("bo", Role::Author));
    let (cleo, edith) = (writer("cleo", Role::Contributor), writer("edith", Role::Editor));
    for status in ["draft", "published"] {
        let id = ann.create(with(content("one"), json!({"status": status}))).await;
        ann.save(&id, with(content("two"), json!({"status": status})))
            .await;
        assert_all(&bo, &id, false).await;
        assert_all(&cleo, &id, false).await;
        assert_eq!(ann.revisions(&id).await.len(), 2);
        assert_all(&ann, &id, true).await;
        assert_all(&edith, &id, true).await;
    }
}

#[tokio::test]
async fn a_contributor_has_their_own_drafts_until_they_are_published() {
    let site = Site::new();
    let writer = |name: &str, role| Writer::new(&site, name, role);
    let (cleo, edith) = (writer("cleo", Role::Contributor), writer("edith", Role::Editor));
    let draft = |words: &str| with(content(words), json!({"status": "draft"}));
    let id = cleo.create(draft("one")).await;
    cleo.save(&id, draft("two")).await;
    assert_all(&cleo, &id, true).await;
    // The slug that an editor chose stays when the contributor restores an earlier text.
    edith
        .save(&id, with(draft("three"), json!({"slug": "chosen"})))
        .await;
    let restored = cleo.restore(&id, 1).await;
    restored.assert_status_ok();
    assert_eq!(restored.json::<Value>()["blog"]["slug"], "chosen");
    edith.save(&id, content("four")).await;
    assert_all(&cleo, &id, false).await;
}

#[tokio::test]
async fn readers_and_visitors_have_none() {
    let site = Site::new();
    let ann = Writer::new(&site, "ann", Role::Author);
    let id = ann.create(content("one")).await;
    let reader = site.reader("Ada");
    for (method, path, body) in calls(&id) {
        for (token, status) in [("", 401), (&*reader.token, 403)] {
            let response = site.request(method.clone(), &path, token, body.as_ref()).await;
            assert_eq!(response.status_code(), status, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn an_autosave_is_its_authors_alone() {
    let site = Site::new();
    let writer = |name: &str, role| Writer::new(&site, name, role);
    let (ann, root) = (writer("ann", Role::Author), writer("root", Role::Admin));
    let id = ann.create(content("one")).await;
    ann.autosaved(&id, content("two")).await;
    let path = format!("/api/admin/autosaves/{id}");
    assert_eq!(root.send(Method::GET, &path, None).await.status_code(), 404);
    root.send(Method::DELETE, &path, None).await.assert_status_ok();
    assert_eq!(ann.get(&path).await["autosave"]["content"], "<p>two</p>");
    assert_eq!(root.get("/api/admin/autosaves").await["autosaves"], json!([]));
}
