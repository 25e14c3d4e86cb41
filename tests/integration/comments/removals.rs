//! The removal of readers and of posts with threads.

use axum::http::Method;
use blog_app::domain::comment::CommentState;
use serde_json::{Value, json};

use super::Discussion;
use crate::support::accounts::PASSWORD;
use crate::support::database;

const TABLES: [&str; 4] = ["comments", "comment_edits", "comment_likes", "comment_reports"];

impl Discussion {
    /// Adds a thread of all states, with edits, likes and reports, and returns the ids of its comments.
    async fn add_thread(&self) -> Vec<String> {
        let (ada, bo) = (&self.ada.token, &self.bo.token);
        let root = self.said(ada, None, "root").await;
        let mut ids = vec![root.clone()];
        for text in ["held", "removed", "deleted", "visible"] {
            let id = self.said(ada, Some(&root), text).await;
            self.edit(ada, &id, &format!("{text}, edited"))
                .await
                .assert_status_ok();
            self.like(bo, &id).await.assert_status_ok();
            self.like(ada, &id).await.assert_status_ok();
            self.said(bo, Some(&id), "a reply").await;
            ids.push(id);
        }
        for id in &ids {
            let report = format!(
                "insert into comment_reports (comment_id, user_id, reason, note, at)
                 values ('{id}', '{}', 'spam', '', 1)",
                self.bo.id
            );
            self.site.execute_elsewhere(&report).await;
        }
        self.set_state(&ids[1], CommentState::Held);
        self.remove(&self.root.token, &ids[2]).await.assert_status_ok();
        self.delete(ada, &ids[3]).await.assert_status_ok();
        self.site.assert_counts_are_correct();
        ids
    }
}

#[tokio::test]
async fn comments_of_a_removed_reader_keep_their_places_and_counts() {
    let site = Discussion::new();
    let ids = site.add_thread().await;
    let before = site.counts().await;
    assert_eq!(before, (6, 1));
    for account in [&site.bo, &site.ada] {
        let path = format!("/users/{}", account.id);
        let removed = site.send(
            Method::DELETE,
            &path,
            &account.token,
            json!({"password": PASSWORD}),
        );
        removed.await.assert_status_ok();
        site.site.assert_counts_are_correct();
        assert_eq!(site.counts().await, before);
    }
    let thread = site.threads("").await["comments"][0].clone();
    assert_eq!(
        (&thread["user"]["name"], &thread["user"]["id"], &thread["content"]),
        (&json!("Deleted User"), &Value::Null, &json!("root"))
    );
    assert_eq!(thread["replies"][0]["state"], "held");
    assert_eq!(site.ids_below(&ids[0], 3).await.len(), 8);
    assert_eq!(
        database::query(site.site.folder(), "select count(*) from comment_likes"),
        ["0"]
    );
    assert_eq!(
        database::query(site.site.folder(), "select count(*) from comment_reports"),
        ["0"]
    );
}

#[tokio::test]
async fn a_removed_post_takes_whole_threads_with_it() {
    let site = Discussion::new();
    site.add_thread().await;
    let body = json!({"content": "On the other post"});
    let other = site
        .send(Method::POST, "/blogs/post-2/comments", &site.ada.token, body)
        .await;
    assert_eq!(other.status_code(), 201);
    let deleted = site.send(Method::DELETE, "/blogs/post-1", &site.root.token, json!({}));
    deleted.await.assert_status_ok();
    let rows = TABLES
        .map(|table| database::query(site.site.folder(), &format!("select count(*) from {table}")).remove(0));
    assert_eq!(rows, ["1", "0", "0", "0"]);
    site.site.assert_counts_are_correct();
}
