//! API keys: who makes them, what they open, and what ends them.

use axum::http::{Method, StatusCode};
use blog_app::domain::{Account, ApiKeyId, Clock as _, Role};
use blog_app::store::{Tx, api_keys, second_factors};
use serde_json::{Value, json};

use crate::support::{Site, post};

const KEYS: &str = "/api/admin/api-keys";
const ALL: [&str; 4] = ["posts:read", "posts:write", "comments:read", "comments:moderate"];
const DAY_SECONDS: i64 = 86_400;
/// The operations that take keys; `http/key_routes.rs` lists them.
const OPEN: [&str; 16] = [
    "GET /blogs/admin/blogs",
    "GET /blogs/admin/blogs/{id}",
    "GET /blogs/analytics/views",
    "GET /blogs/{id}/revisions",
    "GET /blogs/{id}/revisions/{number}",
    "POST /blogs/markdown",
    "POST /blogs/markdown/source",
    "POST /blogs/create",
    "PUT /blogs/update/{id}",
    "PATCH /blogs/{id}",
    "DELETE /blogs/{id}",
    "PUT /blogs/{id}/schedule",
    "POST /blogs/{id}/submit",
    "GET /admin/comments",
    "POST /admin/comments/moderate",
    "DELETE /admin/comments/{id}",
];

/// A site with a post, and without rate limits, since all operations are called.
fn site_with_post() -> Site {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    site.import(&[post(1)]);
    site
}

/// Makes a key and returns the response.
async fn make(site: &Site, admin: &str, role: &str, scopes: &[&str]) -> Value {
    let body = json!({"name": "Import", "role": role, "scopes": scopes, "days": 30});
    let response = site.request(Method::POST, KEYS, admin, Some(&body)).await;
    response.assert_status(StatusCode::CREATED);
    response.json()
}

async fn key(site: &Site, admin: &str, role: &str, scopes: &[&str]) -> String {
    make(site, admin, role, scopes).await["key"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn status(site: &Site, route: &str, key: &str) -> u16 {
    let (method, path) = route.split_once(' ').unwrap();
    let method: Method = method.parse().unwrap();
    let body = (method != Method::GET).then(|| json!({}));
    let path = format!("/api{path}");
    let response = site.request(method, &path, key, body.as_ref()).await;
    response.status_code().as_u16()
}

fn draft(title: &str) -> Value {
    json!({
        "title": title, "content": "<p>Text.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": "published",
    })
}

#[tokio::test]
async fn a_key_is_shown_once_and_acts_for_its_creator() {
    let site = Site::new();
    let admin = site.admin("root");
    let made = make(&site, &admin.token, "editor", &["posts:write"]).await;
    let key = made["key"].as_str().unwrap();
    let body = draft("By a key");
    let created = site
        .request(Method::POST, "/api/blogs/create", key, Some(&body))
        .await;
    assert!(created.status_code().is_success(), "{}", created.text());
    let post: Value = site.get("/api/blogs/by-a-key").await;
    assert!(post.to_string().contains("root"), "{post}");

    let list = site.get_as(&admin.token, KEYS).await;
    assert!(!list.to_string().contains(key), "{list}");
    assert_eq!(list["total"], 1);
    let listed = &list["apiKeys"][0];
    assert!(key.starts_with(listed["prefix"].as_str().unwrap()));
    assert!(listed["lastUsedAt"].is_string(), "{listed}");

    let log = site.get_as(&admin.token, "/api/admin/audit").await;
    assert!(!log.to_string().contains(key), "{log}");
    let row = |action: &str| {
        let rows = log["entries"].as_array().unwrap();
        rows.iter().find(|row| row["action"] == action).unwrap().clone()
    };
    assert_eq!(row("post.created")["apiKey"]["id"], made["apiKey"]["id"]);
    assert_eq!(row("post.created")["apiKey"]["name"], "Import");
    assert_eq!(row("post.created")["actor"]["username"], "root");
    assert_eq!(row("api_key.created")["target"], made["apiKey"]["id"]);
    assert!(row("api_key.created")["apiKey"].is_null());
    let detail = format!("Import ({}…)", listed["prefix"].as_str().unwrap());
    assert_eq!(row("api_key.created")["detail"], detail);
}

#[tokio::test]
async fn every_operation_but_those_of_its_scopes_refuses_a_key() {
    let site = site_with_post();
    let admin = site.admin("root").token;
    let every = key(&site, &admin, "editor", &ALL).await;
    let document = site.get("/api/openapi.json").await;
    let mut open = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation["security"] != json!([{ "bearer": [] }]) {
                continue;
            }
            let route = format!("{} {path}", method.to_uppercase());
            let is_open = OPEN.contains(&route.as_str());
            let of_path = route.replace("{id}", "nothing").replace("{number}", "1");
            let status = status(&site, &of_path, &every).await;
            if is_open {
                assert!(![401, 500].contains(&status), "{route}: {status}");
                open.push(route);
            } else {
                assert_eq!(status, 403, "{route}");
            }
        }
    }
    assert_eq!(open.len(), OPEN.len(), "{open:?}");
}

#[tokio::test]
async fn each_scope_opens_only_its_own_operations() {
    let site = site_with_post();
    let admin = site.admin("root").token;
    for (scope, opened) in [
        ("posts:read", 0..5),
        ("posts:write", 5..13),
        ("comments:read", 13..14),
        ("comments:moderate", 14..16),
    ] {
        let key = key(&site, &admin, "editor", &[scope]).await;
        for (index, route) in OPEN.into_iter().enumerate() {
            let route = route.replace("{id}", "nothing").replace("{number}", "1");
            let is_refused = status(&site, &route, &key).await == 403;
            assert_eq!(is_refused, !opened.contains(&index), "{scope}: {route}");
        }
    }
}

#[tokio::test]
async fn expired_revoked_and_invented_keys_are_refused() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let list = "GET /blogs/admin/blogs";
    let revoked = make(&site, &admin, "editor", &ALL).await;
    let key_of = |made: &Value| made["key"].as_str().unwrap().to_owned();
    assert_eq!(status(&site, list, &key_of(&revoked)).await, 200);
    let path = format!("{KEYS}/{}", revoked["apiKey"]["id"].as_str().unwrap());
    site.request(Method::DELETE, &path, &admin, None)
        .await
        .assert_status_ok();
    assert_eq!(status(&site, list, &key_of(&revoked)).await, 401);
    let again = site.request(Method::DELETE, &path, &admin, None).await;
    again.assert_status(StatusCode::NOT_FOUND);

    let expired = key(&site, &admin, "editor", &ALL).await;
    site.clock.advance_seconds(30 * DAY_SECONDS - 1);
    assert_eq!(status(&site, list, &expired).await, 200);
    site.clock.advance_seconds(1);
    assert_eq!(status(&site, list, &expired).await, 401);

    for invented in ["blog_", "blog_abc", &format!("blog_{}", "0".repeat(64))] {
        assert_eq!(status(&site, list, invented).await, 401, "{invented}");
        assert_eq!(status(&site, "GET /sessions", invented).await, 401, "{invented}");
    }
}

#[tokio::test]
async fn a_key_never_does_more_than_its_role_or_that_of_its_creator() {
    let site = Site::with_posts(&[post(1)]);
    let (root, other) = (site.admin("root"), site.admin("other"));
    let weak = key(&site, &other.token, "contributor", &ALL).await;
    assert_eq!(status(&site, "GET /admin/comments", &weak).await, 403);
    assert_eq!(status(&site, "DELETE /blogs/post-1", &weak).await, 403);

    let strong = key(&site, &other.token, "editor", &ALL).await;
    assert_eq!(status(&site, "GET /admin/comments", &strong).await, 200);
    let member = format!("/api/admin/team/{}", other.id);
    let demoted = json!({"role": "author"});
    site.request(Method::PATCH, &member, &root.token, Some(&demoted))
        .await
        .assert_status_ok();
    assert_eq!(status(&site, "GET /admin/comments", &strong).await, 403);
    assert_eq!(status(&site, "DELETE /blogs/post-1", &strong).await, 403);

    site.request(Method::DELETE, &member, &root.token, Some(&json!({})))
        .await
        .assert_status_ok();
    assert_eq!(status(&site, "GET /blogs/admin/blogs", &strong).await, 401);
    assert_eq!(site.get_as(&root.token, KEYS).await["total"], 0);
}

#[tokio::test]
async fn only_valid_keys_of_at_most_an_editor_are_made() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let editor = site.staff("ed", Role::Editor).token;
    let valid = json!({"name": "Import", "role": "editor", "scopes": ["posts:read"], "days": 30});
    let refused = site.request(Method::POST, KEYS, &editor, Some(&valid)).await;
    refused.assert_status(StatusCode::FORBIDDEN);
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("a\u{0}b")),
        ("role", json!("admin")),
        ("scopes", json!([])),
        ("scopes", json!(["team:write"])),
        ("days", json!(0)),
        ("days", json!(366)),
    ] {
        let mut body = valid.clone();
        body[field] = value;
        let response = site.request(Method::POST, KEYS, &admin, Some(&body)).await;
        response.assert_status(StatusCode::BAD_REQUEST);
        let errors = &response.json::<Value>()["errors"];
        assert!(errors[field].is_string(), "{body}: {errors}");
    }
}

#[tokio::test]
async fn the_last_use_is_recorded_to_the_minute() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let key = key(&site, &admin, "editor", &["posts:read"]).await;
    let last_used = async || site.get_as(&admin, KEYS).await["apiKeys"][0]["lastUsedAt"].clone();
    assert!(last_used().await.is_null());

    let first = site.clock.now().to_string();
    assert_eq!(status(&site, "GET /blogs/admin/blogs", &key).await, 200);
    assert_eq!(last_used().await, first);
    site.clock.advance_seconds(59);
    assert_eq!(status(&site, "GET /blogs/admin/blogs", &key).await, 200);
    assert_eq!(last_used().await, first);
    site.clock.advance_seconds(1);
    // What the scopes refuse is a use as well: somebody has the key.
    assert_eq!(status(&site, "GET /admin/comments", &key).await, 403);
    assert_eq!(last_used().await, site.clock.now().to_string());
}

#[tokio::test]
async fn a_key_that_is_revoked_while_a_body_arrives_writes_nothing() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let made = make(&site, &admin, "editor", &["posts:write"]).await;
    let id = ApiKeyId::parse(made["apiKey"]["id"].as_str().unwrap()).unwrap();
    let revoke = move |tx: &mut Tx<'_>| api_keys::delete(tx, id).map(|_| ());
    let route = (Method::POST, "/api/blogs/create");
    let key = made["key"].as_str().unwrap();
    let status = site
        .status_with_write_before_body(revoke, route, key, &draft("Late"))
        .await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert_eq!(site.get_as(&admin, "/api/blogs/admin/blogs").await["total"], 0);
}

#[tokio::test]
async fn a_key_is_refused_while_its_creator_lacks_a_demanded_second_factor() {
    let site = Site::configured(&[("SECURITY__SECOND_FACTOR", "staff")]);
    let root = site.admin("root");
    site.enrol(&root.token).await;
    let key = key(&site, &root.token, "editor", &["posts:read"]).await;
    assert_eq!(status(&site, "GET /blogs/admin/blogs", &key).await, 200);
    let account = Account::Admin(root.id);
    let remove = move |tx: &mut Tx<'_>| second_factors::remove_all(tx, account);
    assert!(site.store.write(remove).await.unwrap());
    let refused = site
        .request(Method::GET, "/api/blogs/admin/blogs", &key, None)
        .await;
    refused.assert_status(StatusCode::FORBIDDEN);
    assert_eq!(refused.json::<Value>()["code"], "second_factor_required");
}
