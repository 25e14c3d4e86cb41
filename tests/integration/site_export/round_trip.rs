//! What leaves a site comes back: an export of the site that has imported it is the same.

use axum::http::Method;
use blog_app::domain::{AdminId, Clock as _, Role, UserId};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{Files, Import, Imported, export, file, files, manifest, records};
use crate::api::posts_admin::{data_url, png, post_body_with};
use crate::site_settings;
use crate::support::accounts::{Account, PASSWORD};
use crate::support::corpus::ODD_STRINGS;
use crate::support::{Site, blocking, database, post, post_with_changes};

const SETTINGS: [(&str, &str); 2] = [("RATE_LIMIT__ENABLED", "false"), ("AUTH__TOKEN_HOURS", "10000")];
pub const PAGE_TEXT: &str = "<p>What we do. <b>Everything.</b></p>";

async fn sent(site: &Site, method: Method, path: &str, token: &str, body: Value) -> Value {
    let response = site.request(method, path, token, Some(&body)).await;
    assert!(response.status_code().is_success(), "{path}: {}", response.text());
    response.json()
}

/// Adds a comment a minute after the last one, and returns its id.
async fn said(site: &Site, slug: &str, token: &str, parent: Option<&str>, text: &str) -> String {
    site.clock.advance_seconds(60);
    let body = json!({"content": text, "parentId": parent});
    let path = format!("/api/blogs/{slug}/comments");
    let said = sent(site, Method::POST, &path, token, body).await;
    said["comment"]["_id"].as_str().unwrap().to_owned()
}

/// A site with something of everything.
pub async fn full_site() -> Site {
    let site = Site::configured(&SETTINGS);
    let root = site.admin("root");
    let colleague = site.staff("Grace 👩‍💻", Role::Author);
    site.import(&odd_posts());
    texts(&site, &root, &colleague).await;
    people(&site).await;
    comments(&site, &root).await;
    settings(&site, &root.token).await;
    site
}

/// Posts whose titles, tags and texts are known to break programs.
fn odd_posts() -> Vec<Value> {
    let odd = (10..).zip(ODD_STRINGS).map(|(number, string)| {
        let escaped = string.replace('&', "&amp;").replace('<', "&lt;");
        post_with_changes(
            number,
            json!({
                "title": string, "tags": [string.chars().take(20).collect::<String>(), "  two  words "],
                "author": format!("Ada {number}"),
                "contentHtml": format!("<p>{escaped}</p><pre><code>{escaped}</code></pre>"),
            }),
        )
    });
    let long = "ü".repeat(200);
    let others = [
        post(1),
        post_with_changes(
            2,
            json!({"title": long, "contentHtml": "<table><tbody><tr><td>1</td></tr></tbody></table>"}),
        ),
    ];
    others.into_iter().chain(odd).collect()
}

async fn texts(site: &Site, root: &Account<AdminId>, colleague: &Account<AdminId>) {
    let picture = data_url(&png(10, 900));
    let body = post_body_with(json!({
        "title": "With pictures", "featuredImage": picture,
        "content": format!("<p>One <img src=\"{picture}\" alt=\"A\"> two <img src=\"{}\"></p>", data_url(&png(20, 60))),
        "canonicalUrl": "https://elsewhere.example/first", "commentsClosed": true,
    }));
    let shown = sent(site, Method::POST, "/api/blogs/create", &root.token, body).await["blog"].clone();
    let id = shown["_id"].as_str().unwrap();
    for slug in ["second-slug", "third-slug"] {
        let body = post_body_with(
            json!({"title": "With pictures", "slug": slug, "content": shown["content"],
            "featuredImage": {}, "commentsClosed": true, "canonicalUrl": "https://elsewhere.example/first"}),
        );
        sent(
            site,
            Method::PUT,
            &format!("/api/blogs/update/{id}"),
            &root.token,
            body,
        )
        .await;
    }
    let authors = json!({"authors": [colleague.id.to_string(), root.id.to_string()]});
    sent(
        site,
        Method::PUT,
        &format!("/api/blogs/{id}/authors"),
        &root.token,
        authors,
    )
    .await;
    sent(
        site,
        Method::PATCH,
        &format!("/api/blogs/{id}"),
        &root.token,
        json!({"isFeatured": true}),
    )
    .await;
    let draft = json!({"title": "A draft", "status": "draft"});
    sent(
        site,
        Method::POST,
        "/api/blogs/create",
        &root.token,
        post_body_with(draft),
    )
    .await;
    let planned = json!({"title": "Planned", "status": "draft", "publishAt": "2026-06-01T10:00:00Z"});
    sent(
        site,
        Method::POST,
        "/api/blogs/create",
        &root.token,
        post_body_with(planned),
    )
    .await;
    let submitter = site.staff("carl", Role::Contributor).token;
    let body = post_body_with(json!({"title": "Submitted", "status": "draft"}));
    let submitted = sent(site, Method::POST, "/api/blogs/create", &submitter, body).await;
    let path = format!("/api/blogs/{}/submit", submitted["blog"]["_id"].as_str().unwrap());
    sent(site, Method::POST, &path, &submitter, json!({"note": ""})).await;
    // Nobody is its author any more.
    let leaving = site.staff("leaving", Role::Author);
    let body = post_body_with(json!({"title": "Left behind"}));
    sent(site, Method::POST, "/api/blogs/create", &leaving.token, body).await;
    let path = format!("/api/admin/team/{}", leaving.id);
    sent(site, Method::DELETE, &path, &root.token, json!({})).await;
    let about = json!({
        "title": "About us & \"them\"", "slug": "about", "description": "Who we are", "status": "published",
        "content": format!("{PAGE_TEXT}<p><img src=\"{}\"></p>", data_url(&png(30, 500))),
    });
    sent(site, Method::POST, "/api/admin/pages", &root.token, about).await;
    let rules = json!({"title": "Rules", "description": "", "status": "draft", "content": "<p>Be kind.</p>"});
    sent(site, Method::POST, "/api/admin/pages", &root.token, rules).await;
    for redirect in [
        json!({"path": "/old/path", "target": "/blog/post-1", "status": 301}),
        json!({"path": "/søk?a=\"b\",c", "target": "https://example.org/x,y", "status": 302}),
        json!({"path": "/gone", "status": 410}),
    ] {
        sent(site, Method::POST, "/api/admin/redirects", &root.token, redirect).await;
    }
}

async fn people(site: &Site) {
    let profile = site.reader("Pia \"the\" First");
    let path = format!("/api/users/{}/profile", profile.id);
    let body = json!({"name": "Pia & \"Co\"", "bio": "Line one\n</script> 👍🏽", "hideEmail": true,
        "socialLinks": {"website": "https://pia.example", "github": "", "linkedin": "", "x": "https://x.com/pia"}});
    sent(site, Method::PATCH, &path, &profile.token, body).await;
    let banned = site.reader("Banned");
    site.ban(banned.id, "Spam, \"a lot\"");
    let silenced = site.reader("Silenced");
    let provider = site.reader("By provider");
    let sql = format!(
        "update users set silenced_until = 1900000000000, is_trusted = 1 where id = '{}';
         update users set password_hash = '' where id = '{}'",
        silenced.id, provider.id
    );
    site.execute_elsewhere(&sql).await;
}

/// Comments of every state.
async fn comments(site: &Site, root: &Account<AdminId>) {
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let first = said(site, "post-1", &ada.token, None, "First **words**\n> quoted 👩‍👩‍👧‍👦").await;
    let reply = said(site, "post-1", &bo.token, Some(&first), "A reply").await;
    let mut deepest = reply.clone();
    for depth in 2..23 {
        deepest = said(
            site,
            "post-1",
            &ada.token,
            Some(&deepest),
            &format!("Depth {depth}"),
        )
        .await;
    }
    let edit = json!({"content": "A better reply"});
    sent(
        site,
        Method::PATCH,
        &format!("/api/blogs/comments/{reply}"),
        &bo.token,
        edit,
    )
    .await;
    // A tombstone, since it has a reply.
    let deleted = said(site, "post-1", &bo.token, None, "DELETED-TEXT").await;
    said(site, "post-1", &ada.token, Some(&deleted), "Still here").await;
    let path = format!("/api/blogs/comments/{deleted}");
    sent(site, Method::DELETE, &path, &bo.token, json!({})).await;
    let removed = said(site, "post-1", &bo.token, None, "Removed by a moderator").await;
    let body = json!({"ids": [removed], "action": "remove"});
    sent(
        site,
        Method::POST,
        "/api/admin/comments/moderate",
        &root.token,
        body,
    )
    .await;
    let body = json!({"content": "By the staff", "parentId": first});
    sent(
        site,
        Method::POST,
        "/api/admin/blogs/post-1/comments",
        &root.token,
        body,
    )
    .await;
    for string in ODD_STRINGS {
        said(site, "post-2", &ada.token, None, string).await;
    }
    let mut rules = site.get_as(&root.token, "/api/admin/spam-rules").await["rules"].clone();
    rules["holdWords"] = json!(["casino*", "“quoted”"]);
    rules["version"] = json!(0);
    sent(site, Method::PUT, "/api/admin/spam-rules", &root.token, rules).await;
    said(site, "post-1", &bo.token, None, "A casino for you").await;
    let gone = site.reader("Gone");
    said(site, "post-1", &gone.token, None, "Of an account that is gone").await;
    let path = format!("/api/users/{}", gone.id);
    sent(
        site,
        Method::DELETE,
        &path,
        &gone.token,
        json!({"password": PASSWORD}),
    )
    .await;
    let imported = said(site, "post-1", &bo.token, None, "From another system").await;
    let sql =
        format!("update comments set user_id = null, imported_name = 'Zoë <b>' where id = '{imported}'");
    site.execute_elsewhere(&sql).await;
}

async fn settings(site: &Site, token: &str) {
    let changes = json!({
        "name": "Our \"Site\" 🚀", "accent": "#1d4ed8", "logo": data_url(&png(40, 1_000)), "icon": data_url(&png(50, 800)),
        "navigation": [{"label": "Code", "url": "https://example.org/code"}],
        "announcement": {"text": "Hello & welcome", "link": "/about", "until": "2030-01-01T00:00:00Z", "tone": "info"},
        "newsletterDays": ["monday", "friday"],
    });
    site_settings::change(site, token, changes).await;
}

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
    assert_eq!(counts["pictures"], 3);
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
    assert!(files["series.jsonl"].is_empty());
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
    let threads = "/api/blogs/post-1/comments?view=threads&limit=100";
    assert_eq!(site.get(threads).await, other.get(threads).await);
    // Old slugs, redirects and pictures lead where they did.
    for path in [
        "/blog/with-pictures",
        "/old/path",
        "/gone",
        "/icon-192.png",
        "/api/blogs/second-slug",
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
    for table in ["posts", "comments", "static_pages", "users", "admins", "authors"] {
        assert_eq!(ids(&site, table), ids(&other, table), "{table}");
    }
    let reader = ids(&site, "users").into_iter().find_map(|id| UserId::parse(&id));
    assert!(reader.is_some());
}
