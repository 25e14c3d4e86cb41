//! What each member of the staff may do in a review, and sees of it.

use axum::http::Method;
use serde_json::{Value, json};

use super::Team;
use crate::support::database;

/// The roles, each with a draft of its own and with one of somebody else.
#[tokio::test]
async fn each_role_reviews_and_writes_notes_where_it_may() {
    let team = Team::new();
    team.draft(&team.admin.token, "foreign").await;
    // Contributor, author, editor, administrator: their own draft, and the one of another.
    let members = [&team.contributor, &team.author, &team.editor, &team.admin];
    for (number, member) in members.into_iter().enumerate() {
        let own = format!("own-{number}");
        team.draft(&member.token, &own).await;
        let is_editor = number >= 2;
        for (slug, is_own) in [(&*own, true), ("foreign", false)] {
            let is_allowed = is_own || is_editor;
            let expected = if is_allowed { 200 } else { 403 };
            let path = format!("/api/blogs/{slug}/notes");
            let list = team.site.request(Method::GET, &path, &member.token, None).await;
            assert_eq!(list.status_code(), expected, "notes of {slug} for {number}");
            let expected = if is_allowed { 201 } else { 403 };
            let added = team.note(&member.token, slug, "A word").await;
            assert_eq!(added.status_code(), expected, "note on {slug} by {number}");
            let expected = if is_allowed { 200 } else { 403 };
            let submitted = team.submit(&member.token, slug, json!({})).await;
            assert_eq!(
                submitted.status_code(),
                expected,
                "submission of {slug} by {number}"
            );
            let decision = json!({"decision": "changes", "note": "Once more"});
            let expected = if is_editor { 200 } else { 403 };
            let decided = team.review(&member.token, slug, decision).await;
            assert_eq!(decided.status_code(), expected, "decision on {slug} by {number}");
        }
    }
    for slug in ["nothing", "0198c0de-0000-7000-8000-000000000000"] {
        assert_eq!(
            team.submit(&team.author.token, slug, json!({}))
                .await
                .status_code(),
            404
        );
        assert_eq!(
            team.note(&team.author.token, slug, "A word").await.status_code(),
            404
        );
        let decided = team
            .review(&team.editor.token, slug, json!({"decision": "approve"}))
            .await;
        assert_eq!(decided.status_code(), 404);
    }
}

#[tokio::test]
async fn notes_are_paged_and_keep_their_text_when_their_writer_leaves() {
    let team = Team::new();
    team.draft(&team.contributor.token, "mine").await;
    for text in ["one", "two", "three"] {
        let added = team.note(&team.contributor.token, "mine", text).await;
        assert_eq!(added.status_code(), 201);
        assert_eq!(added.json::<Value>()["note"]["text"], text);
        team.site.clock.advance_seconds(1);
    }
    let path = "/api/blogs/mine/notes?limit=2&page=2";
    let page = team.site.get_as(&team.contributor.token, path).await;
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(3), &json!(2)));
    assert_eq!(page["notes"][0]["text"], "one");
    for (text, status) in [
        ("", 400),
        (" \n", 400),
        (&*"é".repeat(2_001), 400),
        (&*"é".repeat(2_000), 201),
    ] {
        let added = team.note(&team.contributor.token, "mine", text).await;
        assert_eq!(added.status_code(), status);
    }
    let member = format!("/api/admin/team/{}", team.contributor.id);
    let removed = team
        .send(Method::DELETE, &member, &team.admin.token, json!({}))
        .await;
    removed.assert_status_ok();
    let notes = team.notes("mine").await;
    assert_eq!(notes.len(), 4);
    assert!(notes.iter().all(|note| note["author"].is_null()));
    let deleted = team
        .send(Method::DELETE, "/api/blogs/mine", &team.editor.token, json!({}))
        .await;
    deleted.assert_status_ok();
    let left = database::query(team.site.folder(), "select count(*) from post_notes");
    assert_eq!(left, ["0"]);
}

#[tokio::test]
async fn the_list_of_the_staff_shows_one_step_of_the_review() {
    let team = Team::new();
    let (cleo, edith) = (&team.contributor.token, &team.editor.token);
    for title in ["first", "second", "third"] {
        team.draft(cleo, title).await;
    }
    team.draft(edith, "foreign").await;
    for slug in ["first", "second", "foreign"] {
        team.submit(edith, slug, json!({})).await.assert_status_ok();
    }
    let changes = json!({"decision": "changes", "note": "No"});
    team.review(edith, "second", changes).await.assert_status_ok();
    for (token, query, expected) in [
        (edith, "review=submitted", 2),
        (edith, "review=submitted&status=draft&search=first", 1),
        (edith, "review=submitted&status=published", 0),
        (edith, "review=changesRequested", 1),
        (edith, "review=none", 1),
        (edith, "review=all", 4),
        (cleo, "review=submitted", 1),
        (cleo, "review=none&status=draft", 1),
        (cleo, "", 3),
    ] {
        let path = format!("/api/blogs/admin/blogs?{query}");
        let list = team.site.get_as(token, &path).await;
        assert_eq!(list["total"], expected, "{query}");
        assert_eq!(list["blogs"].as_array().unwrap().len(), expected, "{query}");
    }
    let path = "/api/blogs/admin/blogs?review=unknown";
    let refused = team.site.request(Method::GET, path, edith, None).await;
    assert_eq!(refused.status_code(), 400);
}
