//! Members of the staff who lose their rights while the body of a write arrives.

use std::fs;

use axum::http::{Method, StatusCode};
use blog_app::domain::{Clock as _, Role};
use blog_app::store::{StoreError, Tx, admins, sessions};
use serde_json::{Value, json};

use crate::api::spam_rules::rules_with;
use crate::site_settings::settings_with;
use crate::support::accounts::PASSWORD;
use crate::support::{Site, database, post};

/// The writes of administrators that read a body. `{reader}`, `{member}` and `{page}` stand for ids.
fn writes() -> Vec<(Method, &'static str, Value)> {
    let post = json!({
        "title": "Late", "content": "<p>Text.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": "published",
    });
    let invitation = json!({"email": "new@example.org", "role": "author"});
    vec![
        (Method::POST, "/api/blogs/create", post.clone()),
        (Method::PUT, "/api/blogs/update/post-1", post),
        (Method::PATCH, "/api/blogs/post-1", json!({"isFeatured": true})),
        (Method::POST, "/api/blogs/post-1/submit", json!({"note": "Late"})),
        (
            Method::POST,
            "/api/blogs/post-1/review",
            json!({"decision": "approve"}),
        ),
        (Method::POST, "/api/blogs/post-1/notes", json!({"text": "Late"})),
        (
            Method::PUT,
            "/api/blogs/post-1/authors",
            json!({"authors": ["0198c0de-0000-7000-8000-000000000000"]}),
        ),
        (
            Method::PUT,
            "/api/blogs/post-1/schedule",
            json!({"publishAt": "2026-05-01T08:00:00Z"}),
        ),
        (Method::POST, "/api/blogs/post-1/preview-link", json!({"days": 1})),
        (
            Method::PATCH,
            "/api/blogs/post-1/revisions/1",
            json!({"name": "Late"}),
        ),
        (Method::POST, "/api/blogs/post-1/revisions/1/restore", json!({})),
        (
            Method::PUT,
            "/api/admin/autosaves/67e55044-10b1-426f-9247-bb680e5fe0c8",
            json!({"blog": "post-1", "title": "Late"}),
        ),
        (
            Method::PATCH,
            "/api/admin/users/{reader}/ban",
            json!({"isBanned": true}),
        ),
        (
            Method::PATCH,
            "/api/admin/users/{reader}/standing",
            json!({"isTrusted": true}),
        ),
        (
            Method::POST,
            "/api/admin/comments/moderate",
            json!({"ids": ["nothing"], "action": "approve"}),
        ),
        (Method::PUT, "/api/admin/spam-rules", rules_with(json!({}))),
        (Method::PUT, "/api/admin/site", settings_with(json!({}))),
        (Method::POST, "/api/admin/export", json!({"password": PASSWORD})),
        (
            Method::PUT,
            "/api/admin/mail",
            json!({"mail": null, "version": 0}),
        ),
        (
            Method::POST,
            "/api/admin/mail/test",
            json!({"mail": {"host": "127.0.0.1", "port": 1, "encryption": "none", "username": "",
                "password": null, "from": "blog@example.org"}}),
        ),
        (Method::POST, "/api/admin/invites", invitation),
        (
            Method::POST,
            "/api/admin/api-keys",
            json!({"name": "Late", "role": "editor", "scopes": ["posts:read"]}),
        ),
        (
            Method::POST,
            "/api/admin/webhooks",
            json!({"url": "https://example.org/late", "events": ["user.joined"]}),
        ),
        (
            Method::PATCH,
            "/api/admin/webhooks/0198c0de-0000-7000-8000-000000000000",
            json!({"isOn": false}),
        ),
        (
            Method::PATCH,
            "/api/admin/team/{member}",
            json!({"role": "editor"}),
        ),
        (Method::DELETE, "/api/admin/team/{member}", json!({})),
    ]
}

/// Those of static pages.
fn writes_of_pages() -> [(Method, &'static str, Value); 4] {
    let page = json!({
        "title": "Late", "description": "", "content": "<p>Text.</p>", "status": "published", "version": 1,
    });
    [
        (Method::POST, "/api/admin/pages", page.clone()),
        (Method::PUT, "/api/admin/pages/{page}", page),
        (
            Method::POST,
            "/api/admin/pages/{page}/revisions/1/restore",
            json!({"version": 1}),
        ),
        (
            Method::POST,
            "/api/admin/pages/{page}/preview-link",
            json!({"days": 1}),
        ),
    ]
}

/// Those of redirects.
fn writes_of_redirects() -> [(Method, &'static str, Value); 3] {
    [
        (
            Method::POST,
            "/api/admin/redirects",
            json!({"path": "/late", "target": "/"}),
        ),
        (
            Method::PATCH,
            "/api/admin/redirects/0198c0de-0000-7000-8000-000000000000",
            json!({"status": 410}),
        ),
        (
            Method::POST,
            "/api/admin/redirects/import",
            json!([{"from": "/late", "to": "/"}]),
        ),
    ]
}

/// Those of tags and series.
fn writes_of_collections() -> [(Method, &'static str, Value); 6] {
    [
        (Method::PATCH, "/api/tags/sample", json!({"description": "Late"})),
        (Method::POST, "/api/tags/sample/merge", json!({"into": "sample"})),
        (Method::POST, "/api/series", json!({"title": "Late"})),
        (Method::PATCH, "/api/series/late", json!({"title": "Late"})),
        (Method::PUT, "/api/series/late/order", json!({"blogs": []})),
        (Method::PUT, "/api/blogs/post-1/series", json!({"series": "late"})),
    ]
}

/// Those of imports, but for the upload, whose form the tests of imports send.
fn writes_of_imports() -> [(Method, &'static str, Value); 1] {
    let path = "/api/admin/imports/0198c0de-0000-7000-8000-000000000000/apply";
    [(Method::POST, path, json!({"asDrafts": true}))]
}

/// The writes that every role may call, so that only those who leave lose the right to them.
fn writes_of_every_role() -> Vec<(Method, &'static str, Value)> {
    let comment = json!({"content": "Late"});
    vec![
        (Method::POST, "/api/admin/blogs/post-1/comments", comment.clone()),
        (Method::PATCH, "/api/admin/comments/{comment}", comment),
        (
            Method::POST,
            "/api/notifications/read",
            json!({"before": "2030-01-01T00:00:00Z"}),
        ),
        (
            Method::PUT,
            "/api/users/{member}/preferences",
            json!({"preferences": {"reply": "off"}}),
        ),
        (Method::PUT, "/api/admin/settings/author", json!({"bio": "Late"})),
    ]
}

#[derive(Debug, Clone, Copy)]
enum Loss {
    Demoted,
    Removed,
    LoggedOut,
}

#[tokio::test]
async fn refuses_a_write_of_the_staff_who_lose_their_rights_while_its_body_arrives() {
    let site = Site::with_posts(&[post(1)]);
    let (reader, member) = (site.reader("Ada"), site.staff("ann", Role::Author));
    let change =
        json!({"title": "Changed", "content": "<p>Text.</p>", "category": "Other", "status": "published"});
    let root = site.admin("root").token;
    let changed = site.request(Method::PUT, "/api/blogs/update/post-1", &root, Some(&change));
    changed.await.assert_status_ok();
    let page = json!({"title": "In time", "description": "", "content": "<p>Text.</p>", "status": "draft"});
    let made = site.request(Method::POST, "/api/admin/pages", &root, Some(&page));
    let page = made.await.json::<Value>()["page"]["_id"].clone();
    let (now, mut unexpected) = (site.clock.now(), Vec::new());
    let writes = writes().into_iter().chain(writes_of_pages());
    let writes = writes.chain(writes_of_redirects()).chain(writes_of_collections());
    let writes = writes.chain(writes_of_imports());
    for (number, (method, path, body)) in writes.enumerate() {
        let path = path
            .replace("{reader}", &reader.id.to_string())
            .replace("{member}", &member.id.to_string())
            .replace("{page}", page.as_str().unwrap());
        for (loss, expected) in [
            (Loss::Demoted, StatusCode::FORBIDDEN),
            (Loss::Removed, StatusCode::UNAUTHORIZED),
            (Loss::LoggedOut, StatusCode::UNAUTHORIZED),
        ] {
            let admin = site.admin(&format!("{loss:?}{number}"));
            let token = site.tokens.verify(&admin.token, now).unwrap();
            let lose = move |tx: &mut Tx<'_>| -> Result<(), StoreError> {
                match loss {
                    Loss::Demoted => admins::set_role(tx, admin.id, Role::Contributor),
                    Loss::Removed => admins::remove(tx, admin.id, None),
                    Loss::LoggedOut => sessions::revoke(tx, token.subject, token.id, token.expires_at),
                }
            };
            let route = (method.clone(), &*path);
            let status = site
                .status_with_write_before_body(lose, route, &admin.token, &body)
                .await;
            if status != expected {
                unexpected.push(format!("{status} for {method} {path}, {loss:?}"));
            }
        }
    }
    assert_eq!(unexpected, Vec::<String>::new());
    assert_eq!(
        database::query(site.folder(), "select action from audit order by action"),
        ["post.updated", "static_page.created"]
    );
    for rows in [
        "select id from imports",
        "select key from autosaves",
        "select path from redirects",
        "select slug from series",
    ] {
        assert_eq!(database::query(site.folder(), rows), Vec::<String>::new());
    }
}

#[tokio::test]
async fn refuses_a_comment_of_the_staff_who_leave_while_it_arrives() {
    let site = Site::with_posts(&[post(1)]);
    let now = site.clock.now();
    for (number, (method, path, body)) in writes_of_every_role().into_iter().enumerate() {
        for loss in [Loss::Removed, Loss::LoggedOut] {
            let admin = site.admin(&format!("{loss:?}{number}"));
            let comment = json!({"content": "In time"});
            let written = "/api/admin/blogs/post-1/comments";
            let written = site.request(Method::POST, written, &admin.token, Some(&comment));
            let comment = written.await.json::<Value>()["comment"]["_id"].clone();
            let path = path
                .replace("{comment}", comment.as_str().unwrap())
                .replace("{member}", &admin.id.to_string());
            let token = site.tokens.verify(&admin.token, now).unwrap();
            let lose = move |tx: &mut Tx<'_>| -> Result<(), StoreError> {
                match loss {
                    Loss::LoggedOut => sessions::revoke(tx, token.subject, token.id, token.expires_at),
                    Loss::Demoted | Loss::Removed => admins::remove(tx, admin.id, None),
                }
            };
            let route = (method.clone(), &*path);
            let status = site
                .status_with_write_before_body(lose, route, &admin.token, &body)
                .await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{method} {path}, {loss:?}");
        }
    }
    let texts = database::query(site.folder(), "select distinct content from comments");
    assert_eq!(texts, ["In time"]);
}

/// Without this, an operation that is added later could be missing in [`writes`].
#[test]
fn every_write_of_the_staff_confirms_their_rights() {
    let source_of = |module: &str| {
        let file = format!("{}/src/http/{module}.rs", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(file).unwrap()
    };
    let (router, mut checked) = (source_of("router"), 0);
    for row in router.split(".staff_write(").skip(1) {
        let (_, handler) = row.split_once("routes!(").unwrap();
        let (operation, _) = handler.split_once(')').unwrap();
        let (file, _) = operation.rsplit_once("::").unwrap();
        let source = source_of(&format!("api/{}", file.replace("::", "/")));
        if source.contains(".write(") {
            assert!(source.contains("staff.confirm(tx)?"), "{operation}");
            checked += 1;
        }
    }
    assert!(checked >= 18, "{checked}");
}
