//! The logo and the icon: uploaded, shown from the next request on, and removed.

use axum::http::Method;
use serde_json::{Value, json};

use super::{PATH, change, put};
use crate::api::posts_admin::{data_url, png};
use crate::support::{Site, database, post};

/// The addresses under which there is an icon, with its size.
const ICONS: [(&str, u32); 5] = [
    ("/icon", 192),
    ("/icon-192.png", 192),
    ("/icon-512.png", 512),
    ("/icon-maskable-512.png", 512),
    ("/apple-touch-icon.png", 180),
];
const FEED: &str = "/feed.xml";

async fn text(site: &Site, path: &str) -> String {
    let response = site.server.get(path).await;
    response.assert_status_ok();
    response.text()
}

/// Returns the size of a PNG file.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(image::guess_format(bytes).unwrap(), image::ImageFormat::Png);
    let picture = image::load_from_memory(bytes).unwrap();
    (picture.width(), picture.height())
}

/// Sends settings with some changes, and asserts that they are refused with a message for the field.
async fn assert_refused(site: &Site, token: &str, field: &str, value: Value) {
    let mut settings = site.get_as(token, PATH).await["settings"].clone();
    settings[field] = value;
    let response = put(site, token, &settings).await;
    assert_eq!(response.status_code(), 400, "{field}");
    let body: Value = response.json();
    assert!(body["errors"][field].is_string(), "{body}");
}

#[tokio::test]
async fn a_logo_is_in_the_pages_and_the_feeds_at_the_next_request() {
    let site = Site::with_posts(&[post(1)]);
    let admin = site.admin("root").token;
    for path in ["/", "/login", "/admin/dashboard"] {
        assert!(!text(&site, path).await.contains("/media/"), "{path}");
    }
    assert!(!text(&site, FEED).await.contains("<logo>"));
    let mut logos = Vec::new();
    for (shade, width, shown) in [
        (10, 1_000, "width:96px;height:48px"),
        (20, 60, "width:60px;height:30px"),
    ] {
        let stored = change(&site, &admin, json!({"logo": data_url(&png(shade, width))})).await;
        let logo = stored["logo"].as_str().unwrap().to_owned();
        let rule = format!("background:url({logo}) 0 0/contain no-repeat");
        for path in ["/", "/blog/post-1", "/login", "/admin/dashboard", "/nothing"] {
            let page = site.server.get(path).await.text();
            assert!(page.contains(&rule) && page.contains(shown), "{path}: {page}");
        }
        for path in ["/", "/blog/post-1"] {
            let page = site.server.get(path).await.text();
            assert!(page.contains("aria-label=\"Community Blog\""), "{path}: {page}");
        }
        assert!(text(&site, FEED).await.contains(&format!("{logo}</logo>")));
        assert_eq!(site.get("/api/site").await["site"]["logo"]["url"], logo.as_str());
        let picture = site.server.get(&logo).await;
        assert_eq!(picture.header("content-type"), "image/webp");
        logos.push(logo);
    }
    let replaced = site.server.get(&logos[0]).await;
    assert_eq!(replaced.status_code(), 404, "nothing uses it any more");

    // Saving other settings, and a post, keeps it.
    let kept = change(&site, &admin, json!({"description": "Other"})).await;
    assert_eq!(kept["logo"], logos[1].as_str());
    let deleted = site
        .request(Method::DELETE, "/api/blogs/post-1", &admin, None)
        .await;
    deleted.assert_status_ok();
    assert_eq!(site.server.get(&logos[1]).await.status_code(), 200);

    let none = change(&site, &admin, json!({"logo": null})).await;
    assert_eq!(none["logo"], json!(null));
    assert!(!text(&site, "/").await.contains("/media/"));
    assert!(!text(&site, FEED).await.contains("<logo>"));
    assert_eq!(site.server.get(&logos[1]).await.status_code(), 404);
    assert_eq!(
        database::query(site.folder(), "select count(*) from media"),
        ["0"]
    );
    let log = "select detail from audit where action = 'site.changed' order by detail";
    let expected = ["description", "logo", "logo", "logo"];
    assert_eq!(database::query(site.folder(), log), expected);
}

#[tokio::test]
async fn an_icon_has_every_form_that_programs_ask_for() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let usual = text(&site, "/").await;
    assert!(
        usual.contains("<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">"),
        "{usual}"
    );
    let stored = change(&site, &admin, json!({"icon": data_url(&png(10, 800))})).await;
    let address = stored["icon"].as_str().unwrap().to_owned();
    let version = address.strip_prefix("/icon-512.png?v=").unwrap().to_owned();
    for (path, size) in ICONS {
        let response = site.server.get(path).await;
        response.assert_status_ok();
        assert_eq!(response.header("content-type"), "image/png", "{path}");
        assert_eq!(response.header("cache-control"), "no-cache", "{path}");
        assert_eq!(png_size(response.as_bytes()), (size, size), "{path}");
        let etag = response.header("etag").to_str().unwrap().to_owned();
        let known = site.server.get(path).add_header("if-none-match", etag).await;
        assert_eq!(known.status_code(), 304, "{path}");
    }
    let with_version = site.server.get(&address).await;
    assert!(
        with_version
            .header("cache-control")
            .to_str()
            .unwrap()
            .contains("immutable")
    );
    let page = text(&site, "/").await;
    for expected in [
        format!(
            "<link rel=\"icon\" href=\"/icon-192.png?v={version}\" type=\"image/png\" sizes=\"192x192\">"
        ),
        format!("<link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png?v={version}\">"),
        format!("/icon-512.png?v={version}\">"),
        "<img alt=\"\" width=\"32\" height=\"32\" src=\"/icon\">".to_owned(),
    ] {
        assert!(page.contains(&expected), "{expected} in {page}");
    }
    assert!(!page.contains("favicon.svg"), "{page}");
    let manifest: Value = site.server.get("/manifest.webmanifest").await.json();
    let icons = manifest["icons"].as_array().unwrap();
    assert_eq!(icons.len(), 3);
    for icon in icons {
        let source = icon["src"].as_str().unwrap();
        assert!(source.ends_with(&version), "{icon}");
        assert_eq!(site.server.get(source).await.status_code(), 200, "{icon}");
    }
    let small = format!("/icon-192.png?v={version}");
    for path in [FEED, "/opensearch.xml"] {
        assert!(text(&site, path).await.contains(&small), "{path}");
    }
    assert_eq!(site.get("/api/site").await["site"]["icon"], address.as_str());

    let another = change(&site, &admin, json!({"icon": data_url(&png(200, 800))})).await;
    assert_ne!(another["icon"], address.as_str());
    assert!(!text(&site, "/").await.contains(&version));

    let none = change(&site, &admin, json!({"icon": ""})).await;
    assert_eq!(none["icon"], json!(null));
    assert_eq!(text(&site, "/").await, text(&site, "/").await);
    assert!(text(&site, "/").await.contains("href=\"/favicon.svg\""));
    assert_eq!(site.get("/api/site").await["site"]["icon"], "/icon-512.png");
    assert_eq!(
        database::query(site.folder(), "select count(*) from site_icons"),
        ["0"]
    );
}

#[tokio::test]
async fn accepts_pictures_alone_and_only_those_that_are_large_enough() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let svg = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=";
    for field in ["logo", "icon"] {
        for value in [
            json!(svg),
            json!("data:text/html;base64,PGI+"),
            json!("data:image/png;base64,AAAA"),
            json!("data:image/png,AAAA"),
            json!("https://example.org/logo.png"),
            json!("/media/0123.webp"),
            json!("/icon-512.png?v=other"),
            json!("javascript:alert(1)"),
        ] {
            assert_refused(&site, &admin, field, value).await;
        }
    }
    assert_refused(&site, &admin, "icon", json!(data_url(&png(10, 300)))).await;
    assert_eq!(site.get_as(&admin, PATH).await["settings"]["version"], 0);
    assert_eq!(
        database::query(site.folder(), "select count(*) from media"),
        ["0"]
    );
}

#[tokio::test]
async fn a_refused_change_stores_no_picture() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let mut settings = site.get_as(&admin, PATH).await["settings"].clone();
    settings["logo"] = json!(data_url(&png(10, 300)));
    settings["version"] = json!(7);
    let outdated = put(&site, &admin, &settings).await;
    assert_eq!(outdated.status_code(), 409);
    settings["version"] = json!(0);
    settings["name"] = json!("");
    assert_eq!(put(&site, &admin, &settings).await.status_code(), 400);
    assert_eq!(
        database::query(site.folder(), "select count(*) from media"),
        ["0"]
    );
}

#[tokio::test]
async fn the_present_address_and_an_absent_field_keep_a_picture() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let pictures = json!({"logo": data_url(&png(10, 300)), "icon": data_url(&png(10, 800))});
    let stored = change(&site, &admin, pictures).await;
    let same = change(
        &site,
        &admin,
        json!({"logo": stored["logo"], "icon": stored["icon"]}),
    )
    .await;
    assert_eq!(same["version"], 1, "nothing has changed");
    let mut without = stored.clone();
    for field in ["logo", "icon"] {
        without.as_object_mut().unwrap().remove(field);
    }
    without["description"] = json!("Other");
    put(&site, &admin, &without).await.assert_status_ok();
    let present = site.get_as(&admin, PATH).await["settings"].clone();
    assert_eq!(
        (&present["logo"], &present["icon"]),
        (&stored["logo"], &stored["icon"])
    );
}
