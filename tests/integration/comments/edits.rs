//! Changes of the text of a comment by its author.

use blog_app::domain::comment::CommentState;
use serde_json::{Value, json};

use super::Discussion;
use crate::support::accounts::assert_rejected;
use crate::support::database;

const DAY_SECONDS: i64 = 24 * 3_600;
const TOO_LATE: &str = "This comment can no longer be edited";

impl Discussion {
    /// Returns the earlier texts of all comments, oldest first.
    fn earlier_texts(&self) -> Vec<String> {
        let sql = "select content from comment_edits order by comment_id, number";
        database::query(self.site.folder(), sql)
    }
}

#[tokio::test]
async fn an_author_changes_a_comment_and_readers_see_when() {
    let site = Discussion::new();
    let ada = &site.ada.token;
    let id = site.said(ada, None, "First").await;
    site.like(ada, &id).await.assert_status_ok();
    site.site.clock.advance_seconds(60);
    let response = site.edit(ada, &id, "  Second\r\nline ").await;
    response.assert_status_ok();
    let body = response.json::<Value>();
    assert_eq!(body["message"], "Comment updated successfully");
    let comment = &body["comment"];
    assert_eq!(
        [&comment["content"], &comment["createdAt"], &comment["editedAt"]],
        [
            &json!("Second\nline"),
            &json!("2026-03-01T12:00:01.000Z"),
            &json!("2026-03-01T12:01:01.000Z")
        ]
    );
    // The author's own like is in the answer, as everywhere else.
    assert_eq!(
        (&comment["isLiked"], &comment["likeCount"]),
        (&json!(true), &json!(1))
    );
    for path in [
        "/api/blogs/post-1/comments",
        "/api/blogs/post-1/comments?view=threads",
    ] {
        let listed = site.site.get_as(ada, path).await["comments"][0].clone();
        for (name, value) in comment.as_object().unwrap() {
            assert_eq!(&listed[name], value, "{path}: {name}");
        }
    }
    assert_eq!(site.earlier_texts(), ["First"]);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_comment_can_be_edited_for_24_hours_to_the_millisecond() {
    let site = Discussion::new();
    let ada = &site.ada.token;
    let id = site.said(ada, None, "First").await;
    site.site.clock.advance_seconds(DAY_SECONDS);
    site.edit(ada, &id, "In time").await.assert_status_ok();
    site.site
        .execute_elsewhere("update comments set created_at = created_at - 1")
        .await;
    assert_rejected(&site.edit(ada, &id, "Too late").await, 403, TOO_LATE);
    // Not even to what it is, so that nobody takes it for possible.
    assert_rejected(&site.edit(ada, &id, "In time").await, 403, TOO_LATE);
    // It can be deleted at any time.
    site.site.clock.advance_seconds(300 * DAY_SECONDS);
    site.delete(ada, &id).await.assert_status_ok();
    assert_eq!(site.earlier_texts(), Vec::<String>::new());
}

#[tokio::test]
async fn the_same_text_is_no_change() {
    let site = Discussion::new();
    let ada = &site.ada.token;
    let id = site.said(ada, None, "The same").await;
    site.site.clock.advance_seconds(60);
    let response = site.edit(ada, &id, " The same\n").await;
    response.assert_status_ok();
    assert_eq!(response.json::<Value>()["comment"]["editedAt"], Value::Null);
    assert_eq!(site.earlier_texts(), Vec::<String>::new());
}

#[tokio::test]
async fn the_newest_20_earlier_texts_are_kept() {
    let site = Discussion::new();
    let ada = &site.ada.token;
    let id = site.said(ada, None, "0").await;
    for number in 1..=25 {
        site.edit(ada, &id, &number.to_string()).await.assert_status_ok();
    }
    let kept: Vec<String> = (5..25).map(|number| number.to_string()).collect();
    assert_eq!(site.earlier_texts(), kept);
}

#[tokio::test]
async fn only_the_author_changes_and_deletes_a_comment() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let id = site.said(ada, None, "Mine").await;
    let others = "This comment is somebody else's";
    assert_rejected(&site.edit(bo, &id, "Yours").await, 403, others);
    assert_rejected(&site.delete(bo, &id).await, 403, others);
    let staff = site.staff_said(&site.root.token, None, "Ours").await;
    assert_rejected(&site.edit(ada, &staff, "Mine").await, 403, others);
    assert_rejected(&site.delete(ada, &staff).await, 403, others);
    // Nobody else learns of a comment that waits for a moderator; its author may still improve it.
    site.set_state(&id, CommentState::Held);
    for response in [site.edit(bo, &id, "Yours").await, site.delete(bo, &id).await] {
        assert_rejected(&response, 404, "Comment not found");
    }
    let response = site.edit(ada, &id, "Mine, improved").await;
    response.assert_status_ok();
    assert_eq!(
        response.json::<Value>()["message"],
        "Your comment will be shown once a moderator has approved it"
    );
    site.delete(ada, &id).await.assert_status_ok();
    for id in [&*id, "nothing", "01a1fcb0-b5b0-7156-81ed-654973130318"] {
        for response in [site.edit(ada, id, "Mine").await, site.delete(ada, id).await] {
            assert_rejected(&response, 404, "Comment not found");
        }
    }
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_text_is_checked_as_that_of_a_new_comment() {
    let site = Discussion::new();
    let ada = &site.ada.token;
    let id = site.said(ada, None, "First").await;
    for (text, message) in [
        (" \n ", "Comment cannot be empty"),
        ("a\0b", "Comment cannot hold the character U+0000"),
        (
            &*"é".repeat(5_001),
            "Comment must be at most 5,000 characters long",
        ),
    ] {
        assert_rejected(&site.edit(ada, &id, text).await, 400, message);
    }
    site.edit(ada, &id, &"é".repeat(5_000)).await.assert_status_ok();
}
