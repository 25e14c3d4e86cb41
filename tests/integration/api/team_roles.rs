//! What contributors and authors may do with posts: their own, and those of others.

use axum::http::Method;
use axum_test::TestResponse;
use axum_test::multipart::MultipartForm;
use blog_app::domain::Role;
use serde_json::{Value, json};

use crate::support::accounts::assert_rejected;
use crate::support::{Site, post};

const NOT_ALLOWED: &str = "Your role does not allow this";

fn draft(title: &str, status: &str) -> Value {
    json!({
        "title": title, "content": format!("<p>The text of {title}.</p>"),
        "category": "System Design", "tags": [],
        "featuredImage": "https://example.org/cover.png", "status": status,
    })
}

async fn create(site: &Site, token: &str, title: &str, status: &str) -> TestResponse {
    let body = draft(title, status);
    site.request(Method::POST, "/api/blogs/create", token, Some(&body))
        .await
}

async fn update(site: &Site, token: &str, slug: &str, status: &str) -> TestResponse {
    let path = format!("/api/blogs/update/{slug}");
    site.request(Method::PUT, &path, token, Some(&draft(slug, status)))
        .await
}

async fn delete(site: &Site, token: &str, slug: &str) -> TestResponse {
    let path = format!("/api/blogs/{slug}");
    site.request(Method::DELETE, &path, token, None).await
}

async fn open(site: &Site, token: &str, slug: &str) -> TestResponse {
    let path = format!("/api/blogs/admin/blogs/{slug}");
    site.request(Method::GET, &path, token, None).await
}

#[tokio::test]
async fn a_contributor_writes_drafts_that_others_publish() {
    let site = Site::new();
    let contributor = site.staff("cleo", Role::Contributor);
    let editor = site.staff("edith", Role::Editor);
    let token = &contributor.token;
    let refused = create(&site, token, "Mine", "published").await;
    assert_rejected(&refused, 403, NOT_ALLOWED);
    assert_eq!(create(&site, token, "Mine", "draft").await.status_code(), 201);
    update(&site, token, "mine", "draft").await.assert_status_ok();
    let refused = update(&site, token, "mine", "published").await;
    assert_rejected(&refused, 403, NOT_ALLOWED);
    let featured = site
        .request(
            Method::PATCH,
            "/api/blogs/mine",
            token,
            Some(&json!({"isFeatured": true})),
        )
        .await;
    assert_rejected(&featured, 403, NOT_ALLOWED);

    update(&site, &editor.token, "mine", "published")
        .await
        .assert_status_ok();
    for status in ["draft", "published"] {
        let refused = update(&site, token, "mine", status).await;
        assert_rejected(&refused, 403, NOT_ALLOWED);
    }
    assert_rejected(&delete(&site, token, "mine").await, 403, NOT_ALLOWED);
    open(&site, token, "mine").await.assert_status_ok();
    assert_eq!(
        site.get("/api/blogs/mine").await["blog"]["author"]["username"],
        "cleo"
    );

    create(&site, token, "Left", "draft").await;
    delete(&site, token, "left").await.assert_status_ok();
}

#[tokio::test]
async fn a_contributor_publishes_neither_by_a_form_nor_with_pictures_that_would_cost_work() {
    let site = Site::new();
    let token = &site.staff("cleo", Role::Contributor).token;
    assert_eq!(create(&site, token, "Mine", "draft").await.status_code(), 201);
    for (method, path) in [
        (Method::POST, "/api/blogs/create"),
        (Method::PUT, "/api/blogs/update/mine"),
    ] {
        let send = |status: &str| {
            let form = MultipartForm::new()
                .add_text("title", "Mine")
                .add_text("content", "<p>Words</p>")
                .add_text("category", "Other")
                .add_text("featuredImage", "https://example.org/cover.png")
                .add_text("status", status);
            let request = site.request(method.clone(), path, token, None);
            request.multipart(form)
        };
        assert_rejected(&send("published").await, 403, NOT_ALLOWED);
        assert!(send("draft").await.status_code().is_success(), "{method}");

        // The picture would be refused when it is decoded.
        let mut broken = draft("Mine", "published");
        broken["featuredImage"] = json!("data:image/png;base64,AAAA");
        let send = |body: &Value| site.request(method.clone(), path, token, Some(body));
        assert_rejected(&send(&broken).await, 403, NOT_ALLOWED);
        broken["status"] = json!("draft");
        assert_rejected(&send(&broken).await, 400, "Invalid image");
    }
    let public = site.get("/api/blogs").await;
    assert_eq!(public["total"], 0, "{public}");
}

#[tokio::test]
async fn an_author_does_everything_with_their_own_posts_and_nothing_with_others() {
    let site = Site::with_posts(&[post(1)]);
    let (author, other) = (site.staff("ada", Role::Author), site.staff("otto", Role::Author));
    let token = &author.token;
    assert_eq!(create(&site, token, "Mine", "published").await.status_code(), 201);
    for status in ["draft", "published"] {
        update(&site, token, "mine", status).await.assert_status_ok();
    }
    for slug in ["mine", "post-1"] {
        assert_rejected(&open(&site, &other.token, slug).await, 403, NOT_ALLOWED);
        for status in ["draft", "published"] {
            let refused = update(&site, &other.token, slug, status).await;
            assert_rejected(&refused, 403, NOT_ALLOWED);
        }
        assert_rejected(&delete(&site, &other.token, slug).await, 403, NOT_ALLOWED);
    }
    delete(&site, token, "mine").await.assert_status_ok();
    let gone = open(&site, token, "mine").await;
    assert_eq!(gone.status_code(), 404);
}

#[tokio::test]
async fn lists_show_their_own_posts_to_those_who_may_not_see_others() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let author = site.staff("ada", Role::Author);
    let editor = site.staff("edith", Role::Editor);
    create(&site, &author.token, "Ada on Rust", "published").await;
    create(&site, &author.token, "Ada on Go", "draft").await;
    for (token, query, expected) in [
        (&author.token, "", 2),
        (&author.token, "?status=draft", 1),
        (&author.token, "?status=published&search=rust", 1),
        (&author.token, "?search=post", 0),
        (&editor.token, "", 4),
        (&editor.token, "?status=draft", 1),
    ] {
        let list = site
            .get_as(token, &format!("/api/blogs/admin/blogs{query}"))
            .await;
        assert_eq!(list["total"], expected, "{query}");
        assert_eq!(list["blogs"].as_array().unwrap().len(), expected, "{query}");
    }
    let page = site
        .get_as(&author.token, "/api/blogs/admin/blogs?limit=1&page=2")
        .await;
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn only_administrators_see_hidden_addresses_and_banned_readers() {
    let site = Site::new();
    let reader = site.reader("Ada");
    let banned = site.reader("Eve");
    site.ban(banned.id, "Spam");
    let admin = site.admin("root");
    for role in [Role::Contributor, Role::Author, Role::Editor] {
        let member = site.staff(role.name(), role);
        let users = site.get_as(&member.token, "/api/users").await;
        assert_eq!(users["total"], 1, "{role:?}");
        assert!(!users.to_string().contains("@example.org"), "{users}");
        let path = format!("/api/users/profile/{}", reader.id);
        assert_eq!(site.get_as(&member.token, &path).await["email"], "");
        let path = format!("/api/users/profile/{}", banned.id);
        let hidden = site.request(Method::GET, &path, &member.token, None).await;
        assert_eq!(hidden.status_code(), 404);
    }
    assert_eq!(site.get_as(&admin.token, "/api/users").await["total"], 2);
    let path = format!("/api/users/profile/{}", banned.id);
    assert_eq!(site.get_as(&admin.token, &path).await["email"], banned.email);
}
