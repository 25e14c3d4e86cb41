//! Comments of the staff under their own names, and what each role may do with comments.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::Discussion;
use crate::support::accounts::assert_rejected;
use crate::support::database;

const NOT_ALLOWED: &str = "Your role does not allow this";

impl Discussion {
    async fn staff_edit(&self, token: &str, id: &str, text: &str) -> axum_test::TestResponse {
        let path = format!("/admin/comments/{id}");
        self.send(Method::PATCH, &path, token, json!({"content": text}))
            .await
    }
}

#[tokio::test]
async fn the_staff_comment_under_their_names_and_roles() {
    let site = Discussion::new();
    let question = site.said(&site.ada.token, None, "A question").await;
    for role in Role::ALL {
        let member = site.site.staff(&format!("the-{}", role.name()), role);
        let id = site.staff_said(&member.token, Some(&question), "An answer").await;
        let comment = site.get(&format!("/blogs/comments/{id}")).await["comment"].clone();
        let name = format!("the-{}", role.name());
        assert_eq!(
            [
                &comment["role"],
                &comment["user"]["_id"],
                &comment["user"]["id"],
                &comment["user"]["name"],
                &comment["user"]["username"],
                &comment["inReplyTo"]["name"]
            ],
            [
                &json!(role.name()),
                &Value::Null,
                &Value::Null,
                &json!(name),
                &json!(name),
                &json!("Ada")
            ]
        );
        assert!(comment["user"]["profileImage"]["url"].is_string(), "{comment}");
        let reply = site.said(&site.ada.token, Some(&id), "Thank you").await;
        let reply = site.get(&format!("/blogs/comments/{reply}")).await["comment"].clone();
        assert_eq!(reply["inReplyTo"], json!({"id": id, "name": name}));
    }
    let readers_role = site.get(&format!("/blogs/comments/{question}")).await["comment"]["role"].clone();
    assert_eq!(readers_role, Value::Null);
    assert_eq!(site.counts().await, (9, 1));
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_changed_role_or_name_shows_in_earlier_comments() {
    let site = Discussion::new();
    let member = site.site.staff("ann", Role::Author);
    let id = site.staff_said(&member.token, None, "Hello").await;
    let shown = async || {
        let comment = site.threads("").await["comments"][0].clone();
        (comment["role"].clone(), comment["user"]["name"].clone())
    };
    assert_eq!(shown().await, (json!("author"), json!("ann")));
    let path = format!("/admin/team/{}", member.id);
    let role = site.send(Method::PATCH, &path, &site.root.token, json!({"role": "editor"}));
    role.await.assert_status_ok();
    assert_eq!(shown().await, (json!("editor"), json!("ann")));
    let removed = site
        .send(Method::DELETE, &path, &site.root.token, json!({}))
        .await;
    removed.assert_status_ok();
    assert_eq!(shown().await, (Value::Null, json!("Deleted User")));
    let comment = site.get(&format!("/blogs/comments/{id}")).await["comment"].clone();
    assert_eq!(comment["content"], "Hello");
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_member_of_the_staff_changes_and_deletes_only_their_own_comments() {
    let site = Discussion::new();
    let others = "This comment is somebody else's";
    let of_reader = site.said(&site.ada.token, None, "A reader's").await;
    let of_root = site
        .staff_said(&site.root.token, None, "The administrator's")
        .await;
    for role in [Role::Contributor, Role::Author] {
        let member = site.site.staff(&format!("a-{}", role.name()), role);
        let id = site.staff_said(&member.token, None, "Mine").await;
        let edited = site.staff_edit(&member.token, &id, "Still mine").await;
        edited.assert_status_ok();
        assert_eq!(edited.json::<Value>()["comment"]["content"], "Still mine");
        for other in [&of_reader, &of_root] {
            let response = site.staff_edit(&member.token, other, "Mine now").await;
            assert_rejected(&response, 403, others);
            let response = site.remove(&member.token, other).await;
            assert_rejected(&response, 403, NOT_ALLOWED);
        }
        site.remove(&member.token, &id).await.assert_status_ok();
        let again = site.remove(&member.token, &id).await;
        assert_rejected(&again, 404, "Comment not found");
    }
    // An administrator removes any, but writes nobody else's.
    let response = site.staff_edit(&site.root.token, &of_reader, "Mine now").await;
    assert_rejected(&response, 403, others);
    for id in [&of_reader, &of_root] {
        site.remove(&site.root.token, id).await.assert_status_ok();
        assert_rejected(&site.remove(&site.root.token, id).await, 404, "Comment not found");
    }
    assert_eq!(site.counts().await, (0, 0));
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn writes_of_the_staff_are_in_the_audit_log() {
    let site = Discussion::new();
    let id = site.staff_said(&site.root.token, None, "Hello").await;
    for text in ["Hello", "Hello all", "Hello all"] {
        let edited = site.staff_edit(&site.root.token, &id, text).await;
        edited.assert_status_ok();
    }
    site.remove(&site.root.token, &id).await.assert_status_ok();
    let rows = database::query(
        site.site.folder(),
        "select action || ' ' || target from audit where target like '%-%' order by action",
    );
    assert_eq!(
        rows,
        [
            format!("comment.created {id}"),
            format!("comment.deleted {id}"),
            format!("comment.edited {id}")
        ]
    );
    let texts = database::query(site.site.folder(), "select detail from audit where detail <> ''");
    assert_eq!(texts, Vec::<String>::new());
}

#[tokio::test]
async fn a_text_is_checked_before_the_post_is_looked_up() {
    let site = Discussion::new();
    let path = "/admin/blogs/nothing/comments";
    let empty = json!({"content": " "});
    let response = site.send(Method::POST, path, &site.root.token, empty).await;
    assert_rejected(&response, 400, "Comment cannot be empty");
    let text = json!({"content": "Hello"});
    let response = site.send(Method::POST, path, &site.root.token, text).await;
    assert_rejected(&response, 404, "Blog not found");
}
