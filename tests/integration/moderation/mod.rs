//! Moderation: reports and mutes of readers, decisions of the staff on comments, silence and bans for a time.

mod costs;
mod decisions;
mod held;
pub mod mutes;
mod queue;
mod reports;
mod standing;
mod whole_user;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::comment::CommentText;
use blog_app::domain::thread::Position;
use blog_app::domain::{AdminId, Clock as _, CommentId, Role, SystemEntropy, UserId};
use blog_app::store::comments::NewComment;
use blog_app::store::{StoreError, comments};
use serde_json::{Value, json};

use crate::support::accounts::Account;
use crate::support::{Site, blocking, post};

const SETTINGS: [(&str, &str); 2] = [("RATE_LIMIT__ENABLED", "false"), ("AUTH__TOKEN_HOURS", "10000")];
const DAY_SECONDS: i64 = 24 * 3_600;
const THANKS: &str = "Thank you. A moderator will look at it.";

/// A site with three posts, two readers, an editor and an administrator.
struct Forum {
    site: Site,
    ada: Account<UserId>,
    bo: Account<UserId>,
    editor: Account<AdminId>,
    root: Account<AdminId>,
}

impl Forum {
    fn new() -> Self {
        Self::configured(&[])
    }

    fn configured(settings: &[(&str, &str)]) -> Self {
        let site = Site::configured(&[&SETTINGS, settings].concat());
        site.import(&[post(1), post(2), post(3)]);
        Self {
            ada: site.reader("Ada"),
            bo: site.reader("Bo"),
            editor: site.staff("edith", Role::Editor),
            root: site.admin("root"),
            site,
        }
    }

    async fn send(&self, method: Method, path: &str, token: &str, body: Value) -> TestResponse {
        let path = format!("/api{path}");
        self.site.request(method, &path, token, Some(&body)).await
    }

    async fn get_as(&self, token: &str, path: &str) -> Value {
        self.site.get_as(token, &format!("/api{path}")).await
    }

    /// Adds a comment on the first post a minute after the last one, and returns its id.
    async fn said(&self, token: &str, parent: Option<&str>, text: &str) -> String {
        self.site.clock.advance_seconds(60);
        let body = json!({"content": text, "parentId": parent});
        let path = "/blogs/post-1/comments";
        let response = self.send(Method::POST, path, token, body).await;
        assert_eq!(response.status_code(), 201, "{}", response.text());
        text_of(&response.json::<Value>()["comment"]["_id"])
    }

    /// Adds a comment on a post without the API, in whatever place, and returns its id.
    fn add(&self, slug: &str, reader: UserId, parent: Option<CommentId>, held_for: &[&str]) -> CommentId {
        self.site.clock.advance_seconds(1);
        let now = self.site.clock.now();
        let id = CommentId::new(now, &SystemEntropy);
        let (post, held_for) = (
            self.site.post_id(slug),
            held_for.iter().map(|rule| (*rule).to_owned()),
        );
        let held_for: Vec<String> = held_for.collect();
        let added: Result<(), StoreError> = blocking(|| {
            self.site.store.write_blocking(move |tx| {
                let position = match parent {
                    None => Position::of_root(id),
                    Some(parent) => comments::visible_position(tx, parent, post)?
                        .unwrap()
                        .of_reply(parent, id),
                };
                let text = CommentText::parse(&format!("Comment {id}")).unwrap();
                let new = NewComment::of_reader(id, post, reader, text, now);
                comments::insert(
                    tx,
                    &NewComment {
                        position,
                        held_for,
                        ..new
                    },
                )
            })
        });
        added.unwrap();
        id
    }

    /// Creates readers who are no newcomers: their accounts are three days old, and they have three comments.
    fn known_readers<const COUNT: usize>(&self, names: [&str; COUNT]) -> [Account<UserId>; COUNT] {
        let readers = names.map(|name| self.site.reader(name));
        self.site.clock.advance_seconds(3 * DAY_SECONDS);
        for reader in &readers {
            for _ in 0..3 {
                self.add("post-3", reader.id, None, &[]);
            }
        }
        readers
    }

    async fn report(&self, token: &str, comment: &str) -> TestResponse {
        let path = format!("/blogs/comments/{comment}/report");
        self.send(Method::POST, &path, token, json!({"reason": "spam"}))
            .await
    }

    async fn report_reader(&self, token: &str, reader: UserId) -> TestResponse {
        let path = format!("/users/{reader}/report");
        self.send(
            Method::POST,
            &path,
            token,
            json!({"reason": "abuse", "note": "Rude"}),
        )
        .await
    }

    /// Sends a decision of the editor.
    async fn moderate(&self, body: Value) -> TestResponse {
        let path = "/admin/comments/moderate";
        self.send(Method::POST, path, &self.editor.token, body).await
    }

    /// Decides on comments as the editor, and returns the outcomes.
    async fn decided(&self, action: &str, ids: &[&str]) -> Vec<String> {
        let response = self.moderate(json!({"ids": ids, "action": action})).await;
        response.assert_status_ok();
        let body: Value = response.json();
        let results = body["results"].as_array().unwrap();
        let sent: Vec<&str> = results
            .iter()
            .map(|result| result["id"].as_str().unwrap())
            .collect();
        assert_eq!(sent, ids, "{body}");
        self.site.assert_counts_are_correct();
        results.iter().map(|result| text_of(&result["outcome"])).collect()
    }

    /// Returns the list of the editor.
    async fn queue(&self, query: &str) -> Value {
        self.get_as(&self.editor.token, &format!("/admin/comments{query}"))
            .await
    }

    /// Returns the comment as the editor sees it, in any of the lists.
    async fn managed(&self, id: &str) -> Value {
        let lists = [
            self.queue("?limit=100").await,
            self.queue("?state=removed&limit=100").await,
        ];
        let mut comments = lists.iter().flat_map(|list| list["comments"].as_array().unwrap());
        comments.find(|comment| comment["_id"] == id).unwrap().clone()
    }

    async fn state(&self, id: &str) -> String {
        text_of(&self.managed(id).await["state"])
    }

    /// Changes the rights of a reader as the editor.
    async fn set_standing(&self, reader: UserId, change: Value) -> TestResponse {
        let path = format!("/admin/users/{reader}/standing");
        self.send(Method::PATCH, &path, &self.editor.token, change).await
    }

    /// Returns the stored counts of a post: comments, and threads.
    async fn counts(&self, slug: &str) -> (u64, u64) {
        let blog = self.site.get(&format!("/api/blogs/{slug}")).await["blog"].clone();
        let threads = self
            .site
            .get(&format!("/api/blogs/{slug}/comments?view=threads"))
            .await;
        (
            blog["stats"]["commentCount"].as_u64().unwrap(),
            threads["total"].as_u64().unwrap(),
        )
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
