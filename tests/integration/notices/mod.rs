//! Notices: who is told of what, what people follow, and which mails they want.

mod announcements;
mod clean_up;
mod comments;
mod follows;
mod kills;
mod lists;
mod mailed;
mod mails;
mod moderators;
mod preferences;
mod recipients;
mod reviews;
mod threads;

use std::path::Path;
use std::sync::Arc;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::actions::announcements::{TellSubscribers, tell_due};
use blog_app::domain::{AdminId, Role, UserId};
use serde_json::{Value, json};

use crate::support::accounts::Account;
use crate::support::{Site, blocking, database};

const SETTINGS: [(&str, &str); 2] = [("RATE_LIMIT__ENABLED", "false"), ("AUTH__TOKEN_HOURS", "10000")];
const MINUTE_SECONDS: i64 = 60;

/// A site with a post of an author, and with readers, an editor and an administrator.
struct Notices {
    site: Site,
    ada: Account<UserId>,
    bo: Account<UserId>,
    cy: Account<UserId>,
    author: Account<AdminId>,
    editor: Account<AdminId>,
    root: Account<AdminId>,
    /// The slug of the author's post.
    post: String,
}

impl Notices {
    async fn new() -> Self {
        Self::configured(&[]).await
    }

    /// The same with these settings instead of the defaults.
    async fn configured(settings: &[(&str, &str)]) -> Self {
        let settings: Vec<_> = SETTINGS.iter().chain(settings).copied().collect();
        let site = Site::configured(&settings);
        let mut notices = Self {
            ada: site.reader("Ada"),
            bo: site.reader("Bo"),
            cy: site.reader("Cy"),
            author: site.staff("arthur", Role::Author),
            editor: site.staff("edith", Role::Editor),
            root: site.admin("root"),
            site,
            post: String::new(),
        };
        let token = notices.author.token.clone();
        notices.post = notices.publish(&token, "On gardens", json!({})).await;
        notices.tell();
        notices
    }

    async fn send(&self, method: Method, path: &str, token: &str, body: Value) -> TestResponse {
        let path = format!("/api{path}");
        self.site.request(method, &path, token, Some(&body)).await
    }

    /// Sends a request, asserts that it succeeds, and returns the JSON.
    async fn call(&self, route: &str, token: &str, body: Value) -> Value {
        let (method, path) = route.split_once(' ').unwrap();
        let response = self.send(method.parse().unwrap(), path, token, body).await;
        let status = response.status_code();
        assert!(status.is_success(), "{route}: {status} {}", response.text());
        response.json()
    }

    async fn get_as(&self, token: &str, path: &str) -> Value {
        self.site.get_as(token, &format!("/api{path}")).await
    }

    /// Creates a published post with some fields changed, a minute later, and returns its slug.
    async fn publish(&self, token: &str, title: &str, changes: Value) -> String {
        let saved = self.save(token, title, changes).await;
        saved["slug"].as_str().unwrap().to_owned()
    }

    async fn save(&self, token: &str, title: &str, changes: Value) -> Value {
        self.site.clock.advance_seconds(MINUTE_SECONDS);
        let saved = self.call("POST /blogs/create", token, body(title, changes)).await;
        saved["blog"].clone()
    }

    /// Adds a comment of a reader on the post a minute later, and returns its id.
    async fn said(&self, token: &str, parent: Option<&str>, text: &str) -> String {
        let comment = self.say(token, parent, text).await["comment"].clone();
        comment["_id"].as_str().unwrap().to_owned()
    }

    /// Adds a comment of a reader on the post a minute later, and returns the response.
    async fn say(&self, token: &str, parent: Option<&str>, text: &str) -> Value {
        self.site.clock.advance_seconds(MINUTE_SECONDS);
        let path = format!("POST /blogs/{}/comments", self.post);
        let comment = json!({"content": text, "parentId": parent});
        self.call(&path, token, comment).await
    }

    /// Adds a comment of a member of the staff on the post a minute later, and returns its id.
    async fn said_by_staff(&self, token: &str, parent: Option<&str>, text: &str) -> String {
        self.site.clock.advance_seconds(MINUTE_SECONDS);
        let path = format!("POST /admin/blogs/{}/comments", self.post);
        let comment = json!({"content": text, "parentId": parent});
        let said = self.call(&path, token, comment).await;
        said["comment"]["_id"].as_str().unwrap().to_owned()
    }

    async fn moderate(&self, comment: &str, action: &str) {
        let decision = json!({"ids": [comment], "action": action});
        self.call("POST /admin/comments/moderate", &self.editor.token, decision)
            .await;
    }

    async fn follow(&self, token: &str, kind: &str, target: &str) {
        let target = json!({"kind": kind, "target": target});
        self.call("PUT /follows", token, target).await;
    }

    /// Tells people of all events that are due.
    fn tell(&self) {
        let (store, clock) = (&self.site.store, &self.site.clock);
        blocking(|| tell_due(store, clock, &nobody_subscribes())).unwrap();
    }

    /// Returns the notices of somebody, newest first.
    async fn notices(&self, token: &str) -> Vec<Value> {
        let list = self.get_as(token, "/notifications").await;
        let count = self.get_as(token, "/notifications/count").await;
        assert_eq!(list["unread"], count["unread"]);
        list["notifications"].as_array().unwrap().clone()
    }

    /// Returns the kinds of the notices of somebody, newest first, with the names of the actors.
    async fn told(&self, token: &str) -> Vec<String> {
        let notices = self.notices(token).await;
        notices
            .iter()
            .map(|notice| {
                let actor = notice["actor"]["name"].as_str().unwrap_or("nobody");
                format!("{} by {actor}", notice["kind"].as_str().unwrap())
            })
            .collect()
    }

    /// Returns the first column of a query.
    fn query(&self, sql: &str) -> Vec<String> {
        database::query(self.site.folder(), sql)
    }
}

/// A newsletter without subscribers.
fn nobody_subscribes() -> Arc<TellSubscribers> {
    Arc::new(|_, _, _, _, _| Ok(None))
}

/// Returns the body of a published post with some fields changed.
fn body(title: &str, changes: Value) -> Value {
    let mut body = json!({
        "title": title, "content": "<p>Text.</p>", "category": "Other", "tags": ["Green"],
        "featuredImage": "https://example.org/a.png", "status": "published",
    });
    if let (Value::Object(body), Value::Object(changes)) = (&mut body, changes) {
        body.extend(changes);
    }
    body
}

/// Lets a reader follow this many tags, which no post has.
pub fn follow_tags(site: &Site, reader: UserId, count: u32) {
    let rows: Vec<String> = (0..count)
        .map(|number| format!("('{reader}', 'tag', 'tag{number}', {number})"))
        .collect();
    let folder = site.folder();
    insert_rows(folder, "follows (user_id, kind, target, at)", &rows);
}

/// The columns of [`user_row`].
const USER_COLUMNS: &str =
    "users (id, name, name_folded, username, email, password_hash, verified_at, onboarded, bio,
                                   created_at, updated_at)";

/// Returns the row of a verified and onboarded reader whose name is `F`.
fn user_row(number: usize) -> String {
    format!(
        "('0198c0de-0000-7000-8000-{number:012}', 'F', 'f', 'f{number}', 'f{number}@example.org', '', 1, 1, '', 1, 1)"
    )
}

/// Inserts rows, of which there may be more than fit into the argument of a program.
fn insert_rows(folder: &Path, columns: &str, rows: &[String]) {
    for some in rows.chunks(500) {
        let insert = format!("insert into {columns} values {}", some.join(", "));
        database::execute(folder, &insert);
    }
}
