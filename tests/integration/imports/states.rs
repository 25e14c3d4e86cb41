//! The way of an import through its states.

use serde_json::{Value, json};

use super::{Editor, GARDEN, totals};
use crate::support::imports::ghost_export;

#[tokio::test]
async fn an_export_is_checked_and_then_applied() {
    let editor = Editor::new();
    let uploaded = editor.uploaded("ghost", "our blog.json", &ghost_export(3)).await;
    assert_eq!(
        [
            &uploaded["state"],
            &uploaded["kind"],
            &uploaded["fileName"],
            &uploaded["createdBy"]
        ],
        [
            &json!("uploaded"),
            &json!("ghost"),
            &json!("our blog.json"),
            &json!("ed")
        ]
    );
    assert_eq!(uploaded["size"], ghost_export(3).len());
    let options =
        json!({"defaultCategory": "Other", "asDrafts": false, "redirects": true, "categoryMap": {}});
    assert_eq!(uploaded["options"], options);
    editor.site.work_on_imports();
    let ready = editor.show(&uploaded).await;
    assert_eq!(
        (&ready["state"], &ready["error"], &ready["appliedAt"]),
        (&json!("ready"), &Value::Null, &Value::Null)
    );
    assert_eq!(totals(&ready, "posts"), [3, 0, 0]);
    assert_eq!(
        editor.rows("select count(*) from posts"),
        ["0"],
        "nothing is here yet"
    );
    assert_eq!(editor.files().len(), 1);

    editor.site.clock.advance_seconds(60);
    let applying = editor.apply(&ready, json!({})).await;
    assert_eq!(applying.status_code(), 202);
    let applying = applying.json::<Value>()["import"].clone();
    assert_eq!(
        (&applying["state"], totals(&applying, "posts")),
        (&json!("applying"), [0, 0, 0])
    );
    editor.site.work_on_imports();
    let done = editor.show(&uploaded).await;
    assert_eq!(
        (&done["state"], &done["appliedAt"], totals(&done, "posts")),
        (&json!("done"), &json!("2026-03-01T12:01:00.000Z"), [3, 0, 0])
    );
    assert_eq!(totals(&done, "redirects"), totals(&ready, "redirects"));
    let post = editor.site.get("/api/blogs/number-2").await;
    assert_eq!(post["blog"]["title"], "Number 2");
    let moved = editor.site.server.get("/number-2/").await;
    assert_eq!(
        (moved.status_code().as_u16(), moved.header("location")),
        (301, "/blog/number-2".parse().unwrap())
    );
    assert!(editor.files().is_empty(), "what is over needs no file");
    editor.site.assert_counts_are_correct();
    assert_eq!(editor.list().await, [done]);
}

#[tokio::test]
async fn a_second_import_of_the_same_export_skips_everything() {
    let editor = Editor::new();
    let first = editor.checked("wordpress", "garden.xml", GARDEN).await;
    let first = editor.applied(&first).await;
    assert_eq!(first["state"], "done", "{first}");
    let second = editor.checked("wordpress", "garden.xml", GARDEN).await;
    for kind in ["posts", "pages", "comments"] {
        let ([new, skipped, refused], [new_before, skipped_before, refused_before]) =
            (totals(&second, kind), totals(&first, kind));
        assert_eq!(
            (new, skipped, refused),
            (0, new_before + skipped_before, refused_before),
            "{kind}"
        );
    }
    let names: Vec<Value> = editor
        .list()
        .await
        .iter()
        .map(|import| import["_id"].clone())
        .collect();
    assert_eq!(
        names,
        [second["_id"].clone(), first["_id"].clone()],
        "the latest is first"
    );
}

#[tokio::test]
async fn other_options_are_checked_before_anything_is_imported() {
    let editor = Editor::new();
    let ready = editor.checked("ghost", "blog.json", &ghost_export(2)).await;
    assert!(totals(&ready, "redirects")[0] > 0);
    let changes = json!({
        "asDrafts": true, "redirects": false, "defaultCategory": "System Design", "categoryMap": {"Reisen": "Cybersecurity"},
    });
    let again = editor.apply(&ready, changes.clone()).await;
    assert_eq!(again.status_code(), 202);
    assert_eq!(again.json::<Value>()["import"]["state"], "uploaded");
    assert_eq!(editor.rows("select count(*) from posts"), ["0"]);
    assert_eq!(
        editor.entries(&ready, "").await["total"],
        0,
        "its report begins anew"
    );
    let early = editor.apply(&ready, changes.clone()).await;
    assert_eq!(early.status_code(), 409);
    editor.site.work_on_imports();
    let ready = editor.show(&ready).await;
    assert_eq!((&ready["state"], &ready["options"]), (&json!("ready"), &changes));
    assert_eq!(totals(&ready, "redirects"), [0, 0, 0]);
    let drafts = editor.entries(&ready, "?kind=post").await;
    assert!(
        drafts["entries"]
            .as_array()
            .unwrap()
            .iter()
            .all(|entry| entry["status"] == "draft")
    );
    // The same options, in part or as a whole, change nothing.
    let applying = editor.apply(&ready, changes).await;
    assert_eq!(applying.json::<Value>()["import"]["state"], "applying");
    editor.site.work_on_imports();
    assert_eq!(
        editor.rows("select distinct status || ' ' || category from posts"),
        ["draft System Design"]
    );
    assert_eq!(editor.rows("select count(*) from redirects"), ["0"]);
    let over = editor.apply(&ready, json!({})).await;
    assert_eq!(over.status_code(), 409);
}

#[tokio::test]
async fn refuses_options_that_lead_nowhere() {
    let editor = Editor::new();
    let ready = editor.checked("ghost", "blog.json", &ghost_export(1)).await;
    for (body, field) in [
        (json!({"defaultCategory": "Cooking"}), "defaultCategory"),
        (json!({"categoryMap": {"Reisen": "Cooking"}}), "categoryMap"),
        (json!({"categoryMap": {"x".repeat(201): "Other"}}), "categoryMap"),
        (json!({"asDrafts": "yes"}), "asDrafts"),
    ] {
        let refused = editor.apply(&ready, body).await;
        let error: Value = refused.json();
        assert_eq!(refused.status_code(), 400, "{error}");
        assert!(error["errors"][field].is_string(), "{error}");
    }
    assert_eq!(editor.show(&ready).await["state"], "ready");
    assert_eq!(editor.rows("select count(*) from posts"), ["0"]);
}

#[tokio::test]
async fn what_is_no_export_fails_with_its_reason() {
    let editor = Editor::new();
    for (kind, name, bytes, reason) in [
        ("ghost", "a.json", &b"{\"hello\": 1}"[..], "Ghost"),
        ("wordpress", "a.xml", b"<html><body>No</body></html>", "WordPress"),
        (
            "markdown",
            "a.zip",
            b"PK\x03\x04 this is no archive",
            "zip archive",
        ),
        ("markdown", "picture.png", b"\x89PNG\r\n\x1a\n", "Markdown"),
    ] {
        let failed = editor.checked(kind, name, bytes).await;
        assert_eq!(failed["state"], "failed", "{failed}");
        let error = failed["error"].as_str().unwrap();
        assert!(error.contains(reason), "{kind}: {error}");
        assert!(!error.contains('/'), "no path of the server is told: {error}");
        assert!(editor.files().is_empty());
        assert_eq!(editor.apply(&failed, json!({})).await.status_code(), 409);
    }
    // Another one may follow at once.
    let ready = editor.checked("ghost", "good.json", &ghost_export(1)).await;
    assert_eq!(ready["state"], "ready");
}

#[tokio::test]
async fn fails_when_its_file_is_gone() {
    if crate::support::database::is_postgres() {
        // There another node may have it.
        return;
    }
    let editor = Editor::new();
    let import = editor.uploaded("ghost", "a.json", &ghost_export(1)).await;
    std::fs::remove_file(editor.site.folder().join("imports").join(super::id_of(&import))).unwrap();
    editor.site.work_on_imports();
    let failed = editor.show(&import).await;
    assert_eq!(failed["state"], "failed");
    assert!(
        failed["error"].as_str().unwrap().contains("upload it again"),
        "{failed}"
    );
}
