//! Decisions of the staff on several comments at once.

use axum::http::Method;
use serde_json::{Value, json};

use super::Forum;
use crate::support::accounts::assert_rejected;
use crate::support::database;

fn audited(site: &Forum) -> Vec<String> {
    database::query(
        site.site.folder(),
        "select action from audit where action like 'comment.%' order by at, id",
    )
}

#[tokio::test]
async fn approves_what_was_held_or_removed_and_restores_all_counts() {
    let site = Forum::new();
    let (ada, bo) = (&site.ada, &site.bo);
    let root = site.add("post-1", ada.id, None, &[]);
    let reply = site.add("post-1", bo.id, Some(root), &[]);
    let below = site.add("post-1", ada.id, Some(reply), &[]);
    let held = site.add("post-1", bo.id, Some(reply), &["link"]).to_string();
    let [root, reply, below] = [root, reply, below].map(|id| id.to_string());
    assert_eq!(site.counts("post-1").await, (3, 1));
    assert_eq!(
        site.decided("approve", &[&held, &root]).await,
        ["done", "unchanged"]
    );
    assert_eq!(site.counts("post-1").await, (4, 1));
    assert_eq!(site.managed(&root).await["replyCount"], 3);

    for undone in [&root, &reply, &below] {
        let before = site
            .site
            .get("/api/blogs/post-1/comments?view=threads&sort=oldest")
            .await;
        assert_eq!(site.decided("remove", &[undone]).await, ["done"]);
        assert_eq!(site.counts("post-1").await, (3, 1));
        assert_eq!(site.decided("remove", &[undone]).await, ["unchanged"]);
        assert_eq!(site.decided("approve", &[undone]).await, ["done"]);
        let after = site
            .site
            .get("/api/blogs/post-1/comments?view=threads&sort=oldest")
            .await;
        assert_eq!(before, after);
    }
    let all = [root.as_str(), &reply, &below, &held];
    assert_eq!(site.decided("remove", &all).await, ["done"; 4]);
    assert_eq!(site.counts("post-1").await, (0, 0));
    assert_eq!(site.decided("approve", &[&below]).await, ["done"]);
    assert_eq!(site.counts("post-1").await, (1, 1));
    assert_eq!(
        site.decided("approve", &all).await,
        ["done", "done", "unchanged", "done"]
    );
    assert_eq!(site.counts("post-1").await, (4, 1));
}

#[tokio::test]
async fn resolves_reports_with_every_decision() {
    for (action, state) in [
        ("approve", "visible"),
        ("remove", "removed"),
        ("spam", "removed"),
        ("dismiss", "visible"),
    ] {
        let site = Forum::new();
        let comment = site.said(&site.ada.token, None, "Reported").await;
        site.report(&site.bo.token, &comment).await.assert_status_ok();
        assert_eq!(site.decided(action, &[&comment]).await, ["done"], "{action}");
        let managed = site.managed(&comment).await;
        assert_eq!(
            (&managed["state"], &managed["reportCount"]),
            (&json!(state), &json!(0)),
            "{action}"
        );
        assert_eq!(site.decided(action, &[&comment]).await, ["unchanged"], "{action}");
        let action = match action {
            "approve" => "comment.approved",
            "remove" => "comment.removed",
            "spam" => "comment.spam",
            _ => "comment.dismissed",
        };
        assert_eq!(audited(&site), [action]);
    }
}

#[tokio::test]
async fn spam_alone_bans_nobody() {
    let site = Forum::new();
    let [spam, other] = [1, 2].map(|_| site.add("post-1", site.ada.id, None, &[]).to_string());
    assert_eq!(site.decided("spam", &[&spam]).await, ["done"]);
    assert_eq!(site.state(&other).await, "visible");
    assert_eq!(site.report(&site.ada.token, &other).await.status_code(), 400);
}

#[tokio::test]
async fn decides_on_up_to_100_comments_and_answers_for_each() {
    let site = Forum::new();
    let comments: Vec<String> = (0..97)
        .map(|_| site.add("post-1", site.ada.id, None, &["word"]).to_string())
        .collect();
    let deleted = site.said(&site.bo.token, None, "Gone").await;
    let path = format!("/blogs/comments/{deleted}");
    let gone = site.send(Method::DELETE, &path, &site.bo.token, json!({})).await;
    gone.assert_status_ok();
    let mut ids: Vec<&str> = comments.iter().map(String::as_str).collect();
    ids.extend([deleted.as_str(), "nothing", comments[0].as_str()]);
    assert_eq!(ids.len(), 100);
    let outcomes = site.decided("approve", &ids).await;
    assert_eq!(&outcomes[..97], vec!["done"; 97]);
    assert_eq!(&outcomes[97..], ["not_found", "not_found", "unchanged"]);
    assert_eq!(site.counts("post-1").await, (97, 97));
    let body = json!({"ids": ids, "action": "remove"});
    let response: Value = site.moderate(body).await.json();
    assert_eq!(response["message"], "97 comments removed");

    ids.push("nothing");
    for ids in [json!(ids), json!([])] {
        let response = site.moderate(json!({"ids": ids, "action": "approve"})).await;
        assert_rejected(&response, 400, "Choose 1 to 100 comments");
    }
    let response = site.moderate(json!({"ids": [deleted], "action": "delete"})).await;
    assert_rejected(&response, 400, "action is approve, remove, spam or dismiss");
    let whole = json!({"ids": [deleted], "action": "remove", "wholeUser": true});
    let response = site.moderate(whole).await;
    assert_rejected(&response, 400, "wholeUser is possible with spam alone");
}

#[tokio::test]
async fn a_deleted_comment_with_replies_is_not_there_for_a_decision() {
    let site = Forum::new();
    let comment = site.said(&site.ada.token, None, "Gone").await;
    site.said(&site.bo.token, Some(&comment), "A reply").await;
    let path = format!("/blogs/comments/{comment}");
    let deleted = site.send(Method::DELETE, &path, &site.ada.token, json!({})).await;
    deleted.assert_status_ok();
    for action in ["approve", "remove", "spam", "dismiss"] {
        assert_eq!(site.decided(action, &[&comment]).await, ["not_found"], "{action}");
    }
}

#[tokio::test]
async fn editors_and_administrators_alone_decide() {
    let site = Forum::new();
    let comment = site.said(&site.ada.token, None, "Text").await;
    let body = json!({"ids": [comment], "action": "remove"});
    let path = "/admin/comments/moderate";
    let author = site.site.staff("arthur", blog_app::domain::Role::Author);
    for (token, status) in [
        ("", 401),
        (&*site.ada.token, 403),
        (&*author.token, 403),
        (&*site.root.token, 200),
    ] {
        let response = site.send(Method::POST, path, token, body.clone()).await;
        assert_eq!(response.status_code(), status);
        let change = format!("/admin/users/{}/standing", site.bo.id);
        let response = site
            .send(Method::PATCH, &change, token, json!({"isTrusted": true}))
            .await;
        assert_eq!(response.status_code(), status);
    }
}
