//! Comments that are held, removed or deleted: who sees what of them, and for how long.

use axum::http::Method;
use blog_app::actions::clean_up::{self, Removed};
use blog_app::domain::Clock as _;
use blog_app::domain::comment::CommentState;
use serde_json::{Value, json};

use super::{Discussion, ids};
use crate::support::accounts::assert_rejected;
use crate::support::database;

const DAY_SECONDS: i64 = 24 * 3_600;

impl Discussion {
    async fn clean_up(&self) -> Removed {
        let now = self.site.clock.now();
        clean_up::clean_up(&self.site.store, now).await.unwrap()
    }

    /// Returns the number of rows of comments, whatever their states are.
    fn rows(&self) -> String {
        database::query(self.site.folder(), "select count(*) from comments").remove(0)
    }

    fn stores(&self, text: &str) -> bool {
        let stored = "select count(*) from (select content from comments where content like '%{}%'
                      union all select content_folded from comments where content_folded like '%{}%'
                      union all select content from comment_edits where content like '%{}%') as texts";
        database::query(self.site.folder(), &stored.replace("{}", text)) != ["0"]
    }
}

#[tokio::test]
async fn a_deleted_comment_is_erased_at_once() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let root = site.said(ada, None, "alpha secret").await;
    site.edit(ada, &root, "beta secret").await.assert_status_ok();
    site.like(bo, &root).await.assert_status_ok();
    let reply = site.said(bo, Some(&root), "reply").await;
    let response = site.delete(ada, &root).await;
    response.assert_status_ok();
    assert_eq!(
        response.json::<Value>(),
        json!({"success": true, "message": "Comment deleted successfully"})
    );
    assert!(!site.stores("secret") && site.stores("reply"));
    assert_rejected(&site.delete(ada, &root).await, 404, "Comment not found");
    site.site.assert_counts_are_correct();
    assert_eq!((site.counts().await, &*site.rows()), ((1, 1), "2"));
    // The last reply takes its row away.
    site.delete(bo, &reply).await.assert_status_ok();
    assert_eq!((site.counts().await, &*site.rows()), ((0, 0), "0"));
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn erased_comments_go_with_the_last_comment_below_them() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let mut chain = vec![site.said(ada, None, "0").await];
    for depth in 1..6 {
        let parent = chain.last().unwrap().clone();
        chain.push(site.said(ada, Some(&parent), &depth.to_string()).await);
    }
    let branch = site.said(bo, Some(&chain[1]), "branch").await;
    for id in &chain[..5] {
        site.delete(ada, id).await.assert_status_ok();
        site.site.assert_counts_are_correct();
    }
    assert_eq!((site.counts().await, &*site.rows()), ((2, 1), "7"));
    // What is above the branch stays for it.
    site.delete(ada, &chain[5]).await.assert_status_ok();
    assert_eq!((site.counts().await, &*site.rows()), ((1, 1), "3"));
    assert_eq!(
        site.ids_below(&chain[0], 20).await,
        [chain[1].clone(), branch.clone()]
    );
    site.delete(bo, &branch).await.assert_status_ok();
    assert_eq!((site.counts().await, &*site.rows()), ((0, 0), "0"));
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn the_text_of_a_removed_comment_is_kept_for_30_days() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let root = site.said(ada, None, "alpha secret").await;
    let reply = site.said(bo, Some(&root), "reply").await;
    let alone = site.said(ada, None, "gamma secret").await;
    for id in [&root, &alone] {
        site.remove(&site.root.token, id).await.assert_status_ok();
    }
    // No answer holds it, not even to its author.
    for path in [
        "/api/blogs/post-1/comments".to_owned(),
        "/api/blogs/post-1/comments?view=threads".to_owned(),
        "/api/blogs/post-1/comments?view=held".to_owned(),
        format!("/api/blogs/comments/{root}"),
        format!("/api/users/{}/comments", site.ada.id),
        "/blog/post-1".to_owned(),
    ] {
        let response = site.site.request(Method::GET, &path, ada, None).await;
        assert!(!response.text().contains("secret"), "{path}");
    }
    assert_rejected(&site.delete(ada, &root).await, 404, "Comment not found");
    assert_rejected(&site.edit(ada, &root, "back").await, 404, "Comment not found");

    site.site.clock.advance_seconds(30 * DAY_SECONDS);
    assert_eq!(site.clean_up().await.removed_comments, 0);
    assert!(site.stores("alpha secret") && site.stores("gamma secret"));
    site.site.clock.advance_seconds(1);
    assert_eq!(site.clean_up().await.removed_comments, 2);
    assert!(!site.stores("secret") && site.stores("reply"));
    assert_eq!((site.counts().await, &*site.rows()), ((1, 1), "2"));
    let threads = site.threads("").await;
    super::assert_tombstone(&threads["comments"][0], "removed");
    assert_eq!(site.clean_up().await.removed_comments, 0);
    site.site.assert_counts_are_correct();
    site.delete(bo, &reply).await.assert_status_ok();
    assert_eq!(site.rows(), "0");
}

#[tokio::test]
async fn removed_comments_are_erased_in_batches() {
    let site = Discussion::new();
    let root = site.said(&site.ada.token, None, "root").await;
    for number in 0..230 {
        let parent = if number % 2 == 0 { None } else { Some(&*root) };
        let id = site.said(&site.ada.token, parent, "secret").await;
        site.set_state(&id, CommentState::Removed);
    }
    site.site.clock.advance_seconds(31 * DAY_SECONDS);
    assert_eq!(site.clean_up().await.removed_comments, 230);
    assert_eq!(site.rows(), "1");
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn only_its_author_sees_a_held_comment() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let id = site.said(ada, None, "a secret").await;
    site.said(bo, None, "for all").await;
    site.set_state(&id, CommentState::Held);
    assert_eq!(site.counts().await, (1, 1));
    let held = "/api/blogs/post-1/comments?view=held";
    let (single, profile) = (
        format!("/api/blogs/comments/{id}"),
        format!("/api/users/{}/comments", site.ada.id),
    );
    let own = site.site.get_as(ada, held).await;
    assert_eq!(
        (ids(&own["comments"]), &own["total"], &own["totalPages"]),
        (vec![id.clone()], &json!(1), &json!(1))
    );
    for comment in [
        &own["comments"][0],
        &site.site.get_as(ada, &single).await["comment"],
        &site.site.get_as(ada, &profile).await[0],
    ] {
        assert_eq!(
            (&comment["state"], &comment["content"], &comment["user"]["name"]),
            (&json!("held"), &json!("a secret"), &json!("Ada"))
        );
    }
    assert_eq!(site.site.get_as(bo, held).await["comments"], json!([]));
    assert_eq!(site.site.get_as(bo, &profile).await, json!([]));
    for token in ["", bo, &site.root.token] {
        let response = site.site.request(Method::GET, &single, token, None).await;
        assert_rejected(&response, 404, "Comment not found");
    }
    for path in [
        "/api/blogs/post-1",
        "/api/blogs/post-1/comments",
        "/api/blogs/post-1/comments?view=threads",
        "/blog/post-1",
        "/feed.xml",
        &format!("/profile/{}", site.ada.id),
    ] {
        for token in ["", bo] {
            let response = site.site.request(Method::GET, path, token, None).await;
            assert!(!response.text().contains("a secret"), "{path}");
        }
    }
    site.set_state(&id, CommentState::Visible);
    assert_eq!(site.counts().await, (2, 2));
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn the_newest_20_held_comments_of_a_reader_are_listed() {
    let site = Discussion::new();
    let mut held = Vec::new();
    for number in 0..23 {
        let id = site.said(&site.ada.token, None, &number.to_string()).await;
        site.set_state(&id, CommentState::Held);
        held.insert(0, id);
    }
    let listed = site
        .site
        .get_as(&site.ada.token, "/api/blogs/post-1/comments?view=held")
        .await;
    assert_eq!(ids(&listed["comments"]), held[..20]);
}

#[tokio::test]
async fn only_visible_comments_can_be_liked() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let liked = site.said(ada, None, "liked").await;
    let not_liked = site.said(ada, None, "not liked").await;
    for id in [&liked, &not_liked] {
        site.said(ada, Some(id), "a reply").await;
    }
    site.like(bo, &liked).await.assert_status_ok();
    for state in [CommentState::Held, CommentState::Removed] {
        for id in [&liked, &not_liked] {
            site.set_state(id, state);
            // Neither liked nor unliked.
            assert_rejected(&site.like(bo, id).await, 404, "Comment not found");
            site.site.assert_counts_are_correct();
        }
    }
    for id in [&liked, &not_liked] {
        site.set_state(id, CommentState::Visible);
    }
    let threads = site.threads("&sort=oldest").await;
    assert_eq!(threads["comments"][0]["likeCount"], 1);
    assert_eq!(threads["comments"][1]["likeCount"], 0);
    site.delete(ada, &liked).await.assert_status_ok();
    assert_rejected(&site.like(bo, &liked).await, 404, "Comment not found");
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn readers_cannot_comment_where_comments_are_closed() {
    let site = Discussion::new();
    let ada = &site.ada.token;
    let id = site.said(ada, None, "In time").await;
    site.site
        .execute_elsewhere("update posts set comments_closed = 1 where slug = 'post-1'")
        .await;
    for parent in [None, Some(&*id)] {
        assert_rejected(&site.say(ada, parent, "Late").await, 403, "Comments are closed");
    }
    site.staff_said(&site.root.token, Some(&id), "The last word")
        .await;
    // What is there remains its author's.
    site.edit(ada, &id, "Changed").await.assert_status_ok();
    site.delete(ada, &id).await.assert_status_ok();
}
