//! Comments in threads: replies, states, changes by their authors, and the counts of it all.

mod compatibility;
mod edits;
mod many;
mod places;
mod races;
mod random;
mod removals;
mod staff;
mod states;
mod threads;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::comment::CommentState;
use blog_app::domain::{AdminId, Clock as _, CommentId, UserId};
use blog_app::store::{StoreError, comments};
use serde_json::{Value, json};

use crate::support::accounts::Account;
use crate::support::{Site, blocking, post};

/// Settings that let one reader write as much as they like, for longer than a comment can be edited.
const SETTINGS: [(&str, &str); 2] = [("RATE_LIMIT__ENABLED", "false"), ("AUTH__TOKEN_HOURS", "10000")];

/// A site with two posts, two readers and an administrator.
struct Discussion {
    site: Site,
    ada: Account<UserId>,
    bo: Account<UserId>,
    root: Account<AdminId>,
}

impl Discussion {
    fn new() -> Self {
        Self::configured(&[])
    }

    fn configured(settings: &[(&str, &str)]) -> Self {
        let site = Site::configured(&[&SETTINGS, settings].concat());
        site.import(&[post(1), post(2)]);
        Self {
            ada: site.reader("Ada"),
            bo: site.reader("Bo"),
            root: site.admin("root"),
            site,
        }
    }

    async fn send(&self, method: Method, path: &str, token: &str, body: Value) -> TestResponse {
        let path = format!("/api{path}");
        self.site.request(method, &path, token, Some(&body)).await
    }

    /// Sends a comment on the first post, a second after the last one.
    async fn say(&self, token: &str, parent: Option<&str>, text: &str) -> TestResponse {
        self.site.clock.advance_seconds(1);
        let body = json!({"content": text, "parentId": parent});
        self.send(Method::POST, "/blogs/post-1/comments", token, body)
            .await
    }

    /// Adds a comment on the first post, and returns its id.
    async fn said(&self, token: &str, parent: Option<&str>, text: &str) -> String {
        let response = self.say(token, parent, text).await;
        assert_eq!(response.status_code(), 201, "{}", response.text());
        id_of(&response.json::<Value>()["comment"])
    }

    /// Adds a comment of a member of the staff, and returns its id.
    async fn staff_said(&self, token: &str, parent: Option<&str>, text: &str) -> String {
        self.site.clock.advance_seconds(1);
        let body = json!({"content": text, "parentId": parent});
        let response = self
            .send(Method::POST, "/admin/blogs/post-1/comments", token, body)
            .await;
        assert_eq!(response.status_code(), 201, "{}", response.text());
        id_of(&response.json::<Value>()["comment"])
    }

    async fn edit(&self, token: &str, id: &str, text: &str) -> TestResponse {
        let path = format!("/blogs/comments/{id}");
        self.send(Method::PATCH, &path, token, json!({"content": text}))
            .await
    }

    async fn delete(&self, token: &str, id: &str) -> TestResponse {
        let path = format!("/blogs/comments/{id}");
        self.send(Method::DELETE, &path, token, json!({})).await
    }

    /// Removes a comment as a member of the staff.
    async fn remove(&self, token: &str, id: &str) -> TestResponse {
        let path = format!("/admin/comments/{id}");
        self.send(Method::DELETE, &path, token, json!({})).await
    }

    async fn like(&self, token: &str, id: &str) -> TestResponse {
        self.site
            .post_as(&format!("/api/blogs/comments/{id}/like"), token)
            .await
    }

    /// Gives a comment another state, as a rule or a moderator does.
    fn set_state(&self, id: &str, state: CommentState) {
        let (id, now) = (CommentId::parse(id).unwrap(), self.site.clock.now());
        let set: Result<(), StoreError> = blocking(|| {
            self.site.store.write_blocking(move |tx| {
                let comment = comments::moderated(tx, id)?.unwrap();
                comments::set_state(tx, &comment, state, &comment.held_for, now)
            })
        });
        set.unwrap();
    }

    async fn get(&self, path: &str) -> Value {
        self.site.get(&format!("/api{path}")).await
    }

    /// Returns a page of the threads on the first post.
    async fn threads(&self, query: &str) -> Value {
        self.get(&format!("/blogs/post-1/comments?view=threads{query}"))
            .await
    }

    /// Returns the ids of all comments below another, through all pages of this size.
    async fn ids_below(&self, id: &str, limit: usize) -> Vec<String> {
        self.below(id, limit).await.iter().map(id_of).collect()
    }

    /// Returns all comments below another, through all pages of this size.
    async fn below(&self, id: &str, limit: usize) -> Vec<Value> {
        let mut found = Vec::new();
        for page in 1.. {
            let path = format!("/blogs/comments/{id}/replies?page={page}&limit={limit}");
            let body = self.get(&path).await;
            let replies = body["replies"].as_array().unwrap();
            found.extend(replies.iter().cloned());
            let total = usize::try_from(body["total"].as_u64().unwrap()).unwrap();
            assert_eq!(body["totalPages"], total.div_ceil(limit), "{body}");
            if page * limit >= total {
                assert_eq!(found.len(), total);
                break;
            }
            assert_eq!(replies.len(), limit);
        }
        found
    }

    /// Returns the stored counts of the first post: comments and threads.
    async fn counts(&self) -> (u64, u64) {
        let blog = self.get("/blogs/post-1").await["blog"].clone();
        let threads = self.threads("").await;
        (
            blog["stats"]["commentCount"].as_u64().unwrap(),
            threads["total"].as_u64().unwrap(),
        )
    }
}

fn id_of(comment: &Value) -> String {
    comment["_id"].as_str().unwrap().to_owned()
}

fn ids(comments: &Value) -> Vec<String> {
    comments.as_array().unwrap().iter().map(id_of).collect()
}

/// Asserts that this is the place of a comment that is no longer visible.
fn assert_tombstone(comment: &Value, state: &str) {
    assert_eq!(
        [
            &comment["state"],
            &comment["content"],
            &comment["contentHtml"],
            &comment["user"],
            &comment["likeCount"],
            &comment["isLiked"],
            &comment["role"],
            &comment["editedAt"],
        ],
        [
            &json!(state),
            &json!(""),
            &json!(""),
            &Value::Null,
            &json!(0),
            &json!(false),
            &Value::Null,
            &Value::Null
        ],
        "{comment}"
    );
}
