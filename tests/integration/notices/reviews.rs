//! Notices of the steps of a review.

use axum::http::StatusCode;
use blog_app::domain::{AdminId, Role};
use serde_json::json;

use super::Notices;
use crate::support::accounts::Account;

async fn draft_of(site: &Notices, token: &str) -> String {
    let draft = site.save(token, "A draft", json!({"status": "draft"})).await;
    draft["_id"].as_str().unwrap().to_owned()
}

/// Returns the steps that somebody was told of, newest first.
async fn steps(site: &Notices, member: &Account<AdminId>) -> Vec<String> {
    let notices = site.notices(&member.token).await;
    notices
        .iter()
        .map(|notice| {
            assert_eq!(notice["kind"], "review");
            notice["detail"].as_str().unwrap().to_owned()
        })
        .collect()
}

#[tokio::test]
async fn tells_those_concerned_of_each_step() {
    let site = Notices::new().await;
    let contributor = site.site.staff("connie", Role::Contributor);
    let id = draft_of(&site, &contributor.token).await;
    let step = async |path: &str, token: &str, body| {
        site.site.clock.advance_seconds(60);
        site.call(&format!("POST /blogs/{id}/{path}"), token, body).await;
    };
    step("submit", &contributor.token, json!({"note": "Please"})).await;
    assert_eq!(steps(&site, &site.editor).await, ["submitted"]);
    assert_eq!(steps(&site, &site.root).await, ["submitted"]);
    let changes = json!({"decision": "changes", "note": "Shorter"});
    step("review", &site.editor.token, changes).await;
    assert_eq!(steps(&site, &contributor).await, ["changesRequested"]);
    step("notes", &contributor.token, json!({"text": "How short?"})).await;
    assert_eq!(steps(&site, &site.editor).await, ["note", "submitted"]);
    assert_eq!(steps(&site, &site.root).await, ["submitted"], "took no part");
    step("notes", &site.editor.token, json!({"text": "Half"})).await;
    assert_eq!(steps(&site, &contributor).await, ["note", "changesRequested"]);
    step("submit", &contributor.token, json!({})).await;
    step("review", &site.editor.token, json!({"decision": "approve"})).await;
    assert_eq!(
        steps(&site, &contributor).await,
        ["approved", "note", "changesRequested"]
    );
    assert!(steps(&site, &site.author).await.is_empty());
    let notice = &site.notices(&contributor.token).await[0];
    assert_eq!(notice["blog"]["id"], id);
    assert_eq!(notice["actor"]["name"], "edith");
}

#[tokio::test]
async fn shows_notices_about_drafts_to_the_staff_concerned() {
    let site = Notices::new().await;
    let id = draft_of(&site, &site.author.token).await;
    site.call(&format!("POST /blogs/{id}/submit"), &site.author.token, json!({}))
        .await;
    let notice = &site.notices(&site.editor.token).await[0];
    assert_eq!(
        (&notice["blog"]["id"], &notice["blog"]["status"]),
        (&json!(id), &json!("draft"))
    );
    let deleted = site
        .send(
            axum::http::Method::DELETE,
            &format!("/blogs/{id}"),
            &site.root.token,
            json!({}),
        )
        .await;
    assert_eq!(deleted.status_code(), StatusCode::OK);
    assert!(site.notices(&site.editor.token).await.is_empty());
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn tells_editors_of_a_planned_draft_that_its_contributor_changes() {
    let site = Notices::new().await;
    let contributor = site.site.staff("connie", Role::Contributor);
    let id = draft_of(&site, &contributor.token).await;
    let tomorrow = json!({"publishAt": "2026-03-02T12:00:00Z"});
    site.call(&format!("PUT /blogs/{id}/schedule"), &site.root.token, tomorrow)
        .await;
    let change = super::body("A changed draft", json!({"status": "draft"}));
    site.call(&format!("PUT /blogs/update/{id}"), &contributor.token, change)
        .await;
    assert_eq!(steps(&site, &site.editor).await, ["submitted"]);
}
