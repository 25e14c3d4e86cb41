//! Imports that are cancelled.

use std::sync::atomic::{AtomicUsize, Ordering};

use blog_app::domain::Clock as _;
use blog_app::store::{StoreError, imports};
use serde_json::json;

use super::{Editor, parsed_id};
use crate::support::blocking;
use crate::support::imports::{IMPORTS, ghost_export};

const POSTS: u32 = 230;

/// Works on an import that is deleted when the work has asked so many times whether it is to stop.
fn work_until_deleted(editor: &Editor, import: &serde_json::Value, questions: usize) {
    let (asked, id, now) = (AtomicUsize::new(0), parsed_id(import), editor.site.clock.now());
    blocking(|| {
        let (store, clock) = (&editor.site.store, &editor.site.clock);
        let job = editor
            .site
            .imports
            .next(store, clock, &|| false)
            .unwrap()
            .unwrap();
        let is_stopped = || {
            if asked.fetch_add(1, Ordering::Relaxed) == questions {
                let removed = store.write_blocking(move |tx| imports::remove(tx, id, now));
                assert!(removed.map_err(|error: StoreError| error).unwrap());
            }
            false
        };
        editor.site.imports.work(&job, store, clock, &is_stopped).unwrap();
    });
}

#[tokio::test]
async fn nothing_is_left_of_a_check_that_is_cancelled() {
    let editor = Editor::new();
    let import = editor.uploaded("ghost", "a.json", &ghost_export(POSTS)).await;
    work_until_deleted(&editor, &import, 400);
    let gone = editor.site.request(
        axum::http::Method::GET,
        &format!("{IMPORTS}/{}", super::id_of(&import)),
        &editor.token,
        None,
    );
    assert_eq!(gone.await.status_code(), 404);
    assert!(editor.list().await.is_empty());
    editor.site.work_on_imports();
    assert!(editor.files().is_empty());
    for table in ["imports", "import_entries", "posts"] {
        assert_eq!(
            editor.rows(&format!("select count(*) from {table}")),
            ["0"],
            "{table}"
        );
    }
}

#[tokio::test]
async fn what_was_imported_before_it_is_cancelled_stays() {
    let editor = Editor::new();
    let ready = editor.checked("ghost", "a.json", &ghost_export(POSTS)).await;
    editor.apply(&ready, json!({})).await.assert_status_success();
    work_until_deleted(&editor, &ready, 400);
    let stored: u32 = editor.rows("select count(*) from posts")[0].parse().unwrap();
    assert!(stored > 0 && stored < POSTS, "{stored}");
    editor.site.work_on_imports();
    assert!(editor.files().is_empty());
    assert_eq!(editor.rows("select count(*) from import_entries"), ["0"]);
    assert_eq!(editor.rows("select count(*) from posts"), [stored.to_string()]);
    editor.site.assert_counts_are_correct();
    // It goes on where it was when it is imported again.
    let again = editor.checked("ghost", "a.json", &ghost_export(POSTS)).await;
    assert_eq!(
        super::totals(&again, "posts"),
        [u64::from(POSTS - stored), u64::from(stored), 0]
    );
}

#[tokio::test]
async fn deletes_an_import_in_any_state_once() {
    let editor = Editor::new();
    for step in 0..4 {
        let import = editor.uploaded("ghost", "a.json", &ghost_export(2)).await;
        if step > 0 {
            editor.site.work_on_imports();
        }
        if step > 1 {
            editor.apply(&import, json!({})).await.assert_status_success();
        }
        if step > 2 {
            editor.site.work_on_imports();
        }
        editor.delete(&import).await.assert_status_ok();
        assert_eq!(editor.delete(&import).await.status_code(), 404);
        assert_eq!(editor.apply(&import, json!({})).await.status_code(), 404);
        editor.site.work_on_imports();
        assert!(editor.files().is_empty());
    }
    assert_eq!(
        editor.rows("select detail from audit where action = 'import.deleted' order by detail"),
        ["applying", "done", "ready", "uploaded"]
    );
}
