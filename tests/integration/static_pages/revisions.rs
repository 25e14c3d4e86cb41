//! The revisions of a page: which there are, what they hold, and how they come back.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Editor, id_of, page};
use crate::support::database;

/// The revisions without having been published that are kept.
const KEPT: usize = 50;

impl Editor {
    async fn restore(&self, page: &Value, number: u32, version: u32) -> axum_test::TestResponse {
        let path = format!("/{}/revisions/{number}/restore", id_of(page));
        let body = json!({"version": version});
        self.send(Method::POST, &path, Some(&body)).await
    }

    async fn reasons(&self, page: &Value) -> Vec<String> {
        let list = self.read(page, "/revisions?limit=100").await;
        let revisions = list["revisions"].as_array().unwrap().iter();
        revisions
            .map(|revision| format!("{} {}", revision["number"], revision["reason"].as_str().unwrap()))
            .collect()
    }
}

#[tokio::test]
async fn each_change_is_a_revision_and_an_earlier_one_comes_back() {
    let editor = Editor::new();
    let first = editor.created(page("Rules", "draft")).await;
    let second =
        json!({"title": "Our rules", "slug": "our-rules", "description": "All", "content": "<p>New.</p>"});
    let second = editor.updated(&first, second).await;
    let third = editor.updated(&second, json!({"status": "published"})).await;
    let fourth = editor.updated(&third, json!({"status": "draft"})).await;
    let same = editor.updated(&fourth, json!({})).await;
    assert_eq!(same["version"], 4, "a change of nothing is no revision");
    let reasons = ["4 unpublish", "3 publish", "2 save", "1 save"];
    assert_eq!(editor.reasons(&first).await, reasons);

    let shown = editor.read(&first, "/revisions/1").await;
    assert_eq!(shown["revision"]["title"], "Rules");
    assert_eq!(shown["revision"]["slug"], "rules");
    assert_eq!(shown["revision"]["author"]["username"], "ed");
    assert_eq!(shown["content"], first["content"]);
    assert!(
        shown["reading"]["html"]
            .as_str()
            .unwrap()
            .contains("<h2 id=\"who\"")
    );

    let restored = editor.restore(&first, 1, 4).await;
    restored.assert_status_ok();
    let restored = restored.json::<Value>()["page"].clone();
    for field in ["title", "slug", "description", "content"] {
        assert_eq!(restored[field], first[field], "{field}");
    }
    assert_eq!(
        (&restored["version"], &restored["status"]),
        (&json!(5), &json!("draft"))
    );
    assert_eq!(editor.reasons(&first).await[0], "5 restore");
    let outdated = editor.restore(&first, 2, 4).await;
    assert_eq!(outdated.status_code(), 409);
    assert_eq!(outdated.json::<Value>()["page"], restored);
    for (number, version, expected) in [(9, 5, 404), (1, 9, 400)] {
        let refused = editor.restore(&first, number, version).await;
        assert_eq!(refused.status_code().as_u16(), expected);
    }
    let log = "select detail from audit where action = 'static_page.restored'";
    assert_eq!(database::query(editor.site.folder(), log), ["1"]);
}

#[tokio::test]
async fn a_restored_page_stays_published_and_shows_the_earlier_text() {
    let editor = Editor::new();
    let first = editor.created(page("Rules", "published")).await;
    editor
        .updated(&first, json!({"content": "<p>A mistake.</p>"}))
        .await;
    assert!(editor.text("/page/rules").await.contains("A mistake."));
    editor.restore(&first, 1, 2).await.assert_status_ok();
    let html = editor.text("/page/rules").await;
    assert!(
        html.contains("The words of Rules.") && !html.contains("A mistake."),
        "{html}"
    );
}

#[tokio::test]
async fn a_slug_that_another_page_has_by_now_does_not_come_back() {
    let editor = Editor::new();
    let first = editor.created(page("Rules", "draft")).await;
    editor.updated(&first, json!({"slug": "old-rules"})).await;
    editor.created(page("Rules", "draft")).await;
    let restored = editor.restore(&first, 1, 2).await;
    restored.assert_status_ok();
    assert_eq!(restored.json::<Value>()["page"]["slug"], "old-rules");
}

#[tokio::test]
async fn keeps_those_that_were_published_and_the_newest_of_the_others() {
    let editor = Editor::new();
    let mut page = editor.created(page("Rules", "published")).await;
    for number in 0..KEPT + 5 {
        let text = format!("<p>Text {number}.</p>");
        page = editor.updated(&page, json!({"content": text})).await;
    }
    let reasons = editor.reasons(&page).await;
    assert_eq!(reasons.len(), KEPT + 1);
    assert_eq!(reasons.last().unwrap(), "1 publish");
    assert_eq!(reasons[KEPT - 1], "7 save");
}

#[tokio::test]
async fn a_revision_belongs_to_its_page() {
    let editor = Editor::new();
    let (one, other) = (
        editor.created(page("One", "draft")).await,
        editor.created(page("Other", "draft")).await,
    );
    editor.updated(&one, json!({"title": "Changed"})).await;
    let path = format!("/{}/revisions/2", id_of(&other));
    let foreign = editor.send(Method::GET, &path, None).await;
    assert_eq!(foreign.status_code(), 404);
    let refused = editor.restore(&other, 2, 1).await;
    assert_eq!(refused.status_code(), 404);
}
