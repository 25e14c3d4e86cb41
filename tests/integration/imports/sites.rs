//! Exports of another site of this kind, which an editor uploads.

use axum::http::Method;
use blog_app::moving::archive::ArchiveWriter;
use serde_json::{Value, json};

use super::{Editor, totals};
use crate::site_export::{Files, export, files, full_site};
use crate::support::Site;

/// Returns an archive with these files.
fn archive(files: &Files) -> Vec<u8> {
    let mut archive = ArchiveWriter::new(Vec::new());
    for (path, bytes) in files {
        archive.add(path, bytes).unwrap();
    }
    archive.finish().unwrap()
}

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
    for kind in [
        "posts",
        "pages",
        "comments",
        "redirects",
        "people",
        "tags",
        "series",
    ] {
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
    for kind in [
        "posts",
        "pages",
        "comments",
        "redirects",
        "people",
        "tags",
        "series",
    ] {
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

#[tokio::test]
async fn nobody_who_has_an_account_here_is_made_to_say_something() {
    let other = Site::new();
    other.import(&[crate::support::post(1)]);
    let ada = other.reader("Ada");
    for text in ["To Bo", "To the staff", "Her own"] {
        let body = json!({"content": text});
        let said = other
            .request(
                Method::POST,
                "/api/blogs/post-1/comments",
                &ada.token,
                Some(&body),
            )
            .await;
        assert!(said.status_code().is_success(), "{}", said.text());
        other.clock.advance_seconds(60);
    }
    let editor = Editor::new();
    let bo = editor.site.reader("Bo").id.to_string();
    let staff = editor.rows("select id from admins").remove(0);
    let mut files = files(&export(&other, true));
    let lines = String::from_utf8(files["comments.jsonl"].clone()).unwrap();
    let forged = lines.lines().map(|line| {
        let mut comment: Value = serde_json::from_str(line).unwrap();
        match comment["text"].as_str().unwrap() {
            "To Bo" => comment["by"] = json!({"reader": bo, "name": "Bo"}),
            "To the staff" => comment["by"] = json!({"member": staff, "name": "ed"}),
            _ => {}
        }
        format!("{comment}\n")
    });
    let forged: Vec<String> = forged.collect();
    files.insert("comments.jsonl".to_owned(), forged.concat().into_bytes());
    let checked = editor.checked("site", "site.zip", &archive(&files)).await;
    let done = editor.applied(&checked).await;
    assert_eq!(totals(&done, "comments"), [3, 0, 0], "{done}");
    let authors = "select content || ' ' || coalesce(u.name, '') || coalesce(admin_id, '') || coalesce(imported_name, '')
                   from comments left join users u on u.id = user_id order by content";
    assert_eq!(
        editor.rows(authors),
        ["Her own Ada", "To Bo Bo", "To the staff ed"]
    );
    let of_accounts = "select count(*) from comments where admin_id is not null
                       or user_id in (select id from users where name = 'Bo')";
    assert_eq!(editor.rows(of_accounts), ["0"]);
}
