//! Processes that end in the middle of an import: the next one comes to the same end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use blog_app::actions::imports::Imports;
use serde_json::{Value, json};

use super::{Editor, id_of};
use crate::support::blocking;
use crate::support::imports::{ghost_export, work};

const POSTS: u32 = 230;
/// Longer than an import belongs to a process that says nothing.
const LEASE_SECONDS: i64 = 31;

/// Works on an import, and kills the process when it has asked so many times whether it is to stop.
pub(super) fn killed_after(editor: &Editor, imports: &Imports, questions: usize) {
    let asked = AtomicUsize::new(0);
    let killed = blocking(|| {
        catch_unwind(AssertUnwindSafe(|| {
            let (store, clock) = (&editor.site.store, &editor.site.clock);
            let job = imports.next(store, clock, &|| false).unwrap().unwrap();
            imports.work(&job, store, clock, &|| {
                assert!(
                    asked.fetch_add(1, Ordering::Relaxed) < questions,
                    "the process is killed"
                );
                false
            })
        }))
    });
    assert!(killed.is_err(), "it had come to its end");
}

/// Works on an import with a process that has just been started.
pub(super) fn restart(editor: &Editor) {
    editor.site.clock.advance_seconds(LEASE_SECONDS);
    work(&editor.restarted(), &editor.site.store, &editor.site.clock);
}

/// Everything that was imported but ids, in an order that does not depend on them.
fn contents(editor: &Editor) -> Vec<String> {
    [
        "select slug || title || html || created_at from posts join post_contents on post_seq = seq order by slug",
        "select path || target || source from redirects order by path",
        "select system || kind || source_id from import_sources order by kind, source_id",
    ]
    .iter()
    .flat_map(|sql| editor.rows(sql))
    .collect()
}

/// Returns the entries of a report in an order that does not depend on when they were recorded.
async fn sorted_report(editor: &Editor, import: &Value) -> Vec<String> {
    let report = editor.report(import).await;
    let mut items: Vec<String> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    items.sort();
    items
}

#[tokio::test]
async fn an_import_that_is_killed_comes_to_the_same_end() {
    let export = ghost_export(POSTS);
    let whole = Editor::new();
    let checked = whole.checked("ghost", "a.json", &export).await;
    let expected_check = sorted_report(&whole, &checked).await;
    let expected = whole.applied(&checked).await;
    assert_eq!(expected["totals"]["posts"]["new"], POSTS, "{expected}");

    let editor = Editor::new();
    let import = editor.uploaded("ghost", "a.json", &export).await;
    // In the first reading, and at two places of the second.
    for questions in [100, 300, 440] {
        killed_after(&editor, &editor.restarted(), questions);
        assert_eq!(editor.show(&import).await["state"], "checking");
        editor.site.clock.advance_seconds(LEASE_SECONDS);
    }
    restart(&editor);
    let ready = editor.show(&import).await;
    assert_eq!(
        (&ready["state"], &ready["totals"]),
        (&json!("ready"), &checked["totals"])
    );
    assert_eq!(sorted_report(&editor, &import).await, expected_check);
    assert_eq!(contents(&editor), Vec::<String>::new());

    editor.apply(&ready, json!({})).await.assert_status_success();
    let mut before = 0;
    for questions in [100, 330, 400] {
        killed_after(&editor, &editor.restarted(), questions);
        let after = editor.show(&import).await;
        assert_eq!(after["state"], "applying");
        let stored: u64 = editor.rows("select count(*) from posts")[0].parse().unwrap();
        assert_eq!(
            after["totals"]["posts"]["new"], stored,
            "the report tells of what is stored"
        );
        assert!(stored >= before && stored < u64::from(POSTS), "{stored}");
        before = stored;
        editor.site.clock.advance_seconds(LEASE_SECONDS);
    }
    assert!(before > 0);
    restart(&editor);
    let done = editor.show(&import).await;
    assert_eq!(
        (&done["state"], &done["totals"]),
        (&json!("done"), &expected["totals"])
    );
    assert_eq!(
        sorted_report(&editor, &import).await,
        sorted_report(&whole, &checked).await
    );
    assert_eq!(contents(&editor), contents(&whole));
    assert!(editor.files().is_empty(), "{:?}", editor.files());
    editor.site.assert_counts_are_correct();
}

#[tokio::test]
async fn an_import_that_is_stopped_goes_on_at_once() {
    let editor = Editor::new();
    let ready = editor.checked("ghost", "a.json", &ghost_export(POSTS)).await;
    editor.apply(&ready, json!({})).await.assert_status_success();
    // More often than an import may be interrupted.
    for questions in 330..340 {
        let asked = AtomicUsize::new(0);
        let imports = editor.restarted();
        blocking(|| {
            let (store, clock) = (&editor.site.store, &editor.site.clock);
            let job = imports.next(store, clock, &|| false).unwrap().unwrap();
            let is_stopped = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
            imports.work(&job, store, clock, &is_stopped).unwrap();
        });
        assert_eq!(editor.show(&ready).await["state"], "applying");
    }
    work(&editor.restarted(), &editor.site.store, &editor.site.clock);
    let done = editor.show(&ready).await;
    assert_eq!(
        (&done["state"], &done["totals"]["posts"]["new"]),
        (&json!("done"), &json!(POSTS))
    );
}

#[tokio::test]
async fn an_import_that_ends_the_process_again_and_again_has_failed() {
    let editor = Editor::new();
    let import = editor.uploaded("ghost", "a.json", &ghost_export(3)).await;
    for _ in 0..5 {
        killed_after(&editor, &editor.restarted(), 1);
        editor.site.clock.advance_seconds(LEASE_SECONDS);
    }
    restart(&editor);
    let failed = editor.show(&import).await;
    assert_eq!(failed["state"], "failed");
    assert!(
        failed["error"].as_str().unwrap().contains("interrupted"),
        "{failed}"
    );
    assert!(editor.files().is_empty());
}

#[tokio::test]
async fn what_a_killed_process_has_left_is_removed() {
    let editor = Editor::new();
    let import = editor.uploaded("ghost", "a.json", &ghost_export(1)).await;
    let folder = editor.site.folder().join("imports");
    for name in ["upload-AbCdEf", "0198c0de-0000-7000-8000-000000000000"] {
        std::fs::write(folder.join(name), b"x").unwrap();
    }
    std::fs::create_dir(folder.join("blog-app-import-AbCdEf")).unwrap();
    std::fs::write(folder.join("blog-app-import-AbCdEf/picture"), b"x").unwrap();
    editor.site.work_on_imports();
    assert_eq!(editor.files(), [id_of(&import)]);
}
