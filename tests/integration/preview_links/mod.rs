//! The links by which anybody may read a draft.

mod program;
mod roles;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::actions::clean_up;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};

use crate::support::{Site, database, post};

const DAY_SECONDS: i64 = 86_400;
/// For tests that let days pass.
const LONG_SESSIONS: (&str, &str) = ("AUTH__TOKEN_HOURS", "1000");
/// The headers that keep a link secret, on pages and on responses of the API.
const HIDING: [(&str, &str); 3] = [
    ("cache-control", "no-store"),
    ("referrer-policy", "no-referrer"),
    ("x-robots-tag", "noindex"),
];

fn draft(title: &str, status: &str) -> Value {
    json!({
        "title": title, "content": format!("<h2>About it</h2><p>The secret of {title}.</p>"),
        "category": "System Design", "tags": ["plans"],
        "featuredImage": "https://example.org/cover.png", "status": status,
    })
}

async fn create(site: &Site, token: &str, title: &str) {
    let body = draft(title, "draft");
    let response = site
        .request(Method::POST, "/api/blogs/create", token, Some(&body))
        .await;
    assert_eq!(response.status_code(), 201, "{}", response.text());
}

async fn save(site: &Site, token: &str, slug: &str, body: &Value) {
    let path = format!("/api/blogs/update/{slug}");
    let response = site.request(Method::PUT, &path, token, Some(body)).await;
    response.assert_status_ok();
}

async fn send(site: &Site, method: Method, token: &str, slug: &str, body: Option<Value>) -> TestResponse {
    let path = format!("/api/blogs/{slug}/preview-link");
    site.request(method, &path, token, body.as_ref()).await
}

/// Makes a link, and returns its token.
async fn link(site: &Site, token: &str, slug: &str, days: i64) -> String {
    let made = send(site, Method::POST, token, slug, Some(json!({"days": days}))).await;
    assert_eq!(made.status_code(), 201, "{}", made.text());
    let url = made.json::<Value>()["url"].as_str().unwrap().to_owned();
    let (_, token) = url.split_once("/preview/").unwrap();
    token.to_owned()
}

/// Returns the page and the response of the API of a link, whose headers have to hide it.
async fn follow(site: &Site, link: &str) -> [TestResponse; 2] {
    let page = site.server.get(&format!("/preview/{link}")).await;
    let api = site.server.get(&format!("/api/preview-links/{link}")).await;
    for response in [&page, &api] {
        for (name, value) in HIDING {
            assert_eq!(response.header(name), value, "{name}");
        }
        // A response from the cache has none.
        assert!(response.maybe_header("x-request-id").is_some());
    }
    [page, api]
}

async fn assert_dead(site: &Site, link: &str) {
    let [page, api] = follow(site, link).await;
    assert_eq!(
        (page.status_code().as_u16(), api.status_code().as_u16()),
        (404, 404)
    );
    assert!(page.text().contains("Blog not found"));
    assert_eq!(api.json::<Value>()["code"], "not_found");
}

#[tokio::test]
async fn opens_one_draft_and_no_other() {
    let site = Site::with_posts(&[post(1)]);
    let token = &site.admin("root").token;
    let mut links = Vec::new();
    for title in ["Alpha", "Beta"] {
        create(&site, token, title).await;
        links.push(link(&site, token, &title.to_lowercase(), 7).await);
    }
    assert_ne!(links[0], links[1]);
    for (link, own, other) in [(&links[0], "Alpha", "Beta"), (&links[1], "Beta", "Alpha")] {
        for _ in 0..2 {
            let [page, api] = follow(&site, link).await;
            let html = page.text();
            for expected in [
                &format!("The secret of {own}."),
                "Preview of a draft",
                "<meta name=\"robots\" content=\"noindex\">",
                &format!("\"/preview-links/{link}\""),
            ] {
                assert!(html.contains(expected), "{expected} in {html}");
            }
            for foreign in [
                other,
                "id=\"comments\"",
                "Like this post",
                "rel=\"canonical\"",
                "ld+json",
            ] {
                assert!(!html.contains(foreign), "{foreign} in {html}");
            }
            let shown: Value = api.json();
            assert_eq!(shown["blog"]["title"], own);
            assert_eq!(shown["blog"]["status"], "draft");
            assert_eq!(shown["blog"]["reading"]["headings"][0]["text"], "About it");
            let text = shown["blog"]["reading"]["html"].as_str().unwrap();
            assert!(text.contains(&format!("The secret of {own}.")), "{text}");
            assert_eq!(shown["expiresAt"], "2026-03-08T12:00:00.000Z");
            for field in ["publishAt", "review", "revision", "comments", "content"] {
                assert!(shown["blog"][field].is_null(), "{field}");
            }
        }
    }
    for path in ["/blog/alpha", "/api/blogs/alpha"] {
        assert_eq!(site.server.get(path).await.status_code(), 404, "{path}");
    }
    let views = "select cast(sum(view_total + view_unique) as bigint) from posts";
    assert_eq!(database::query(site.folder(), views), ["0"], "no view is counted");
    for bytes in links.iter().map(String::as_bytes) {
        let stored = database::contents(site.folder());
        assert!(!stored.windows(bytes.len()).any(|window| window == bytes));
    }
}

#[tokio::test]
async fn shows_the_draft_as_it_is_at_each_request() {
    let site = Site::new();
    let token = &site.admin("root").token;
    create(&site, token, "Alpha").await;
    let link = link(&site, token, "alpha", 1).await;
    for text in ["First text", "Second text"] {
        let mut body = draft("Alpha", "draft");
        body["content"] = json!(format!("<p>{text}</p>"));
        save(&site, token, "alpha", &body).await;
        for response in follow(&site, &link).await {
            assert!(response.text().contains(text), "{text}");
        }
    }
}

#[tokio::test]
async fn dies_when_it_is_revoked_replaced_or_too_old_and_with_its_post() {
    let site = Site::configured(&[LONG_SESSIONS]);
    let token = &site.admin("root").token;
    for title in ["Revoked", "Replaced", "Old", "Deleted"] {
        create(&site, token, title).await;
    }
    let revoked = link(&site, token, "revoked", 30).await;
    for _ in 0..2 {
        let done = send(&site, Method::DELETE, token, "revoked", None).await;
        done.assert_status_ok();
    }
    assert_dead(&site, &revoked).await;

    let replaced = link(&site, token, "replaced", 30).await;
    let present = link(&site, token, "replaced", 30).await;
    assert_dead(&site, &replaced).await;
    assert_eq!(follow(&site, &present).await[0].status_code(), 200);

    let old = link(&site, token, "old", 1).await;
    site.clock.advance_seconds(DAY_SECONDS - 1);
    assert_eq!(follow(&site, &old).await[0].status_code(), 200);
    site.clock.advance_seconds(1);
    assert_dead(&site, &old).await;

    let deleted = link(&site, token, "deleted", 30).await;
    let deletion = site
        .request(Method::DELETE, "/api/blogs/deleted", token, None)
        .await;
    deletion.assert_status_ok();
    assert_dead(&site, &deleted).await;

    for unknown in [
        "",
        "nothing",
        "%00",
        &"0".repeat(64),
        &"A".repeat(64),
        &present[..63],
    ] {
        let page = site.server.get(&format!("/preview/{unknown}")).await;
        assert_eq!(page.status_code(), 404, "{unknown}");
    }
    let rows = || database::query(site.folder(), "select count(*) from preview_links");
    assert_eq!(rows(), ["2"]);
    clean_up::clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(rows(), ["1"], "the expired one is removed");
}

#[tokio::test]
async fn leads_to_the_post_once_it_is_published() {
    let site = Site::new();
    let token = &site.admin("root").token;
    create(&site, token, "Alpha").await;
    let link = link(&site, token, "alpha", 7).await;
    save(&site, token, "alpha", &draft("Alpha", "published")).await;
    let [page, api] = follow(&site, &link).await;
    assert_eq!(
        (page.status_code().as_u16(), api.status_code().as_u16()),
        (302, 404)
    );
    let address = page.header("location").to_str().unwrap().to_owned();
    assert_eq!(address, "/blog/alpha");
    site.server.get(&address).await.assert_status_ok();
}

#[tokio::test]
async fn tells_its_authors_of_the_link_but_not_the_link() {
    let site = Site::configured(&[LONG_SESSIONS]);
    let token = &site.admin("root").token;
    create(&site, token, "Alpha").await;
    let present = async || -> Value {
        let response = send(&site, Method::GET, token, "alpha", None).await;
        response.assert_status_ok();
        response.json::<Value>()["link"].clone()
    };
    assert_eq!(present().await, json!(null));
    link(&site, token, "alpha", 2).await;
    let times = json!({
        "createdAt": "2026-03-01T12:00:00.000Z",
        "expiresAt": "2026-03-03T12:00:00.000Z",
    });
    assert_eq!(present().await, times);
    site.clock.advance_seconds(2 * DAY_SECONDS);
    assert_eq!(present().await, json!(null));
}
