//! Imports into a site that has something already, and of exports that are not as they were made.

use serde_json::{Value, json};

use super::round_trip::assert_same;
use super::{Files, Import, Imported, export, files, full_site, records};
use crate::moving::options;
use crate::support::accounts::PASSWORD;
use crate::support::{Site, blocking, database, post, post_with_changes};
use blog_app::actions::moving::{Options, Outcome};
use blog_app::domain::Role;

/// Replaces a file of an export by what `change` makes of its text.
pub(super) fn changed(files: &mut Files, path: &str, change: impl FnOnce(&str) -> String) {
    let text = String::from_utf8(files.remove(path).unwrap()).unwrap();
    files.insert(path.to_owned(), change(&text).into_bytes());
}

/// The path of the only file that has these ends.
pub(super) fn path_of(files: &Files, begin: &str, end: &str) -> String {
    let found = files
        .keys()
        .find(|path| path.starts_with(begin) && path.ends_with(end));
    found.unwrap().clone()
}

pub(super) fn outcomes(imported: &Imported, kind: &str) -> Vec<Outcome> {
    let items = imported.items.iter().filter(|item| item.kind == kind);
    items.map(|item| item.outcome).collect()
}

fn dump(site: &Site) -> Vec<String> {
    [
        "select id || slug || title || status || updated_at || coalesce(author_id, '') from posts order by id",
        "select html from post_contents order by post_seq",
        "select id || state || content || coalesce(user_id, '') from comments order by id",
        "select id || name || username || email || password_hash from users order by id",
        "select id || username || email || role || password_hash from admins order by id",
        "select path || coalesce(target, '') from redirects order by path",
        "select name || value || version from settings order by name",
        "select id || title || html from static_pages order by id",
        "select slug || post_id from slug_history order by slug",
        "select key || slug || name || description || post_count from tags order by key",
        "select id || slug || title || post_count || updated_at || coalesce(author_id, '') from series order by id",
        "select series_id || position || post_seq from series_posts order by post_seq",
        "select kind || slug || target from former_slugs order by kind, slug",
        "select id || coalesce(slug, '') || bio || coalesce(website, '') from authors order by id",
    ]
    .iter()
    .flat_map(|sql| blocking(|| database::query(site.folder(), sql)))
    .collect()
}

#[tokio::test]
async fn a_second_import_changes_nothing() {
    let site = full_site().await;
    let exported = export(&site, true);
    let before = dump(&site);
    // Into the site itself, and a second time into another one.
    let into_itself = Import::default().archive(&site, &exported);
    let other = Site::new();
    Import::default().archive(&other, &exported);
    let of_other = dump(&other);
    let again = Import::default().archive(&other, &exported);
    for imported in [into_itself, again] {
        assert!(
            imported.items.iter().all(|item| item.outcome == Outcome::Skipped),
            "{:#?}",
            imported.items
        );
    }
    assert_eq!(before, dump(&site));
    assert_eq!(of_other, dump(&other));
}

#[tokio::test]
async fn what_is_here_already_is_not_touched() {
    let site = full_site().await;
    let exported = export(&site, true);
    let other = Site::new();
    other.import(&[post_with_changes(
        1,
        json!({"title": "Another", "contentHtml": "<p>Ours.</p>"}),
    )]);
    let (root, bo) = (other.admin("root"), other.reader("Bo"));
    let imported = Import::default().archive(&other, &exported);
    // Its slug is taken: it gets a number. The present post stays.
    let second = imported.titled("post", "Post 1");
    assert_eq!(
        (second.outcome, second.address.as_str()),
        (Outcome::New, "/blog/post-1-2")
    );
    assert_eq!(second.changes[0].field, "slug");
    assert_eq!(other.get("/api/blogs/post-1").await["blog"]["title"], "Another");
    // Addresses and names are taken by others, who keep them.
    for (kind, name) in [("person", "root"), ("person", "Bo")] {
        assert_eq!(imported.titled(kind, name).outcome, Outcome::Refused);
    }
    let login = json!({"email": "bo@example.org", "password": PASSWORD});
    let signed_in = other.post("/api/auth/login", login).await.json::<Value>();
    assert_eq!(signed_in["user"]["_id"], json!(bo.id.to_string()));
    assert_eq!(
        other.get_as(&root.token, "/api/admin/profile").await["_id"],
        json!(root.id.to_string())
    );
    // What they wrote shows their names.
    let comments = other.get("/api/blogs/post-1-2/comments?limit=100").await["comments"].to_string();
    assert!(comments.contains("A better reply"));
    let of_bo = format!("select count(*) from comments where user_id = '{}'", bo.id);
    assert_eq!(blocking(|| database::query(other.folder(), &of_bo)), ["0"]);
    let named = "select count(*) from comments where imported_name = 'Bo' and content = 'A better reply'";
    assert_eq!(blocking(|| database::query(other.folder(), named)), ["1"]);
    other.assert_counts_are_correct();
}

#[tokio::test]
async fn an_import_that_was_interrupted_goes_on() {
    let site = full_site().await;
    let exported = export(&site, true);
    let mut part = files(&exported);
    // As much as a killed import has stored: people and some texts.
    let left: Vec<String> = part
        .keys()
        .filter(|path| path.starts_with("pages/") || path.starts_with("posts/2026-01-1"))
        .cloned()
        .collect();
    for path in left
        .iter()
        .map(String::as_str)
        .chain(["comments.jsonl", "redirects.csv", "series.jsonl"])
    {
        part.remove(path);
    }
    let other = Site::new();
    let begun = Import::default().files(&other, &part);
    assert!(begun.totals.refused() > 0, "the missing files are named");
    Import::default().archive(&other, &exported);
    assert_same(&exported, &export(&other, true));
}

#[tokio::test]
async fn a_dry_run_says_the_same_and_writes_nothing() {
    let site = full_site().await;
    let exported = export(&site, true);
    let other = Site::new();
    other.import(&[post(1)]);
    let before = dump(&other);
    let dry = Import {
        options: Options {
            is_dry_run: true,
            ..options()
        },
        ..Import::default()
    };
    let imagined = dry.archive(&other, &exported);
    assert_eq!(dump(&other), before);
    let real = Import::default().archive(&other, &exported);
    assert_eq!(imagined.totals, real.totals);
}

fn stored_settings(site: &Site) -> Vec<String> {
    let settings = "select name || ' ' || version from settings order by name";
    blocking(|| database::query(site.folder(), settings))
}

#[tokio::test]
async fn without_accounts_nobody_gets_a_role_or_a_password() {
    let site = full_site().await;
    let other = Site::new();
    let settings = stored_settings(&other);
    let import = Import {
        is_by_owner: false,
        ..Import::default()
    };
    let imported = import.archive(&other, &export(&site, true));
    assert_eq!(imported.totals.refused(), 0, "{:#?}", imported.items);
    let admins = blocking(|| database::query(other.folder(), "select username from admins"));
    assert!(admins.is_empty(), "{admins:?}");
    assert_eq!(stored_settings(&other), settings);
    let accounts = "select count(*) from users where password_hash <> '' or email not like '%@moved.invalid'";
    assert_eq!(blocking(|| database::query(other.folder(), accounts)), ["0"]);
    // Their names stay with what they have written.
    let post = other.get("/api/blogs/third-slug").await["blog"].clone();
    let names: Vec<&str> = post["authors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|author| author["username"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Grace 👩‍💻", "root"]);
    let comments = other.get("/api/blogs/post-1/comments?limit=100").await["comments"].to_string();
    assert!(comments.contains("By the staff"));
}

#[tokio::test]
async fn drafts_stay_drafts_and_everything_becomes_one_if_wished() {
    let site = full_site().await;
    let other = Site::new();
    let import = Import {
        options: Options {
            as_drafts: true,
            with_redirects: false,
            ..options()
        },
        ..Import::default()
    };
    import.archive(&other, &export(&site, false));
    let public = "select (select count(*) from posts where status = 'published' or publish_at is not null)
                       + (select count(*) from static_pages where status = 'published')
                       + (select count(*) from redirects)";
    assert_eq!(blocking(|| database::query(other.folder(), public)), ["0"]);
    other.assert_counts_are_correct();
}

#[tokio::test]
async fn damaged_and_hostile_files_are_refused_one_by_one() {
    let site = Site::new();
    site.import(&[post(1), post(2), post(3), post(4)]);
    let ada = site.reader("Ada");
    let body = json!({"content": "Hello"});
    site.request(
        axum::http::Method::POST,
        "/api/blogs/post-4/comments",
        &ada.token,
        Some(&body),
    )
    .await;
    let mut files = files(&export(&site, true));
    let of =
        |number: u32, end: &str| path_of(&files, &format!("posts/2026-01-0{number}-post-{number}/"), end);
    let (fields, html) = (of(1, "index.md"), of(2, "index.html"));
    let (script, gone) = (of(3, "index.html"), of(4, "index.html"));
    changed(&mut files, &fields, |_| "no front matter".to_owned());
    changed(&mut files, &html, |_| "<p> </p>".to_owned());
    changed(&mut files, &script, |text| {
        format!("{text}<script>alert(1)</script><img src=x onerror=alert(1)>")
    });
    files.remove(&gone);
    let broken = json!({"id": "nonsense", "post": "nonsense", "by": {}, "state": "visible", "text": "x",
        "createdAt": "2026-01-01T00:00:00Z"});
    changed(&mut files, "comments.jsonl", |text| {
        format!("{text}not json\n{broken}\n{{}}\n")
    });
    changed(&mut files, "redirects.csv", |text| {
        format!(
            "{text}/api/blogs,/x,301\n/a,javascript:alert(1),301\n/b,,301\n\"/c,/d,301\n/e,/blog/post-3,301\n"
        )
    });
    let weak = json!({"kind": "member", "id": "0198c0de-0000-7000-8000-000000000000", "username": "mallory",
        "role": "owner", "createdAt": "2026-01-01T00:00:00Z"});
    let costly = json!({"kind": "reader", "id": "0198c0de-0000-7000-8000-000000000001", "name": "Costly",
        "username": "costly", "createdAt": "2026-01-01T00:00:00Z", "email": "costly@example.org",
        "website": "javascript:alert(1)",
        "passwordHash": "$argon2id$v=19$m=4194304,t=100,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"});
    changed(&mut files, "people.jsonl", |text| {
        format!("{text}{weak}\n{costly}\n")
    });
    changed(&mut files, "settings.json", |_| {
        json!({"site": {"accent": "red;}", "texts": {}}, "spamRules": {"level": "none"}}).to_string()
    });
    let other = Site::new();
    let imported = Import::default().files(&other, &files);
    let posts = outcomes(&imported, "post");
    let count = |outcome| posts.iter().filter(|found| **found == outcome).count();
    // The missing file is named, and the post without it is refused.
    assert_eq!(
        (count(Outcome::New), count(Outcome::Refused)),
        (1, 4),
        "{:#?}",
        imported.items
    );
    let text = other.get("/api/blogs/post-3").await["blog"]["content"].clone();
    assert!(!text.as_str().unwrap().contains("alert"), "{text}");
    let third = imported.titled("post", "Post 3");
    let fields: Vec<&str> = third.changes.iter().map(|change| change.field).collect();
    assert_eq!(fields, ["text", "file"], "{third:#?}");
    assert_eq!(imported.totals.comments.refused, 4, "{:#?}", imported.items);
    assert_eq!(imported.totals.redirects.new, 1, "{:#?}", imported.items);
    assert_eq!(imported.titled("person", "mallory").outcome, Outcome::Refused);
    let costly = imported.titled("person", "Costly");
    let fields: Vec<&str> = costly.changes.iter().map(|change| change.field).collect();
    assert_eq!(fields, ["file", "passwordHash", "links"]);
    let bare = "select count(*) from users where name = 'Costly' and password_hash = '' and website is null";
    assert_eq!(blocking(|| database::query(other.folder(), bare)), ["1"]);
    assert_eq!(outcomes(&imported, "settings"), [Outcome::Refused; 2]);
    other.assert_counts_are_correct();
}

#[tokio::test]
async fn a_picture_is_what_its_name_says_or_is_left_out() {
    let site = full_site().await;
    let mut files = files(&export(&site, false));
    let pictures: Vec<String> = files
        .keys()
        .filter(|path| path.starts_with("posts/2026-03-01-third-slug/") && !path.contains("index"))
        .cloned()
        .collect();
    assert_eq!(pictures.len(), 3, "{pictures:?}");
    let small = pictures
        .iter()
        .find(|path| path.ends_with("-small.webp"))
        .unwrap();
    let (cover, other_picture) = (
        small.replace("-small", ""),
        pictures
            .iter()
            .find(|path| !path.contains("-small") && **path != small.replace("-small", "")),
    );
    let bytes = files[other_picture.unwrap()].clone();
    files.insert(cover.clone(), bytes);
    files.insert("site/icon-192.png".to_owned(), b"no picture".to_vec());
    let other = Site::new();
    let imported = Import::default().files(&other, &files);
    let refused = imported.items.iter().find(|item| item.source == cover).unwrap();
    assert_eq!(refused.outcome, Outcome::Refused);
    assert!(refused.changes[0].reason.contains("named"), "{refused:?}");
    let post = imported.titled("post", "With pictures");
    assert!(
        post.changes.iter().any(|change| change.field == "cover"),
        "{post:#?}"
    );
    let settings = imported
        .items
        .iter()
        .find(|item| item.kind == "settings" && item.source == "site");
    assert!(
        settings
            .unwrap()
            .changes
            .iter()
            .any(|change| change.field == "icon")
    );
}

#[tokio::test]
async fn comments_come_in_any_order() {
    let site = full_site().await;
    let exported = export(&site, false);
    let mut files = files(&exported);
    changed(&mut files, "comments.jsonl", |text| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.reverse();
        lines.join("\n")
    });
    let other = Site::new();
    Import::default().files(&other, &files);
    assert_same(&exported, &export(&other, false));
    other.assert_counts_are_correct();
    let records = records(&super::files(&exported), "comments.jsonl");
    assert!(records.len() > 30, "{}", records.len());
}

#[tokio::test]
async fn an_author_of_the_panel_cannot_smuggle_an_account_in_later() {
    // An import without accounts has made an author of the member's name; the account does not take that one's place.
    let site = Site::new();
    site.staff("ada", Role::Author);
    let exported = export(&site, true);
    let other = Site::new();
    let without = Import {
        is_by_owner: false,
        ..Import::default()
    };
    without.archive(&other, &exported);
    let again = Import::default().archive(&other, &exported);
    assert_eq!(again.titled("person", "ada").outcome, Outcome::Refused);
}
