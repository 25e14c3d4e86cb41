//! Authors choose the slug of a post; the slugs that it had before lead to it.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::actions::import;
use blog_app::domain::{Role, SystemEntropy};
use serde_json::{Value, json};

use super::{AdminClient, post_body_with};
use crate::support::accounts::assert_rejected;
use crate::support::{Site, blocking, post, post_with_changes};

const NOT_ALLOWED: &str = "Your role does not allow this";
const TAKEN: &str = "Another post has this address, or had it before";

fn with_slug(slug: &str) -> Value {
    post_body_with(json!({"title": "Title", "slug": slug}))
}

/// A site with a published post under the slug `a`.
async fn with_post_a() -> AdminClient {
    let admin = AdminClient::new();
    let created = admin.created(with_slug("a")).await;
    assert_eq!(created["slug"], "a");
    admin
}

/// Gives the post with the slug `from` the slug `to`.
async fn rename(admin: &AdminClient, from: &str, to: &str) {
    let renamed = admin.updated(from, with_slug(to)).await;
    assert_eq!(renamed["slug"], to);
}

async fn location(site: &Site, path: &str) -> String {
    let response = site.server.get(path).await;
    assert_eq!(response.status_code(), 301, "{path}");
    assert_eq!(response.header("cache-control"), "no-cache");
    response.header("location").to_str().unwrap().to_owned()
}

fn assert_invalid_slug(response: &TestResponse, status: u16, code: &str) {
    let body: Value = response.json();
    assert_eq!(
        (response.status_code().as_u16(), &body["code"]),
        (status, &json!(code)),
        "{body}"
    );
    assert!(body["errors"]["slug"].is_string(), "{body}");
}

#[tokio::test]
async fn a_slug_can_be_chosen_when_a_post_is_created_and_later() {
    let admin = with_post_a().await;
    assert_eq!(admin.updated("a", post_body_with(json!({}))).await["slug"], "a");
    let null = post_body_with(json!({"slug": null}));
    assert_eq!(admin.updated("a", null).await["slug"], "a");
    rename(&admin, "a", &"b".repeat(120)).await;
    let form = axum_test::multipart::MultipartForm::new()
        .add_text("title", "By a form")
        .add_text("content", "<p>Words.</p>")
        .add_text("category", "Other")
        .add_text("featuredImage", "https://example.org/cover.png")
        .add_text("status", "draft")
        .add_text("slug", "chosen-in-a-form");
    let request = admin
        .site
        .request(Method::POST, "/api/blogs/create", &admin.token, None);
    let created: Value = request.multipart(form).await.json();
    assert_eq!(created["blog"]["slug"], "chosen-in-a-form", "{created}");
}

#[tokio::test]
async fn rejects_invalid_and_reserved_slugs() {
    let admin = with_post_a().await;
    let long = "b".repeat(121);
    let id = "0198c0de-0000-7000-8000-000000000001";
    for slug in [
        "",
        " ",
        "B",
        "b c",
        "b--c",
        "-b",
        "b/c",
        "ä",
        &long,
        id,
        "trending",
        "markdown",
        "public",
        "following",
    ] {
        let body = with_slug(slug);
        assert_invalid_slug(&admin.create(&body).await, 400, "validation_failed");
        assert_invalid_slug(&admin.update("a", &body).await, 400, "validation_failed");
    }
    let titled = post_body_with(json!({"title": "Trending"}));
    assert_eq!(admin.created(titled).await["slug"], "trending-2");
}

#[tokio::test]
async fn rejects_the_present_and_the_former_slug_of_another_post() {
    let admin = with_post_a().await;
    rename(&admin, "a", "b").await;
    admin.created(with_slug("other")).await;
    for slug in ["a", "b"] {
        let body = with_slug(slug);
        for response in [admin.create(&body).await, admin.update("other", &body).await] {
            assert_invalid_slug(&response, 409, "slug_taken");
            assert_eq!(response.json::<Value>()["message"], TAKEN);
        }
    }
    assert_eq!(admin.site.get("/api/blogs/other").await["blog"]["slug"], "other");
    // What the post has already is no change, even if it is sent.
    rename(&admin, "b", "b").await;
}

#[tokio::test]
async fn gives_former_slugs_to_no_other_post_by_its_title_or_by_an_import() {
    let admin = with_post_a().await;
    rename(&admin, "a", "b").await;
    let titled = admin.created(post_body_with(json!({"title": "A"}))).await;
    assert_eq!(titled["slug"], "a-2");
    let lines = [post_with_changes(1, json!({"slug": "a"})), post(2)].map(|post| post.to_string());
    let import = || {
        let lines = lines.join("\n");
        let site = &admin.site;
        let imported =
            blocking(|| import::posts(&site.store, &site.clock, &SystemEntropy, lines.as_bytes(), |_| {}));
        let report = imported.unwrap();
        (report.imported, report.skipped, report.refused)
    };
    assert_eq!(import(), (1, 1, 0));
    assert_eq!(admin.site.get("/api/blogs/a").await["blog"]["slug"], "b");

    let deleted = admin
        .site
        .request(Method::DELETE, "/api/blogs/a", &admin.token, None);
    deleted.await.assert_status_ok();
    for path in ["/api/blogs/a", "/api/blogs/b", "/blog/a", "/blog/a.md"] {
        assert_eq!(admin.site.server.get(path).await.status_code(), 404, "{path}");
    }
    assert_eq!(import(), (1, 1, 0));
    assert_eq!(admin.site.get("/api/blogs/a").await["blog"]["title"], "Post 1");
    admin.site.assert_counts_are_correct();
}

#[tokio::test]
async fn former_slugs_lead_to_the_post_through_a_chain_and_back() {
    let admin = with_post_a().await;
    let site = &admin.site;
    let id = site.get("/api/blogs/a").await["blog"]["_id"].clone();
    for (from, to, former) in [
        ("a", "b", &["a"][..]),
        ("b", "c", &["a", "b"]),
        // By a former slug, too.
        ("a", "a", &["b", "c"]),
        ("c", "b", &["a", "c"]),
    ] {
        rename(&admin, from, to).await;
        for slug in former {
            assert_eq!(
                location(site, &format!("/blog/{slug}")).await,
                format!("/blog/{to}")
            );
            let query = "?page=2&from=%C3%BC";
            let markdown = location(site, &format!("/blog/{slug}.md{query}")).await;
            assert_eq!(markdown, format!("/blog/{to}.md{query}"));
            let with_query = location(site, &format!("/blog/{slug}{query}")).await;
            assert_eq!(with_query, format!("/blog/{to}{query}"));
            let blog = &site.get(&format!("/api/blogs/{slug}")).await["blog"];
            assert_eq!((&blog["_id"], &blog["slug"]), (&id, &json!(to)), "{slug}");
        }
        let page = site.server.get(&format!("/blog/{to}")).await;
        page.assert_status_ok();
        assert!(page.text().contains(&format!("/blog/{to}\">")), "{}", page.text());
        let by_id = site.server.get(&format!("/blog/{}", id.as_str().unwrap())).await;
        by_id.assert_status_ok();
    }
}

#[tokio::test]
async fn every_call_takes_a_former_slug() {
    let admin = with_post_a().await;
    rename(&admin, "a", "b").await;
    let site = &admin.site;
    let reader = site.reader("Ada").token;
    for action in ["like", "bookmark"] {
        let path = format!("/api/blogs/a/{action}");
        site.post_as(&path, &reader).await.assert_status_ok();
    }
    let comment = json!({"content": "Well said"});
    let added = site.request(Method::POST, "/api/blogs/a/comments", &reader, Some(&comment));
    assert_eq!(added.await.status_code(), 201);
    let view = json!({"sessionId": "s", "deviceType": "mobile"});
    site.post("/api/blogs/a/view", view).await.assert_status_ok();
    assert_eq!(site.get("/api/blogs/a/comments").await["total"], 1);
    let status = site.get_as(&reader, "/api/blogs/a/bookmark-status").await;
    assert_eq!(status["isBookmarked"], true);
    let managed = site.get_as(&admin.token, "/api/blogs/admin/blogs/a").await;
    assert_eq!(managed["blog"]["slug"], "b");
    let featured = json!({"isFeatured": true});
    let feature = site.request(Method::PATCH, "/api/blogs/a", &admin.token, Some(&featured));
    feature.await.assert_status_ok();
}

#[tokio::test]
async fn a_former_slug_of_a_draft_leads_nowhere() {
    let admin = with_post_a().await;
    rename(&admin, "a", "b").await;
    let draft = post_body_with(json!({"status": "draft"}));
    admin.updated("b", draft).await;
    for path in ["/blog/a", "/blog/a.md", "/blog/b", "/api/blogs/a"] {
        let response = admin.site.server.get(path).await;
        assert_eq!(response.status_code(), 404, "{path}");
        assert!(!response.text().contains("/blog/b"), "{path}");
    }
}

#[tokio::test]
async fn feeds_the_sitemap_and_redirects_use_the_present_address() {
    for (setting, by_id) in [("slug", false), ("id", true)] {
        let site = Site::configured(&[("SITE__POST_ADDRESSES", setting)]);
        let token = site.admin("root").token;
        let admin = AdminClient { site, token };
        let id = admin.created(with_slug("a")).await["_id"].clone();
        rename(&admin, "a", "b").await;
        let reference = if by_id { id.as_str().unwrap() } else { "b" };
        assert_eq!(
            location(&admin.site, "/blog/a?x=1").await,
            format!("/blog/{reference}?x=1")
        );
        for path in ["/feed.xml", "/sitemap.xml", "/", "/blog/b"] {
            let text = admin.site.server.get(path).await.text();
            assert!(text.contains(&format!("/blog/{reference}")), "{path}: {text}");
            assert!(!text.contains("/blog/a\""), "{path}: {text}");
        }
    }
}

#[tokio::test]
async fn a_changed_slug_shows_at_the_next_request_under_both_addresses() {
    let admin = with_post_a().await;
    let site = &admin.site;
    let pages = [
        "/blog/a",
        "/blog/b",
        "/blog/a.md",
        "/blog/b.md",
        "/api/blogs/a",
        "/api/blogs/b",
    ];
    let statuses = async || {
        let mut statuses = Vec::new();
        for path in pages {
            statuses.push(site.server.get(path).await.status_code().as_u16());
        }
        statuses
    };
    for _ in 0..2 {
        assert_eq!(statuses().await, [200, 404, 200, 404, 200, 404]);
    }
    rename(&admin, "a", "b").await;
    for _ in 0..2 {
        assert_eq!(statuses().await, [301, 200, 301, 200, 200, 200]);
    }
    rename(&admin, "b", "a").await;
    assert_eq!(statuses().await, [200, 301, 200, 301, 200, 200]);
}

#[tokio::test]
async fn an_author_chooses_the_addresses_of_their_own_posts_and_a_contributor_none() {
    let site = Site::new();
    let cleo = site.staff("cleo", Role::Contributor).token;
    let ada = site.staff("ada", Role::Author).token;
    let edith = site.staff("edith", Role::Editor).token;
    let send = async |token: &str, path: &str, changes: Value| {
        let method = if path.contains("update") {
            Method::PUT
        } else {
            Method::POST
        };
        let mut body = post_body_with(json!({"title": "Mine", "status": "draft"}));
        body.as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        let path = format!("/api/blogs/{path}");
        site.request(method, &path, token, Some(&body)).await
    };
    let canonical = "https://example.org/first";
    for changes in [json!({"slug": "mine"}), json!({"canonicalUrl": canonical})] {
        assert_rejected(&send(&cleo, "create", changes).await, 403, NOT_ALLOWED);
    }
    let created = send(&cleo, "create", json!({"canonicalUrl": ""})).await;
    assert_eq!(created.status_code(), 201);
    for changes in [json!({"slug": "other"}), json!({"canonicalUrl": canonical})] {
        assert_rejected(
            &send(&cleo, "update/mine", changes.clone()).await,
            403,
            NOT_ALLOWED,
        );
        assert_rejected(&send(&ada, "update/mine", changes).await, 403, NOT_ALLOWED);
    }
    // An editor chooses; what is there already, the contributor may send again.
    let chosen = json!({"slug": "chosen", "canonicalUrl": canonical});
    send(&edith, "update/mine", chosen.clone())
        .await
        .assert_status_ok();
    send(&cleo, "update/mine", chosen).await.assert_status_ok();
    assert_rejected(
        &send(&cleo, "update/mine", json!({"slug": "mine"})).await,
        403,
        NOT_ALLOWED,
    );
    let removed = json!({"canonicalUrl": ""});
    assert_rejected(&send(&cleo, "update/mine", removed).await, 403, NOT_ALLOWED);

    let own = json!({"slug": "of-ada", "canonicalUrl": canonical});
    assert_eq!(send(&ada, "create", own).await.status_code(), 201);
    send(&ada, "update/of-ada", json!({"slug": "of-ada-2"}))
        .await
        .assert_status_ok();
}
