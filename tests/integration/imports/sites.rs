//! Exports of another site of this kind, which an editor uploads.

use serde_json::json;

use super::{Editor, totals};
use crate::site_export::{export, full_site};
use crate::support::Site;

#[tokio::test]
async fn a_site_comes_without_its_staff_its_secrets_and_its_settings() {
    let other = full_site().await;
    let archive = export(&other, true);
    let editor = Editor::new();
    let before = editor.rows("select name || version from settings order by name");
    let checked = editor.checked("site", "site.zip", &archive).await;
    assert_eq!(checked["state"], "ready", "{checked}");
    assert_eq!(editor.rows("select count(*) from posts"), ["0"]);
    let done = editor.applied(&checked).await;
    assert_eq!(done["state"], "done", "{done}");
    for kind in ["posts", "pages", "comments", "redirects", "people"] {
        assert_eq!(totals(&done, kind), totals(&checked, kind), "{kind}");
        assert!(
            totals(&done, kind)[0] > 0 && totals(&done, kind)[2] == 0,
            "{kind}: {done}"
        );
    }
    assert_eq!(totals(&done, "settings"), [0, 0, 0]);
    assert_eq!(
        done["leftOut"],
        json!([{
            "reason": "Settings are taken on the command line alone", "count": 1, "sources": ["settings.json"],
        }])
    );
    assert_eq!(
        editor.rows("select name || version from settings order by name"),
        before
    );
    assert_eq!(editor.rows("select username from admins"), ["ed"]);
    let accounts = "select count(*) from users where password_hash <> '' or email not like '%@moved.invalid'";
    assert_eq!(editor.rows(accounts), ["0"]);
    let people = editor.entries(&done, "?kind=person&outcome=changed").await;
    assert!(people["total"].as_u64().unwrap() > 0, "{people}");
    editor.site.assert_counts_are_correct();
    let again = editor.checked("site", "site.zip", &archive).await;
    for kind in ["posts", "pages", "comments", "redirects", "people"] {
        assert_eq!(totals(&again, kind)[0], 0, "{kind}: {again}");
    }
}

#[tokio::test]
async fn an_archive_that_is_no_export_of_a_site_is_refused() {
    let editor = Editor::new();
    let nothing = editor.checked("site", "site.json", b"{}").await;
    assert_eq!(nothing["state"], "failed");
    let error = nothing["error"].as_str().unwrap();
    assert!(error.contains("manifest.json"), "{error}");
}

#[tokio::test]
async fn an_import_of_a_site_that_is_killed_comes_to_the_same_end() {
    let other = Site::new();
    let posts: Vec<_> = (1..=120).map(crate::support::post).collect();
    other.import(&posts);
    let archive = export(&other, false);
    let whole = Editor::new();
    let expected = whole.checked("site", "site.zip", &archive).await;
    let expected = whole.applied(&expected).await;

    let editor = Editor::new();
    let import = editor.uploaded("site", "site.zip", &archive).await;
    super::restarts::killed_after(&editor, &editor.restarted(), 30);
    super::restarts::restart(&editor);
    let ready = editor.show(&import).await;
    assert_eq!(ready["state"], "ready", "{ready}");
    let applying = editor.apply(&ready, json!({})).await;
    assert_eq!(applying.status_code(), 202);
    // All files are compared with the manifest before anything is stored.
    super::restarts::killed_after(&editor, &editor.restarted(), 350);
    let stored: u32 = editor.rows("select count(*) from posts")[0].parse().unwrap();
    assert!(stored > 0 && stored < 120, "{stored}");
    super::restarts::restart(&editor);
    let done = editor.show(&import).await;
    assert_eq!(
        (&done["state"], &done["totals"]),
        (&json!("done"), &expected["totals"])
    );
    assert_eq!(done["entries"], expected["entries"]);
    let slugs = "select slug || created_at || updated_at from posts order by slug";
    assert_eq!(editor.rows(slugs), whole.rows(slugs));
    editor.site.assert_counts_are_correct();
}
