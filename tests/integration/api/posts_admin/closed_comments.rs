//! Posts on which readers can no longer comment.

use axum::http::Method;
use axum_test::TestResponse;
use axum_test::multipart::MultipartForm;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{AdminClient, post_body_with};
use crate::support::accounts::assert_rejected;
use crate::support::{Site, post};

const CLOSED: &str = "Comments are closed";
const DAY_SECONDS: i64 = 86_400;
const PAGE: &str = "<p class=\"comments-closed\">Comments are closed</p>";

fn form(changes: Value) -> Value {
    let mut body = post_body_with(json!({"title": "Title"}));
    if let (Value::Object(body), Value::Object(changes)) = (&mut body, changes) {
        body.extend(changes);
    }
    body
}

/// Asserts what the staff, readers and the page say about the comments on the post `title`.
async fn assert_closed(admin: &AdminClient, expected: bool, after: &str) {
    let site = &admin.site;
    let managed = site.get_as(&admin.token, "/api/blogs/admin/blogs/title").await;
    assert_eq!(managed["blog"]["commentsClosed"], expected, "{after}");
    for path in ["/api/blogs/title", "/api/blogs/title?fields=reading"] {
        assert_eq!(
            site.get(path).await["blog"]["commentsClosed"],
            expected,
            "{after}"
        );
    }
    let page = site.server.get("/blog/title").await.text();
    assert_eq!(page.contains(PAGE), expected, "{after}");
}

async fn comment(site: &Site, path: &str, token: &str) -> TestResponse {
    let body = json!({"content": "Words"});
    site.request(Method::POST, path, token, Some(&body)).await
}

#[tokio::test]
async fn authors_close_and_open_the_comments_and_other_changes_leave_them() {
    let admin = AdminClient::new();
    let created = admin.created(form(json!({}))).await;
    assert_eq!(created["commentsClosed"], false);
    assert_closed(&admin, false, "creation").await;
    for (change, expected) in [
        (json!({"commentsClosed": true}), true),
        (json!({"title": "Another title"}), true),
        (json!({"commentsClosed": null}), true),
        (json!({"status": "draft"}), true),
        (json!({"status": "published"}), true),
        (json!({"commentsClosed": false}), false),
        (json!({}), false),
    ] {
        let updated = admin.updated("title", form(change.clone())).await;
        assert_eq!(updated["commentsClosed"], expected, "{change}");
        if updated["status"] == "published" {
            assert_closed(&admin, expected, &change.to_string()).await;
        }
    }
}

#[tokio::test]
async fn a_post_can_be_closed_from_the_start_and_by_a_form() {
    let admin = AdminClient::new();
    admin.created(form(json!({"commentsClosed": true}))).await;
    assert_closed(&admin, true, "creation").await;
    for (text, expected) in [
        ("false", Some(false)),
        ("true", Some(true)),
        ("", None),
        ("1", None),
    ] {
        let fields = form(json!({"commentsClosed": text}));
        let mut body = MultipartForm::new();
        for name in ["title", "content", "category", "status", "commentsClosed"] {
            body = body.add_text(name, fields[name].as_str().unwrap());
        }
        let path = "/api/blogs/update/title";
        let response = admin
            .site
            .request(Method::PUT, path, &admin.token, None)
            .multipart(body)
            .await;
        if expected.is_some() {
            response.assert_status_ok();
        } else {
            assert_rejected(&response, 400, "commentsClosed must be true or false");
        }
        assert_closed(&admin, expected.unwrap_or(true), text).await;
    }
    let number = admin.update("title", &form(json!({"commentsClosed": 1}))).await;
    assert_eq!(number.status_code(), 400);
}

#[tokio::test]
async fn a_restored_revision_leaves_the_comments_closed() {
    let admin = AdminClient::new();
    let id = admin.created(form(json!({}))).await["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    admin
        .updated(
            &id,
            form(json!({"content": "<p>Other words</p>", "commentsClosed": true})),
        )
        .await;
    let path = format!("/api/blogs/{id}/revisions/1/restore");
    let restored = admin.site.post_as(&path, &admin.token).await;
    restored.assert_status_ok();
    assert_eq!(restored.json::<Value>()["blog"]["commentsClosed"], true);
    assert_closed(&admin, true, "restoring").await;
}

#[tokio::test]
async fn readers_cannot_comment_where_comments_are_closed_and_the_staff_can() {
    let admin = AdminClient::new();
    let site = &admin.site;
    let reader = site.reader("Bo").token;
    admin.created(form(json!({}))).await;
    let first = comment(site, "/api/blogs/title/comments", &reader).await;
    let first = first.json::<Value>()["comment"]["id"].clone();
    admin
        .updated("title", form(json!({"commentsClosed": true})))
        .await;

    let refused = comment(site, "/api/blogs/title/comments", &reader).await;
    assert_rejected(&refused, 403, CLOSED);
    let reply = json!({"content": "Words", "parentId": first});
    let refused = site.request(Method::POST, "/api/blogs/title/comments", &reader, Some(&reply));
    assert_rejected(&refused.await, 403, CLOSED);
    let written = comment(site, "/api/admin/blogs/title/comments", &admin.token).await;
    assert_eq!(written.status_code(), 201, "{}", written.text());

    let page = site.server.get("/blog/title").await.text();
    assert!(
        !page.contains("comment-form") && !page.contains("comment-reply-link"),
        "{page}"
    );
    assert!(
        page.contains("<div class=\"comment-text\" dir=\"auto\">"),
        "what was written stays: {page}"
    );
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn old_posts_close_by_themselves_at_the_moment_that_the_settings_name() {
    // Posted on the 1st of January; the clock starts on the 1st of March.
    let site = Site::configured(&[("COMMENTS__CLOSE_AFTER_DAYS", "60")]);
    site.import(&[post(1), post(20)]);
    let (reader, staff) = (site.reader("Bo").token, site.staff("ada", Role::Author).token);
    let is_closed = async |slug: &str| {
        let detail = site.get(&format!("/api/blogs/{slug}")).await["blog"]["commentsClosed"].clone();
        let page = site.server.get(&format!("/blog/{slug}")).await.text();
        assert_eq!(page.contains(PAGE), detail, "{slug}");
        let data = format!("\"commentsClosed\":{detail}");
        assert!(page.contains(&data), "{slug}");
        detail
    };
    // 60 days after the 1st of January at 8 is the 2nd of March at 8: in 20 hours.
    assert_eq!(is_closed("post-1").await, false);
    site.clock.advance_seconds(20 * 3_600 - 1);
    assert_eq!(is_closed("post-1").await, false);
    let last = comment(&site, "/api/blogs/post-1/comments", &reader).await;
    assert_eq!(last.status_code(), 201);
    assert_eq!(is_closed("post-1").await, false);
    site.clock.advance_seconds(1);
    assert_eq!(is_closed("post-1").await, true, "cached responses have expired");
    assert_eq!(is_closed("post-20").await, false);
    let refused = comment(&site, "/api/blogs/post-1/comments", &reader).await;
    assert_rejected(&refused, 403, CLOSED);
    let by_staff = comment(&site, "/api/admin/blogs/post-1/comments", &staff).await;
    assert_eq!(by_staff.status_code(), 201, "{}", by_staff.text());
    let managed = site
        .get_as(&site.admin("root").token, "/api/blogs/admin/blogs/post-1")
        .await;
    assert_eq!(
        managed["blog"]["commentsClosed"], false,
        "its authors have not closed it"
    );
    site.clock.advance_seconds(19 * DAY_SECONDS);
    assert_eq!(is_closed("post-20").await, true);
}

#[tokio::test]
async fn without_a_setting_no_post_closes_by_its_age() {
    let site = Site::with_posts(&[post(1)]);
    site.clock.advance_seconds(40_000 * DAY_SECONDS);
    assert_eq!(
        site.get("/api/blogs/post-1").await["blog"]["commentsClosed"],
        false
    );
}
