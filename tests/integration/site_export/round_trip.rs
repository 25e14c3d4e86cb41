//! What leaves a site comes back: an export of the site that has imported it is the same.

use blog_app::domain::{Clock as _, UserId};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::full_site::{SETTINGS, said};
use super::{Files, Import, Imported, export, file, files, full_site, manifest, records};
use crate::support::accounts::PASSWORD;
use crate::support::corpus::ODD_STRINGS;
use crate::support::{Site, blocking, database};

/// Asserts that two exports differ in nothing but the time of the manifest.
pub fn assert_same(expected: &[u8], found: &[u8]) {
    let (mut expected, mut found) = (files(expected), files(found));
    let without_time = |files: &mut Files| {
        let mut manifest: Value = serde_json::from_slice(&files.remove("manifest.json").unwrap()).unwrap();
        manifest.as_object_mut().unwrap().remove("createdAt");
        manifest
    };
    let (of_expected, of_found) = (without_time(&mut expected), without_time(&mut found));
    let paths = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(paths(&expected), paths(&found));
    for (path, bytes) in &expected {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(
            *bytes == found[path],
            "{path}:\n{}\n{}",
            text(bytes),
            text(&found[path])
        );
    }
    assert_eq!(of_expected, of_found);
}

fn assert_nothing_refused(imported: &Imported) {
    assert_eq!(imported.totals.refused(), 0, "{:#?}", imported.items);
    let changed: Vec<_> = imported
        .items
        .iter()
        .filter(|item| !item.changes.is_empty())
        .collect();
    assert!(changed.is_empty(), "{changed:#?}");
}

#[tokio::test]
async fn an_export_of_what_was_imported_is_the_same() {
    let site = full_site().await;
    for with_accounts in [false, true] {
        let exported = export(&site, with_accounts);
        let other = Site::configured(&SETTINGS);
        other.clock.advance_seconds(1_000_000);
        assert_nothing_refused(&Import::default().archive(&other, &exported));
        let again = export(&other, with_accounts);
        assert_same(&exported, &again);
        assert_ne!(exported, again, "the manifest has another time");
        other.assert_counts_are_correct();
        // From a folder it is the same.
        let third = Site::configured(&SETTINGS);
        assert_nothing_refused(&Import::default().files(&third, &files(&exported)));
        assert_same(&exported, &export(&third, with_accounts));
    }
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn the_manifest_names_every_file_with_its_hash() {
    let site = full_site().await;
    let files = files(&export(&site, false));
    let manifest = manifest(&files);
    assert_eq!(manifest["format"], "blog-app site");
    assert_eq!(
        (&manifest["version"], &manifest["withAccounts"]),
        (&json!(1), &json!(false))
    );
    let listed = manifest["files"].as_object().unwrap();
    assert_eq!(listed.len() + 1, files.len());
    for (path, entry) in listed {
        let bytes = &files[path];
        assert_eq!(entry["size"], bytes.len(), "{path}");
        assert_eq!(entry["sha256"], hex::encode(Sha256::digest(bytes)), "{path}");
    }
    let of = |path: &str| u64::try_from(records(&files, path).len()).unwrap();
    let counts = &manifest["counts"];
    assert_eq!(counts["posts"], 2 + ODD_STRINGS.len() + 5);
    assert_eq!((&counts["pages"], &counts["redirects"]), (&json!(2), &json!(3)));
    assert_eq!(counts["comments"], of("comments.jsonl"));
    assert_eq!(counts["people"], of("people.jsonl"));
    assert_eq!(counts["tags"], of("tags.jsonl"));
    assert_eq!((&counts["series"], &counts["pictures"]), (&json!(2), &json!(4)));
    let states: std::collections::BTreeSet<String> = records(&files, "comments.jsonl")
        .iter()
        .map(|comment| comment["state"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        states.into_iter().collect::<Vec<_>>(),
        ["deleted", "held", "removed", "visible"]
    );
    assert!(!String::from_utf8_lossy(&files["comments.jsonl"]).contains("DELETED-TEXT"));
}

#[tokio::test]
async fn texts_are_exported_as_they_are_stored_with_their_pictures() {
    let site = full_site().await;
    let files = files(&export(&site, false));
    let stored = site.get("/api/blogs/third-slug").await["blog"].clone();
    let html = file(&files, "posts/2026-03-01-third-slug/", "index.html");
    assert_eq!(str::from_utf8(html).unwrap(), stored["content"].as_str().unwrap());
    let markdown = str::from_utf8(file(&files, "posts/2026-03-01-third-slug/", "index.md")).unwrap();
    let (_, rest) = markdown.split_once("title: \"With pictures\"\n").unwrap();
    assert!(
        rest.contains("slug: \"third-slug\"\nformerSlugs: [\"second-slug\",\"with-pictures\"]\n"),
        "{rest}"
    );
    assert!(rest.contains("commentsOpen: false\n") && rest.contains("featured: true\n"));
    // The pictures are those beside it, which it shows.
    let cover = stored["featuredImage"]
        .as_str()
        .unwrap()
        .strip_prefix("/media/")
        .unwrap();
    assert!(rest.contains(&format!("cover: \"{cover}\"\n")), "{rest}");
    assert!(rest.contains(&format!("![A]({cover})")), "{rest}");
    let small = cover.replace(".webp", "-small.webp");
    for (name, width) in [(cover, 900), (small.as_str(), 480)] {
        let picture =
            image::load_from_memory(&files[&format!("posts/2026-03-01-third-slug/{name}")]).unwrap();
        assert_eq!(picture.width(), width);
    }
    assert!(
        str::from_utf8(&files["pages/about/index.html"])
            .unwrap()
            .starts_with("<p>What we do.")
    );
    assert_eq!(
        str::from_utf8(&files["redirects.csv"]).unwrap().lines().next(),
        Some("path,target,status")
    );
}

#[tokio::test]
async fn tags_series_and_authors_are_exported_with_their_pages() {
    let site = full_site().await;
    let files = files(&export(&site, false));
    let tags = records(&files, "tags.jsonl");
    let found = |key: &str| tags.iter().find(|tag| tag["key"] == key).unwrap().clone();
    let (sample, lost) = (found("sample"), found("lost"));
    let cover = sample["cover"].as_str().unwrap();
    assert_eq!(
        sample,
        json!({
            "key": "sample", "posts": sample["posts"], "name": "Sample", "slug": "samples", "formerSlugs": ["sample"],
            "description": "All & \"everything\"", "cover": cover,
        })
    );
    assert!(sample["posts"].as_u64().unwrap() > 1);
    assert_eq!((&lost["posts"], &lost["cover"]), (&json!(0), &Value::Null));
    for (name, width) in [
        (cover.to_owned(), 900),
        (cover.replace(".webp", "-small.webp"), 480),
    ] {
        let picture = image::load_from_memory(&files[&format!("tags/{name}")]).unwrap();
        assert_eq!(picture.width(), width);
    }
    let series = records(&files, "series.jsonl");
    let titles: Vec<_> = series
        .iter()
        .map(|series| series["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["Parts & \"more\"", "Of nobody"]);
    let posts = ["post-2", "third-slug", "post-1"].map(|slug| site.post_id(slug).to_string());
    assert_eq!(series[0]["posts"], json!(posts));
    assert_eq!(
        (&series[0]["slug"], &series[0]["formerSlugs"]),
        (&json!("all-parts"), &json!(["parts"]))
    );
    assert_eq!(
        (&series[0]["author"]["name"], &series[1]["author"]),
        (&json!("root"), &Value::Null)
    );
    let people = records(&files, "people.jsonl");
    let page = |name: &str| {
        let person = people.iter().find(|person| person["username"] == name);
        person.unwrap()["page"].clone()
    };
    assert_eq!(page("root")["formerSlugs"], json!(["ruth"]));
    assert_eq!(
        page("Grace 👩‍💻"),
        json!({
            "slug": page("Grace 👩‍💻")["slug"], "formerSlugs": [], "bio": "Writes\n\"compilers\" 👩‍💻",
            "website": "https://grace.example", "github": null, "linkedin": null, "x": "https://x.com/grace",
        })
    );
}

#[tokio::test]
async fn a_moved_site_looks_as_it_did() {
    let site = full_site().await;
    let other = Site::configured(&SETTINGS);
    Import::default().archive(&other, &export(&site, true));
    let without_views = |mut page: Value| {
        page["blog"]["views"] = Value::Null;
        page
    };
    for path in [
        "/api/blogs/third-slug",
        "/api/blogs/post-2",
        "/api/site",
        "/api/pages/about",
    ] {
        let (before, after) = (site.get(path).await, other.get(path).await);
        assert_eq!(without_views(before), without_views(after), "{path}");
    }
    for (path, field) in [
        ("/api/tags/sample", "tag"),
        ("/api/series/parts", "series"),
        ("/api/authors/ruth", "author"),
    ] {
        let (before, after) = (site.get(path).await, other.get(path).await);
        assert!(before[field].is_object(), "{path}: {before}");
        assert_eq!(before[field], after[field], "{path}");
    }
    let threads = "/api/blogs/post-1/comments?view=threads&limit=100";
    assert_eq!(site.get(threads).await, other.get(threads).await);
    // Old slugs, redirects and pictures lead where they did.
    for path in [
        "/blog/with-pictures",
        "/old/path",
        "/gone",
        "/icon-192.png",
        "/api/blogs/second-slug",
        "/tag/sample",
        "/series/parts",
        "/author/ruth",
    ] {
        let (before, after) = (site.server.get(path).await, other.server.get(path).await);
        assert_eq!(before.status_code(), after.status_code(), "{path}");
        assert_eq!(
            before.maybe_header("location"),
            after.maybe_header("location"),
            "{path}"
        );
        assert_eq!(before.as_bytes(), after.as_bytes(), "{path}");
    }
    let found = other.slugs("/api/blogs?page=1&search=Everything", "blogs").await;
    assert!(found.is_empty(), "pages are no posts: {found:?}");
    assert_eq!(
        other.slugs("/api/blogs?page=1&search=pictures", "blogs").await,
        ["third-slug"]
    );
    other.publish_due();
    assert_eq!(other.server.get("/blog/planned").await.status_code(), 404);
    other.clock.advance_seconds(100 * 24 * 3_600);
    other.publish_due();
    assert_eq!(other.server.get("/blog/planned").await.status_code(), 200);
}

#[tokio::test]
async fn people_sign_in_where_their_accounts_were_moved_and_nowhere_else() {
    let site = full_site().await;
    let login = json!({"email": "bo@example.org", "password": PASSWORD});
    let staff_login = json!({"email": "root@example.org", "password": PASSWORD});
    let moved = Site::configured(&SETTINGS);
    Import::default().archive(&moved, &export(&site, true));
    moved
        .post("/api/auth/login", login.clone())
        .await
        .assert_status_ok();
    let signed_in = moved.post("/api/admin/login", staff_login.clone()).await;
    signed_in.assert_status_ok();
    assert_eq!(signed_in.json::<Value>()["admin"]["role"], "admin");
    let banned = json!({"email": "banned@example.org", "password": PASSWORD});
    assert_eq!(moved.post("/api/auth/login", banned).await.status_code(), 403);

    let without = Site::configured(&SETTINGS);
    Import::default().archive(&without, &export(&site, false));
    assert_eq!(without.post("/api/auth/login", login).await.status_code(), 401);
    assert_eq!(
        without.post("/api/admin/login", staff_login).await.status_code(),
        401
    );
    // Nobody can sign in, so the first administrator can still be made.
    assert!(
        blocking(|| without
            .store
            .read_blocking(|tx| { blog_app::store::admins::has_admin(tx).map(|has_admin| !has_admin) }))
        .unwrap()
    );
    // Nobody sees the addresses that stand for those which did not come along, and no mail goes there.
    let root = without.admin("new-root").token;
    for path in [
        "/api/users?page=1&limit=100",
        "/api/admin/team?page=1&limit=100",
        "/api/admin/users?limit=100",
    ] {
        let text = without.get_as(&root, path).await.to_string();
        assert!(!text.contains("moved.invalid"), "{path}: {text}");
    }
    let reader = without.reader("New");
    let comment = without
        .get("/api/blogs/post-1/comments?view=threads&limit=100")
        .await["comments"]
        .as_array()
        .unwrap()
        .iter()
        .find(|comment| comment["content"].as_str().unwrap().starts_with("First"))
        .unwrap()["_id"]
        .clone();
    said(&without, "post-1", &reader.token, comment.as_str(), "Hello Ada").await;
    without.clock.advance_seconds(3_600);
    let clock = without.clock.clone();
    let written = without
        .notice_mails
        .write_due(&without.store, || clock.now(), || true);
    written.await.unwrap();
    assert!(without.queued_emails().is_empty());
}

#[tokio::test]
async fn ids_stay_so_that_a_later_export_can_be_compared() {
    let site = full_site().await;
    let ids = |site: &Site, table: &str| {
        let sql = format!("select id from {table} order by id");
        blocking(|| database::query(site.folder(), &sql))
    };
    let other = Site::configured(&SETTINGS);
    Import::default().archive(&other, &export(&site, false));
    for table in [
        "posts",
        "comments",
        "static_pages",
        "users",
        "admins",
        "authors",
        "series",
    ] {
        assert_eq!(ids(&site, table), ids(&other, table), "{table}");
    }
    let reader = ids(&site, "users").into_iter().find_map(|id| UserId::parse(&id));
    assert!(reader.is_some());
}
