//! Two editors who change a page at the same time: none loses a word.

use serde_json::{Value, json};

use super::{Editor, fields_of, id_of, page};
use crate::support::database;
use crate::support::run_concurrently;

#[tokio::test]
async fn a_change_of_an_outdated_page_is_refused_and_kept_beside_it() {
    let editor = Editor::new();
    let first = editor.created(page("Rules", "published")).await;
    let second = editor.updated(&first, json!({"content": "<p>Theirs.</p>"})).await;
    assert_eq!(second["version"], 2);

    let refused = editor.update(&first, json!({"content": "<p>Mine.</p>"})).await;
    assert_eq!(refused.status_code(), 409);
    assert_eq!(refused.header("cache-control"), "no-store");
    let refusal: Value = refused.json();
    assert_eq!(refusal["code"], "version_conflict");
    assert_eq!(refusal["changedBy"], "ed");
    assert_eq!(refusal["conflict"], 3);
    assert_eq!(refusal["page"], second, "nothing has changed");
    let kept = editor.read(&first, "/revisions/3").await;
    assert_eq!(kept["content"], "<p>Mine.</p>");
    assert_eq!(kept["revision"]["reason"], "conflict");
    assert_eq!(kept["revision"]["isCurrent"], false);
    assert!(editor.text("/page/rules").await.contains("Theirs."));

    // With the present version it replaces theirs.
    let mine = editor.updated(&second, json!({"content": "<p>Mine.</p>"})).await;
    assert_eq!(mine["version"], 4);
    let unknown = editor
        .update(&first, json!({"version": 9, "title": "Later"}))
        .await;
    assert_eq!(unknown.status_code(), 400);
    let log = "select action || ' ' || detail from audit where action = 'static_page.conflicted'";
    assert_eq!(
        database::query(editor.site.folder(), log),
        ["static_page.conflicted 3"]
    );
}

#[tokio::test]
async fn a_change_that_was_made_already_is_no_conflict() {
    let editor = Editor::new();
    let first = editor.created(page("Rules", "draft")).await;
    let change = json!({"content": "<p>Once.</p>"});
    let second = editor.updated(&first, change.clone()).await;
    let repeated = editor.updated(&first, change).await;
    assert_eq!(repeated, second);
}

#[tokio::test]
async fn publishing_counts_as_a_change() {
    let editor = Editor::new();
    let draft = editor.created(page("Rules", "draft")).await;
    editor.updated(&draft, json!({"status": "published"})).await;
    let refused = editor.update(&draft, json!({"title": "Other"})).await;
    assert_eq!(refused.status_code(), 409);
    assert_eq!(editor.status("/page/rules").await, 200, "it stays published");
}

#[tokio::test]
async fn of_two_changes_at_once_one_is_made_and_the_other_kept() {
    let editor = Editor::new();
    let first = editor.created(page("Rules", "published")).await;
    let texts = ["<p>One.</p>", "<p>Other.</p>"];
    let responses = run_concurrently(2, |number| {
        editor.update(&first, json!({"content": texts[number]}))
    });
    let responses = responses.await;
    let mut statuses: Vec<u16> = responses.iter().map(|one| one.status_code().as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let path = format!("/{}", id_of(&first));
    let present: Value = editor.send(axum::http::Method::GET, &path, None).await.json();
    let revisions = editor.read(&first, "/revisions").await;
    assert_eq!(revisions["total"], 3);
    let mut kept = Vec::new();
    for number in [2, 3] {
        let revision = editor.read(&first, &format!("/revisions/{number}")).await;
        kept.push(revision["content"].as_str().unwrap().to_owned());
    }
    kept.sort_unstable();
    assert_eq!(kept, texts);
    assert_eq!(present["page"]["version"], revisions["version"]);
    assert!(fields_of(&present["page"])["content"].is_string());
}
