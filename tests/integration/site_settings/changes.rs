//! Changes of the settings.

use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{PATH, change, put, settings_with};
use crate::support::accounts::assert_rejected;
use crate::support::{Site, database, run_concurrently};

#[tokio::test]
async fn administrators_alone_read_and_change_the_settings() {
    let site = Site::new();
    let mut others = vec![String::new(), site.reader("Ada").token];
    for role in [Role::Contributor, Role::Author, Role::Editor] {
        others.push(site.staff(role.name(), role).token);
    }
    for token in &others {
        let expected = if token.is_empty() { 401 } else { 403 };
        let response = put(&site, token, &settings_with(json!({"name": "Theirs"}))).await;
        assert_eq!(response.status_code(), expected);
        let read = site.request(axum::http::Method::GET, PATH, token, None).await;
        assert_eq!(read.status_code(), expected);
    }
    assert_eq!(site.get("/api/site").await["site"]["name"], "Community Blog");

    let admin = site.admin("root").token;
    let present = site.get_as(&admin, PATH).await["settings"].clone();
    let mut expected = settings_with(json!({}));
    expected["locked"] = json!([]);
    for field in ["palette", "logo", "icon"] {
        expected[field] = json!(null);
    }
    expected["newsletterDays"] = json!(["monday"]);
    assert_eq!(present, expected);

    let changes = json!({
        "name": " Bits & <Bytes> ", "accent": "#0B5D3B",
        "navigation": [{"label": " About ", "url": "/about"}, {"label": "Chat", "url": "https://chat.example.org"}],
        "announcement": {"text": " Hello ", "link": "/treasure", "until": "2026-04-01T00:00:00Z", "tone": "success"},
    });
    let stored = change(&site, &admin, changes).await;
    assert_eq!(stored["version"], 1);
    assert_eq!(stored["name"], "Bits & <Bytes>");
    assert_eq!(stored["accent"], "#0b5d3b");
    assert_eq!(
        stored["navigation"],
        json!([{"label": "About", "url": "/about"}, {"label": "Chat", "url": "https://chat.example.org/"}])
    );
    assert_eq!(
        stored["announcement"],
        json!({"text": "Hello", "link": "/treasure", "until": "2026-04-01T00:00:00.000Z", "tone": "success"})
    );
    assert_eq!(stored["palette"]["light"]["accent"], "#0b5d3b");
    assert_eq!(site.get_as(&admin, PATH).await["settings"], stored);
    let log = database::query(
        site.folder(),
        "select action || ' ' || target || ' ' || detail from audit",
    );
    assert_eq!(log, ["site.changed 1 name accent navigation announcement"]);
}

#[tokio::test]
async fn a_change_of_nothing_is_no_new_version() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let before = site.store.generation();
    put(&site, &admin, &settings_with(json!({})))
        .await
        .assert_status_ok();
    assert_eq!(site.get_as(&admin, PATH).await["settings"]["version"], 0);
    assert_eq!(site.store.generation(), before);
    assert!(database::query(site.folder(), "select action from audit").is_empty());
}

#[tokio::test]
async fn rejects_fields_out_of_bounds() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let link = |label: &str, url: &str| json!({"label": label, "url": url});
    let announcement = |field: &str, value: Value| {
        let mut announcement = json!({"text": "Hello", "link": null, "until": null, "tone": "info"});
        announcement[field] = value;
        announcement
    };
    for (field, value, expected) in [
        ("name", json!(""), "name"),
        ("name", json!("n".repeat(61)), "name"),
        ("name", json!("two\nlines"), "name"),
        ("name", json!("nul\u{0}"), "name"),
        ("name", json!(7), "name"),
        ("description", json!("d".repeat(301)), "description"),
        ("commentPolicy", json!("d".repeat(301)), "commentPolicy"),
        ("defaultAuthor", json!(" "), "defaultAuthor"),
        ("defaultAuthor", json!("d".repeat(101)), "defaultAuthor"),
        ("accent", json!("red"), "accent"),
        ("accent", json!("#fff"), "accent"),
        ("navigation", json!(vec![link("a", "/"); 9]), "navigation"),
        ("navigation", json!([link("", "/")]), "navigation.0.label"),
        (
            "navigation",
            json!([link("a", "/"), link(&"l".repeat(25), "/")]),
            "navigation.1.label",
        ),
        ("footer", json!([link("a", "//example.org")]), "footer.0.url"),
        ("footer", json!([link("a", "http://example.org")]), "footer.0.url"),
        (
            "footer",
            json!([link("a", "javascript:alert(1)")]),
            "footer.0.url",
        ),
        (
            "announcement",
            announcement("text", json!("t".repeat(201))),
            "announcement.text",
        ),
        (
            "announcement",
            announcement("link", json!("about")),
            "announcement.link",
        ),
        (
            "announcement",
            announcement("until", json!("soon")),
            "announcement.until",
        ),
        (
            "announcement",
            announcement("tone", json!("loud")),
            "announcement.tone",
        ),
    ] {
        let response = put(&site, &admin, &settings_with(json!({field: value}))).await;
        let body: Value = response.json();
        let is_named = body["errors"][expected].is_string();
        assert!(response.status_code() == 400 && is_named, "{field}: {body}");
    }
    let longest = json!({
        "name": "é".repeat(60), "description": "é".repeat(300), "commentPolicy": "é".repeat(300),
        "defaultAuthor": "é".repeat(100), "accent": "#ffffff", "navigation": vec![link(&"é".repeat(24), "/"); 8],
        "footer": vec![link(&"é".repeat(24), "/"); 8], "announcement": announcement("text", json!("é".repeat(200))),
    });
    put(&site, &admin, &settings_with(longest))
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn of_two_changes_of_the_same_settings_one_is_refused_with_the_present_ones() {
    let site = Site::new();
    let (one, other) = (site.admin("ada").token, site.admin("bo").token);
    let changes = [
        (&one, settings_with(json!({"name": "Of Ada"}))),
        (&other, settings_with(json!({"name": "Of Bo"}))),
    ];
    let responses = run_concurrently(2, |number| put(&site, changes[number].0, &changes[number].1)).await;
    let mut statuses: Vec<u16> = responses.iter().map(|one| one.status_code().as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let present = site.get_as(&one, PATH).await["settings"].clone();
    assert_eq!(present["version"], 1);
    let conflict = put(&site, &one, &settings_with(json!({"name": "Late"}))).await;
    assert_rejected(
        &conflict,
        409,
        "Somebody else has changed the settings since you opened them",
    );
    assert_eq!(conflict.json::<Value>()["settings"], present);
    assert_eq!(conflict.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_setting_of_the_environment_is_locked() {
    let site = Site::configured(&[("SITE__NAME", "Of the operator"), ("COMMENTS__POLICY", "Be kind")]);
    let admin = site.admin("root").token;
    let present = site.get_as(&admin, PATH).await["settings"].clone();
    assert_eq!(
        present["locked"],
        json!([
            {"field": "name", "variable": "BLOG_APP_SITE__NAME"},
            {"field": "commentPolicy", "variable": "BLOG_APP_COMMENTS__POLICY"},
        ])
    );
    assert_eq!(present["name"], "Of the operator");
    for field in ["name", "commentPolicy"] {
        let mut wanted = present.clone();
        wanted[field] = json!("Of the panel");
        let response = put(&site, &admin, &wanted).await;
        assert_eq!(response.status_code(), 400);
        let body: Value = response.json();
        let message = body["errors"][field].as_str().unwrap();
        assert!(message.starts_with("This is set by BLOG_APP_"), "{body}");
    }
    let changed = change(&site, &admin, json!({"description": "Of the panel"})).await;
    assert_eq!(changed["name"], "Of the operator");
    assert_eq!(changed["description"], "Of the panel");
}

#[tokio::test]
async fn shows_the_shades_of_an_accent_before_it_is_saved() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let palette = |accent: &str| format!("{PATH}/palette?accent={accent}");
    let found = site.get_as(&admin, &palette("%23ffe08a")).await["palette"].clone();
    assert_eq!(found["dark"]["accent"], "#ffe08a");
    assert_ne!(found["light"]["accent"], "#ffe08a");
    for scheme in ["light", "dark"] {
        for contrast in ["textContrast", "buttonContrast"] {
            assert!(found[scheme][contrast].as_f64().unwrap() >= 4.5, "{found}");
        }
    }
    for accent in ["", "red", "%23fff"] {
        let response = site
            .request(axum::http::Method::GET, &palette(accent), &admin, None)
            .await;
        assert_eq!(response.status_code(), 400, "{accent}");
    }
}
