//! Texts that are not saved yet.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Writer, content, pictures, status_of, with};
use crate::api::posts_admin::{data_url, png, post_body_with};
use crate::support::accounts::assert_rejected;
use crate::support::{Site, database};

const NEW: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";

/// Returns a key for a new post.
fn key(number: usize) -> String {
    format!("67e55044-10b1-426f-9247-{number:012}")
}

#[tokio::test]
async fn keeps_any_part_of_a_form_until_it_is_discarded() {
    let site = Site::new();
    let cleo = Writer::new(&site, "cleo", Role::Contributor);
    let empty = cleo.autosaved(NEW, json!({})).await;
    assert_eq!(
        empty,
        json!({"success": true, "autosave": {
            "key": NEW, "blog": null, "baseRevision": 0, "title": "", "savedAt": "2026-03-01T12:00:00.000Z",
        }})
    );
    site.clock.advance_seconds(10);
    let body = json!({
        "title": " Not yet", "content": "<p onclick=\"x()\">Words</p>", "category": "no category", "tags": ["", "a"],
        "featuredImage": "not an address", "slug": "Not a slug", "canonicalUrl": "http:", "commentsClosed": true,
        "announce": false, "baseRevision": 0,
    });
    let autosaved = cleo.autosaved(NEW, body).await;
    assert_eq!(
        (&autosaved["content"], &autosaved["featuredImage"]),
        (&Value::Null, &Value::Null),
        "nothing was replaced"
    );
    let path = format!("/api/admin/autosaves/{NEW}");
    assert_eq!(
        cleo.get(&path).await["autosave"],
        json!({
            "key": NEW, "blog": null, "baseRevision": 0, "title": " Not yet", "savedAt": "2026-03-01T12:00:10.000Z",
            "content": "<p>Words</p>", "category": "no category", "tags": ["", "a"],
            "featuredImage": "not an address", "slug": "Not a slug", "canonicalUrl": "http:", "commentsClosed": true,
            "announce": false, "isOutdated": false,
        })
    );
    // What is not sent is not kept.
    cleo.autosaved(NEW, json!({"title": "Other"})).await;
    assert_eq!(cleo.get(&path).await["autosave"]["content"], Value::Null);
    for _ in 0..2 {
        cleo.send(Method::DELETE, &path, None).await.assert_status_ok();
        assert_eq!(cleo.send(Method::GET, &path, None).await.status_code(), 404);
    }
    assert_eq!(
        database::query(site.folder(), "select action from audit"),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn lists_the_newest_first() {
    let site = Site::new();
    let ann = Writer::new(&site, "ann", Role::Author);
    for number in [1, 2, 3, 1] {
        site.clock.advance_seconds(1);
        ann.autosaved(&key(number), json!({"title": format!("Number {number}")}))
            .await;
    }
    let list = ann.get("/api/admin/autosaves").await;
    let titles: Vec<&Value> = list["autosaves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|autosave| &autosave["title"])
        .collect();
    assert_eq!(titles, ["Number 1", "Number 3", "Number 2"]);
    assert_eq!(list["autosaves"][0].as_object().unwrap().len(), 5);
}

#[tokio::test]
async fn refuses_a_fifty_first_but_changes_the_fifty() {
    let site = Site::new();
    let (ann, bo) = (
        Writer::new(&site, "ann", Role::Author),
        Writer::new(&site, "bo", Role::Author),
    );
    for number in 0..50 {
        ann.autosaved(&key(number), json!({})).await;
    }
    let refused = ann.autosave(&key(50), json!({})).await;
    assert_rejected(
        &refused,
        409,
        "You have 50 unsaved texts. Save or discard one of them first.",
    );
    assert_eq!(refused.json::<Value>()["code"], "too_many_autosaves");
    ann.autosaved(&key(49), json!({"title": "Changed"})).await;
    bo.autosaved(&key(50), json!({})).await;
    let path = format!("/api/admin/autosaves/{}", key(0));
    ann.send(Method::DELETE, &path, None).await.assert_status_ok();
    ann.autosaved(&key(50), json!({})).await;
    assert_eq!(
        ann.get("/api/admin/autosaves").await["autosaves"]
            .as_array()
            .unwrap()
            .len(),
        50
    );
}

#[tokio::test]
async fn readers_see_nothing_of_an_autosave_of_a_published_post() {
    let site = Site::new();
    let ann = Writer::new(&site, "ann", Role::Author);
    let id = ann.create(with(content("before"), json!({"slug": "mine"}))).await;
    let addresses = [
        "/api/blogs/mine?fields=reading",
        "/api/blogs",
        "/api/blogs/public?fields=content",
        "/api/blogs?search=secret",
        "/blog/mine",
        "/blog/mine.md",
        "/",
        "/feed.xml",
        "/sitemap.xml",
    ];
    let read = async || {
        let mut texts = Vec::new();
        for address in addresses {
            texts.push(site.server.get(address).await.text());
        }
        texts
    };
    let before = read().await;
    site.clock.advance_seconds(600);
    let body = json!({"title": "Secret", "content": "<p>A secret</p>", "slug": "secret", "baseRevision": 1});
    ann.autosaved(&id, body).await;
    assert_eq!(read().await, before);
    assert_eq!(ann.open(&id).await["content"], "<p>before</p>");
    assert_eq!(ann.revisions(&id).await.len(), 1);
}

#[tokio::test]
async fn knows_its_post_and_whether_that_has_changed_since() {
    let site = Site::new();
    let (ann, edith) = (
        Writer::new(&site, "ann", Role::Author),
        Writer::new(&site, "edith", Role::Editor),
    );
    let id = ann.create(content("one")).await;
    let other = ann.create(content("other")).await;
    let by_key = ann.autosaved(&id, json!({"baseRevision": 1})).await;
    assert_eq!(by_key["autosave"]["blog"], json!(id));
    let by_field = ann
        .autosaved(NEW, json!({"blog": other, "baseRevision": 1}))
        .await;
    assert_eq!(by_field["autosave"]["blog"], json!(other));
    ann.autosaved(&id, json!({"blog": id, "baseRevision": 1})).await;
    let contradiction = ann.autosave(&id, json!({ "blog": other })).await;
    assert_eq!(contradiction.status_code(), 400);
    let unknown = ann.autosave(&key(1), json!({"blog": key(2)})).await;
    assert_rejected(&unknown, 404, "Blog not found");
    assert_eq!(ann.autosave("new", json!({})).await.status_code(), 404);

    let path = format!("/api/admin/autosaves/{id}");
    assert_eq!(ann.get(&path).await["autosave"]["isOutdated"], false);
    edith.save(&id, content("two")).await;
    assert_eq!(ann.get(&path).await["autosave"]["isOutdated"], true);
    // It is gone with the next save of its author, and only then.
    ann.save(&id, content("three")).await;
    assert_eq!(ann.send(Method::GET, &path, None).await.status_code(), 404);
    ann.save(&other, content("four")).await;
    assert_eq!(ann.get("/api/admin/autosaves").await["autosaves"], json!([]));
}

#[tokio::test]
async fn a_conflict_leaves_the_autosave() {
    let site = Site::new();
    let ann = Writer::new(&site, "ann", Role::Author);
    let id = ann.create(content("one")).await;
    ann.save(&id, content("two")).await;
    ann.autosaved(&id, content("mine")).await;
    let refused = ann
        .update(&id, with(content("mine"), json!({"revision": 1})))
        .await;
    assert_eq!(refused.status_code(), 409);
    let path = format!("/api/admin/autosaves/{id}");
    assert_eq!(ann.get(&path).await["autosave"]["content"], "<p>mine</p>");
}

#[tokio::test]
async fn the_post_names_the_others_who_are_writing() {
    let site = Site::new();
    let (ann, edith) = (
        Writer::new(&site, "ann", Role::Author),
        Writer::new(&site, "edith", Role::Editor),
    );
    let id = ann.create(content("one")).await;
    assert_eq!(ann.open(&id).await["editors"], json!([]));
    for writer in [&edith, &ann] {
        writer.autosaved(&id, content("two")).await;
    }
    let expected = json!([{
        "id": edith.account.id.to_string(), "username": "edith", "savedAt": "2026-03-01T12:00:00.000Z",
    }]);
    assert_eq!(ann.open(&id).await["editors"], expected);
    site.clock.advance_seconds(60);
    assert_eq!(ann.open(&id).await["editors"], expected);
    site.clock.advance_seconds(1);
    assert_eq!(ann.open(&id).await["editors"], json!([]));
    let list = ann.get("/api/blogs/admin/blogs").await;
    assert_eq!(list["blogs"][0]["editors"], Value::Null);
}

#[tokio::test]
async fn stores_embedded_pictures_until_it_is_discarded() {
    let site = Site::new();
    let ann = Writer::new(&site, "ann", Role::Author);
    let html = format!("<p><img src=\"{}\" alt=\"a\"></p>", data_url(&png(4, 40)));
    let body = json!({"content": html, "featuredImage": data_url(&png(5, 900))});
    let autosaved = ann.autosaved(NEW, body).await;
    let text = super::text(&autosaved["content"]);
    let cover = super::text(&autosaved["featuredImage"]);
    assert!(
        !text.contains("data:") && cover.starts_with("/media/"),
        "{autosaved}"
    );
    let shown = [pictures(&text), vec![cover.clone()]].concat();
    assert_eq!(shown.len(), 2);
    let unsaved = json!({"content": text, "featuredImage": cover});
    for _ in 0..2 {
        // The pictures have their addresses now.
        let again = ann.autosaved(NEW, unsaved.clone()).await;
        assert_eq!(
            (&again["content"], &again["featuredImage"]),
            (&Value::Null, &Value::Null)
        );
        for address in &shown {
            assert_eq!(status_of(&site, address).await, 200, "{address}");
        }
    }
    // A post is saved with these addresses, its cover too.
    let id = ann.create(unsaved).await;
    let path = format!("/api/admin/autosaves/{NEW}");
    ann.send(Method::DELETE, &path, None).await.assert_status_ok();
    let saved = ann.open(&id).await;
    assert_eq!(
        (&saved["content"], &saved["featuredImage"]),
        (&json!(text), &json!(cover))
    );
    assert!(saved["featuredImageSmall"].is_string(), "{saved}");
    for address in &shown {
        assert_eq!(status_of(&site, address).await, 200, "{address}");
    }

    let picture = format!("<p><img src=\"{}\"></p>", data_url(&png(6, 40)));
    let other = ann.autosaved(NEW, json!({ "content": picture })).await;
    let address = &pictures(&super::text(&other["content"]))[0];
    assert_eq!(status_of(&site, address).await, 200);
    ann.autosaved(NEW, content("without it")).await;
    assert_eq!(status_of(&site, address).await, 404);
}

#[tokio::test]
async fn a_cover_of_an_unknown_picture_is_refused() {
    let site = Site::new();
    let ann = Writer::new(&site, "ann", Role::Author);
    let unknown = format!("/media/{:064}.webp", 7);
    let body = post_body_with(json!({ "featuredImage": unknown }));
    let refused = ann.send(Method::POST, "/api/blogs/create", Some(body)).await;
    assert_rejected(
        &refused,
        400,
        "The featured image must be an http or https address",
    );
}

#[tokio::test]
async fn refuses_fields_of_the_wrong_type_or_length() {
    let site = Site::new();
    let ann = Writer::new(&site, "ann", Role::Author);
    let half = "x".repeat(512 << 10);
    for (field, body) in [
        ("title", json!({"title": 1})),
        ("content", json!({"content": ["<p>"]})),
        ("tags", json!({"tags": "a"})),
        ("baseRevision", json!({"baseRevision": "1"})),
        ("baseRevision", json!({"baseRevision": -1})),
        ("slug", json!({"slug": {}})),
        ("title", json!({"title": "a\u{0}"})),
        ("tags", json!({"tags": ["a\u{0}"]})),
        ("content", json!({"content": "a\u{0}"})),
        ("content", json!({"content": half, "title": half, "slug": "x"})),
        (
            "content",
            json!({"content": "<img src=\"data:image/png;base64,AAAA\">"}),
        ),
        (
            "featuredImage",
            json!({"featuredImage": "data:image/png;base64,AAAA"}),
        ),
    ] {
        let refused = ann.autosave(NEW, body).await;
        assert_eq!(refused.status_code(), 400, "{field}: {}", refused.text());
        let errors = refused.json::<Value>()["errors"].clone();
        assert!(
            errors
                .as_object()
                .unwrap()
                .keys()
                .any(|key| key.starts_with(field)),
            "{field}: {errors}"
        );
    }
    // As long as it may be, with a picture beside.
    let whole = format!(
        "<p>{}<img src=\"{}\"></p>",
        "x".repeat(1_048_000),
        data_url(&png(1, 900))
    );
    ann.autosaved(NEW, json!({ "content": whole })).await;
}
