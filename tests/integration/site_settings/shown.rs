//! The settings in pages, feeds, other files and mails, from the next request on.

use axum::http::Method;
use serde_json::json;

use super::{change, settings_with};
use crate::support::program::environment;
use crate::support::{Site, database, post};
use blog_app::auth::secret::SigningSecret;
use blog_app::config::{Config, Flags};
use blog_app::http::{AppState, router};
use std::sync::Arc;

async fn text(site: &Site, path: &str) -> String {
    let response = site.server.get(path).await;
    assert!(response.status_code().as_u16() < 500, "{path}");
    response.text()
}

#[tokio::test]
async fn a_change_of_the_name_is_shown_everywhere_at_the_next_request() {
    let site = Site::with_posts(&[post(1)]);
    let admin = site.admin("root").token;
    let paths = [
        "/",
        "/trending",
        "/treasure",
        "/recent",
        "/blog/post-1",
        "/blog/nothing",
        "/profile/nobody",
        "/newsletter",
        "/login",
        "/admin/dashboard",
        "/unsubscribe/nothing",
        "/feed.xml",
        "/feed/other.xml",
        "/opensearch.xml",
        "/manifest.webmanifest",
        "/nothing",
        "/api/site",
    ];
    for path in paths {
        assert!(text(&site, path).await.contains("Community"), "{path}");
    }
    for name in ["First name", "Second name"] {
        change(&site, &admin, json!({"name": name})).await;
        for path in paths {
            let shown = text(&site, path).await;
            // OpenSearch allows 16 characters.
            assert!(
                shown.contains(name) && !shown.contains("Community Blog"),
                "{path}: {shown}"
            );
        }
    }
    let home = text(&site, "/").await;
    assert!(home.contains("<title>Second name</title>"), "{home}");
    let article = text(&site, "/blog/post-1").await;
    assert!(
        article.contains("<title>Post 1 · Second name</title>"),
        "{article}"
    );

    site.register("Ada", "ada@example.org")
        .await
        .assert_status_success();
    let mail = site.last_email("ada@example.org");
    assert!(
        mail.subject.ends_with("is your code for Second name"),
        "{}",
        mail.subject
    );
    assert!(mail.text.contains("Second name") && mail.html.contains("Second name"));
}

#[tokio::test]
async fn a_picture_for_link_previews_has_the_name_of_the_site() {
    let mut without_cover = post(1);
    without_cover.as_object_mut().unwrap().remove("featuredImage");
    let site = Site::with_posts(&[without_cover]);
    let admin = site.admin("root").token;
    let picture = |page: &str| {
        let address = page.split_once("property=\"og:image\" content=\"").unwrap().1;
        address.split_once('"').unwrap().0.to_owned()
    };
    let before = picture(&text(&site, "/blog/post-1").await);
    change(&site, &admin, json!({"name": "Another"})).await;
    assert_ne!(picture(&text(&site, "/blog/post-1").await), before);
}

#[tokio::test]
async fn links_announcement_accent_and_policy_are_in_the_pages_without_scripts() {
    let site = Site::with_posts(&[post(1)]);
    let admin = site.admin("root").token;
    let before = text(&site, "/").await;
    for absent in [
        "class=\"announcement",
        "side-links",
        "<style>",
        "site-links",
        "phone-link",
    ] {
        assert!(!before.contains(absent), "{absent}");
    }
    let changes = json!({
        "accent": "#0b5d3b", "commentPolicy": "Be <kind>",
        "navigation": [{"label": "<About>", "url": "/about?a=1&b=2"}],
        "footer": [{"label": "Elsewhere", "url": "https://example.org/x"}],
        "announcement": {"text": "Meet \"us\" <soon>", "link": "https://example.org/meet", "until": null, "tone": "warning"},
    });
    change(&site, &admin, changes).await;
    for path in ["/", "/blog/post-1", "/recent", "/treasure", "/nothing"] {
        let page = text(&site, path).await;
        for present in [
            "aria-label=\"&#60;About&#62;\" href=\"/about?a=1&#38;b=2\"",
            "<a href=\"https://example.org/x\">Elsewhere</a>",
            "<aside class=\"announcement announcement-warning\" aria-label=\"Announcement\">",
            "<a href=\"https://example.org/meet\">Meet &#34;us&#34; &#60;soon&#62;</a>",
            "<style>html:root{--accent:#0b5d3b;",
        ] {
            assert!(page.contains(present), "{path} lacks {present}: {page}");
        }
    }
    assert!(text(&site, "/blog/post-1").await.contains("Be &#60;kind&#62;"));
    assert!(
        text(&site, "/manifest.webmanifest")
            .await
            .contains("\"theme_color\":\"#0b5d3b\"")
    );
    assert!(
        text(&site, "/unsubscribe/nothing")
            .await
            .contains("--accent: #0b5d3b;")
    );
    let public = site.get("/api/site").await["site"].clone();
    assert_eq!(public["announcement"]["tone"], "warning");
    assert_eq!(public["navigation"][0]["label"], "<About>");
    assert!(public["version"].is_null() && public["locked"].is_null());
}

#[tokio::test]
async fn an_announcement_ends_at_its_moment_also_in_cached_pages() {
    let site = Site::with_posts(&[post(1)]);
    let admin = site.admin("root").token;
    let announcement =
        |until: &str| json!({"text": "Only today", "link": null, "until": until, "tone": "info"});
    change(
        &site,
        &admin,
        json!({"announcement": announcement("2026-03-01T12:01:00Z")}),
    )
    .await;
    for path in ["/", "/blog/post-1", "/api/site"] {
        assert!(text(&site, path).await.contains("Only today"), "{path}");
    }
    site.clock.advance_seconds(59);
    assert!(text(&site, "/").await.contains("Only today"));
    site.clock.advance_seconds(1);
    for path in ["/", "/blog/post-1", "/api/site"] {
        assert!(!text(&site, path).await.contains("Only today"), "{path}");
    }
    let settings = site.get_as(&admin, "/api/admin/site").await["settings"].clone();
    assert_eq!(
        settings["announcement"]["text"], "Only today",
        "the panel still has it"
    );
}

#[tokio::test]
async fn posts_without_an_author_have_the_default_author() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let leaving = site.admin("leaving");
    let draft = json!({
        "title": "Orphan", "content": "<p>Text.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": "published",
    });
    site.request(Method::POST, "/api/blogs/create", &leaving.token, Some(&draft))
        .await
        .assert_status_success();
    let path = format!("/api/admin/team/{}", leaving.id);
    site.request(Method::DELETE, &path, &admin, Some(&json!({})))
        .await
        .assert_status_success();
    for (name, changes) in [
        ("Community Admins", json!({})),
        ("The editors", json!({"defaultAuthor": "The editors"})),
    ] {
        change(&site, &admin, changes).await;
        let posts = site.get("/api/blogs").await;
        assert_eq!(posts["blogs"][0]["author"]["name"], name);
        for path in ["/blog/orphan", "/feed.xml"] {
            assert!(text(&site, path).await.contains(name), "{path}");
        }
    }
}

#[tokio::test]
async fn a_site_that_starts_again_has_its_settings() {
    let site = Site::new();
    let admin = site.admin("root").token;
    change(&site, &admin, json!({"name": "Kept"})).await;
    let config = Config::load(&Flags::default(), environment(&[])).unwrap();
    let secret = SigningSecret::from_text(crate::support::SECRET);
    let state = AppState::at(
        Arc::new(site.clock.clone()),
        site.open_second_store(),
        config,
        &secret,
    );
    assert_eq!(state.site().name, "Kept");
    let again = axum_test::TestServer::new(router(state));
    assert!(again.get("/").await.text().contains("<title>Kept</title>"));
}

#[tokio::test]
async fn a_write_of_another_process_is_followed() {
    let site = Site::new();
    let admin = site.admin("root").token;
    change(&site, &admin, settings_with(json!({"name": "Ours"}))).await;
    assert!(text(&site, "/").await.contains("Ours"));
    let restored = "update settings set value = '{\"texts\":{\"name\":\"Restored\"}}' where name = 'site'";
    site.execute_elsewhere(restored).await;
    assert!(text(&site, "/").await.contains("<title>Restored</title>"));
    assert_eq!(
        database::query(site.folder(), "select count(*) from audit"),
        ["1"]
    );
}
