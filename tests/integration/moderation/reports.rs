//! Reports of comments and of readers.

use axum::http::Method;
use blog_app::domain::comment::CommentState;
use blog_app::store::{StoreError, comments};
use serde_json::{Value, json};

use super::{DAY_SECONDS, Forum, THANKS};
use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::{blocking, database};

fn rows(site: &Forum, sql: &str) -> String {
    database::query(site.site.folder(), sql).remove(0)
}

#[tokio::test]
async fn a_reader_reports_a_comment_once_and_gets_the_same_response_each_time() {
    let site = Forum::new();
    let comment = site.said(&site.ada.token, None, "Buy this").await;
    let path = format!("/blogs/comments/{comment}/report");
    for body in [
        json!({"reason": "spam", "note": "  Sells pills "}),
        json!({"reason": "abuse", "note": "Once more"}),
        json!({"reason": "other"}),
    ] {
        let response = site.send(Method::POST, &path, &site.bo.token, body).await;
        response.assert_status_ok();
        assert_eq!(
            response.json::<Value>(),
            json!({"success": true, "message": THANKS})
        );
        site.site.clock.advance_seconds(1);
    }
    site.site.assert_counts_are_correct();
    let managed = site.managed(&comment).await;
    assert_eq!(
        (&managed["reportCount"], &managed["state"]),
        (&json!(1), &json!("visible"))
    );
    let report = &managed["reports"][0];
    assert_eq!(
        (&report["reason"], &report["note"], &report["user"]),
        (
            &json!("spam"),
            &json!("Sells pills"),
            &json!({"id": site.bo.id.to_string(), "name": "Bo"})
        )
    );
}

#[tokio::test]
async fn refuses_reports_of_what_is_not_shown_or_is_the_callers_own() {
    let site = Forum::new();
    let (ada, bo) = (&site.ada, &site.bo);
    let comment = site.said(&ada.token, None, "Mine").await;
    let own = site.report(&ada.token, &comment).await;
    assert_rejected(&own, 400, "You cannot report your own comment");
    assert!(own.json::<Value>()["errors"]["id"].is_string());
    for action in ["remove", "approve"] {
        assert_eq!(site.decided(action, &[&comment]).await, ["done"]);
        let status = if action == "remove" { 404 } else { 200 };
        assert_eq!(site.report(&bo.token, &comment).await.status_code(), status);
    }
    let held = site.add("post-1", ada.id, None, &["link"]).to_string();
    for unknown in [held.as_str(), "0198c0de-0000-7000-8000-000000000000", "nothing"] {
        let response = site.report(&bo.token, unknown).await;
        assert_rejected(&response, 404, "Comment not found");
    }
    let path = format!("/blogs/comments/{comment}/report");
    let note = "é".repeat(501);
    for (body, field) in [
        (json!({"reason": "boring"}), "reason"),
        (json!({"reason": "spam", "note": note}), "note"),
        (json!({"reason": ""}), "reason"),
    ] {
        let response = site.send(Method::POST, &path, &bo.token, body).await;
        assert_eq!(response.status_code(), 400);
        let body: Value = response.json();
        assert!(body["errors"][field].is_string(), "{body}");
    }

    let own = site.report_reader(&ada.token, ada.id).await;
    assert_rejected(&own, 400, "You cannot report yourself");
    site.site.register("Late", "late@example.org").await;
    let unverified = rows(&site, "select id from users where email = 'late@example.org'");
    let banned = site.site.reader("Banned");
    site.site.ban(banned.id, "");
    for id in [
        unverified,
        banned.id.to_string(),
        site.root.id.to_string(),
        "x".to_owned(),
    ] {
        let path = format!("/users/{id}/report");
        let response = site
            .send(Method::POST, &path, &ada.token, json!({"reason": "spam"}))
            .await;
        assert_rejected(&response, 404, "User not found");
    }
}

#[tokio::test]
async fn the_third_report_by_a_reader_who_is_no_newcomer_holds_a_comment() {
    let site = Forum::new();
    let known = site.known_readers(["Kay", "Lee", "Mia"]);
    let comment = site.said(&site.ada.token, None, "Questionable").await;
    let reply = site.said(&site.bo.token, Some(&comment), "Indeed").await;
    // Newcomers: too few comments, or too young an account, or both.
    let fresh = site.site.reader("Fresh");
    for _ in 0..5 {
        site.add("post-3", fresh.id, None, &[]);
    }
    for newcomer in [&site.bo, &fresh, &site.site.reader("New")] {
        site.report(&newcomer.token, &comment).await.assert_status_ok();
    }
    for reader in &known[..2] {
        for _ in 0..2 {
            site.report(&reader.token, &comment).await.assert_status_ok();
        }
    }
    assert_eq!(site.state(&comment).await, "visible");
    assert_eq!(site.counts("post-1").await, (2, 1));
    site.report(&known[2].token, &comment).await.assert_status_ok();
    let managed = site.managed(&comment).await;
    assert_eq!(
        (&managed["state"], &managed["heldFor"], &managed["reportCount"]),
        (&json!("held"), &json!(["reports"]), &json!(6))
    );
    assert_eq!(managed["reports"].as_array().unwrap().len(), 5);
    site.site.assert_counts_are_correct();
    // Its place stays for the reply.
    assert_eq!(site.counts("post-1").await, (1, 1));
    let threads = site.site.get("/api/blogs/post-1/comments?view=threads").await;
    let root = &threads["comments"][0];
    assert_eq!((&root["state"], &root["user"]), (&json!("held"), &Value::Null));
    assert_eq!(root["replies"][0]["_id"], reply.as_str());

    // Approved, it stays: the same readers have had their say.
    assert_eq!(site.decided("approve", &[&comment]).await, ["done"]);
    for reader in &known {
        site.report(&reader.token, &comment).await.assert_status_ok();
    }
    let managed = site.managed(&comment).await;
    assert_eq!(
        (&managed["state"], &managed["reportCount"], &managed["reports"]),
        (&json!("visible"), &json!(0), &json!([]))
    );
    assert_eq!(site.counts("post-1").await, (2, 1));
}

#[tokio::test]
async fn reports_of_trusted_newcomers_count() {
    let site = Forum::new();
    let comment = site.said(&site.ada.token, None, "Questionable").await;
    let trusted = ["One", "Two", "Three"].map(|name| site.site.reader(name));
    for (number, reader) in trusted.iter().enumerate() {
        let trust = json!({"isTrusted": true});
        site.set_standing(reader.id, trust).await.assert_status_ok();
        assert_eq!(site.state(&comment).await, "visible", "{number}");
        site.report(&reader.token, &comment).await.assert_status_ok();
    }
    assert_eq!(site.state(&comment).await, "held");
}

#[tokio::test]
async fn reports_hold_no_comments_of_the_staff_and_of_trusted_readers() {
    let site = Forum::new();
    let known = site.known_readers(["Kay", "Lee", "Mia"]);
    site.set_standing(site.ada.id, json!({"isTrusted": true}))
        .await
        .assert_status_ok();
    let of_reader = site.said(&site.ada.token, None, "Trusted").await;
    let body = json!({"content": "By the staff"});
    let written = site
        .send(
            Method::POST,
            "/admin/blogs/post-1/comments",
            &site.editor.token,
            body,
        )
        .await;
    let of_staff = super::text_of(&written.json::<Value>()["comment"]["_id"]);
    for comment in [&of_reader, &of_staff] {
        for reader in &known {
            site.report(&reader.token, comment).await.assert_status_ok();
        }
        let managed = site.managed(comment).await;
        assert_eq!(
            (&managed["state"], &managed["reportCount"]),
            (&json!("visible"), &json!(3))
        );
    }
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_report_ends_with_the_account_of_its_reporter_and_with_its_subject() {
    let site = Forum::new();
    let (ada, bo) = (&site.ada, &site.bo);
    let comment = site.said(&ada.token, None, "Buy this").await;
    let other = site.site.reader("Other");
    for reader in [bo, &other] {
        site.report(&reader.token, &comment).await.assert_status_ok();
        site.report_reader(&reader.token, ada.id).await.assert_status_ok();
    }
    site.site.assert_counts_are_correct();
    assert_eq!(site.managed(&comment).await["reportCount"], 2);
    let delete = async |id, token: &str| {
        let path = format!("/users/{id}");
        let deleted = site.send(Method::DELETE, &path, token, json!({"password": PASSWORD}));
        deleted.await.assert_status_ok();
        site.site.assert_counts_are_correct();
    };
    delete(bo.id, &bo.token).await;
    assert_eq!(site.managed(&comment).await["reportCount"], 1);
    assert_eq!(
        rows(&site, "select report_count from users where name = 'Ada'"),
        "1"
    );
    // The comment of a deleted account stays, with its reports.
    delete(ada.id, &ada.token).await;
    assert_eq!(rows(&site, "select count(*) from user_reports"), "0");
    assert_eq!(site.queue("").await["totals"]["reported"], 1);
    let post = site.site.post_id("post-1");
    let deleted = site
        .send(
            Method::DELETE,
            &format!("/blogs/{post}"),
            &site.root.token,
            json!({}),
        )
        .await;
    deleted.assert_status_ok();
    assert_eq!(rows(&site, "select count(*) from comment_reports"), "0");
    assert_eq!(
        site.queue("").await["totals"],
        json!({"all": 0, "held": 0, "reported": 0})
    );
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn counts_follow_reports_through_all_states() {
    let site = Forum::new();
    let comment = site.said(&site.ada.token, None, "Text").await;
    site.report(&site.bo.token, &comment).await.assert_status_ok();
    let set = |state: CommentState| {
        let id = blog_app::domain::CommentId::parse(&comment).unwrap();
        let done: Result<(), StoreError> = blocking(|| {
            site.site.store.write_blocking(move |tx| {
                let comment = comments::moderated(tx, id)?.unwrap();
                let now = comment.created_at;
                comments::set_state(tx, &comment, state, &[], now)
            })
        });
        done.unwrap();
        site.site.assert_counts_are_correct();
    };
    for (state, reported) in [
        (CommentState::Held, 1),
        (CommentState::Removed, 0),
        (CommentState::Visible, 1),
        (CommentState::Removed, 0),
        (CommentState::Held, 1),
    ] {
        set(state);
        assert_eq!(site.queue("").await["totals"]["reported"], reported, "{state:?}");
    }
    let path = format!("/blogs/comments/{comment}");
    let deleted = site.send(Method::DELETE, &path, &site.ada.token, json!({})).await;
    deleted.assert_status_ok();
    assert_eq!(site.queue("").await["totals"]["reported"], 0);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_change_of_standing_resolves_the_reports_of_a_reader() {
    let site = Forum::new();
    let (ada, bo) = (&site.ada, &site.bo);
    let profile = format!("/users/profile/{}", ada.id);
    site.report_reader(&bo.token, ada.id).await.assert_status_ok();
    site.report_reader(&bo.token, ada.id).await.assert_status_ok();
    for token in [&site.root.token, &site.editor.token] {
        let user = site.get_as(token, &profile).await;
        assert_eq!(user["reportCount"], 1, "{user}");
        let report = &user["reports"][0];
        assert_eq!(
            (&report["reason"], &report["note"], &report["user"]["name"]),
            (&json!("abuse"), &json!("Rude"), &json!("Bo"))
        );
    }
    let listed = site.get_as(&site.root.token, "/admin/users?search=ada").await;
    assert_eq!(listed["users"][0]["reportCount"], 1);
    assert_eq!(listed["users"][0]["reports"][0]["note"], "Rude");
    // Neither the reader nor others see any of it.
    for token in [&ada.token, &bo.token] {
        let user = site.get_as(token, &profile).await;
        for field in [
            "reportCount",
            "reports",
            "isTrusted",
            "silencedUntil",
            "bannedUntil",
        ] {
            assert!(user.get(field).is_none(), "{field}: {user}");
        }
    }
    site.site.clock.advance_seconds(DAY_SECONDS);
    let resolved = site.set_standing(ada.id, json!({})).await;
    resolved.assert_status_ok();
    assert_eq!(resolved.json::<Value>()["user"]["reportCount"], 0);
    let user = site.get_as(&site.root.token, &profile).await;
    assert_eq!((&user["reportCount"], &user["reports"]), (&json!(0), &json!([])));
    site.site.assert_counts_are_correct();
}
