//! Revisions of posts, conflicts between those who change them, and autosaves.

mod autosaves;
mod callers;
mod conflicts;
mod differences;
mod keeping;
mod random_edits;
mod recording;
mod restoring;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::{AdminId, Role};
use serde_json::{Value, json};

use crate::api::posts_admin::post_body_with;
use crate::support::Site;
use crate::support::accounts::Account;

/// A member of the staff who writes on a site.
pub struct Writer<'site> {
    site: &'site Site,
    account: Account<AdminId>,
}

impl<'site> Writer<'site> {
    fn new(site: &'site Site, name: &str, role: Role) -> Self {
        let account = site.staff(name, role);
        Self { site, account }
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> TestResponse {
        self.site
            .request(method, path, &self.account.token, body.as_ref())
            .await
    }

    async fn get(&self, path: &str) -> Value {
        self.site.get_as(&self.account.token, path).await
    }

    /// Creates a post, and returns its id.
    async fn create(&self, changes: Value) -> String {
        let body = post_body_with(changes);
        let created = self.send(Method::POST, "/api/blogs/create", Some(body)).await;
        assert_eq!(created.status_code(), 201, "{}", created.text());
        text(&created.json::<Value>()["blog"]["_id"])
    }

    /// Sends an update.
    async fn update(&self, id: &str, changes: Value) -> TestResponse {
        let path = format!("/api/blogs/update/{id}");
        self.send(Method::PUT, &path, Some(post_body_with(changes))).await
    }

    /// Sends an update that succeeds, and returns the post.
    async fn save(&self, id: &str, changes: Value) -> Value {
        let saved = self.update(id, changes).await;
        assert_eq!(saved.status_code(), 200, "{}", saved.text());
        saved.json::<Value>()["blog"].clone()
    }

    /// Returns the post as the editor opens it.
    async fn open(&self, id: &str) -> Value {
        let path = format!("/api/blogs/admin/blogs/{id}");
        self.get(&path).await["blog"].clone()
    }

    /// Returns all revisions of a post, newest first.
    async fn revisions(&self, id: &str) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let page = all.len() / 100 + 1;
            let path = format!("/api/blogs/{id}/revisions?page={page}&limit=100");
            let response = self.get(&path).await;
            all.extend(response["revisions"].as_array().unwrap().iter().cloned());
            if all.len() as u64 >= response["total"].as_u64().unwrap() {
                return all;
            }
        }
    }

    /// Returns the numbers and reasons of all revisions, newest first.
    async fn reasons(&self, id: &str) -> Vec<String> {
        let revisions = self.revisions(id).await;
        let shown = revisions
            .iter()
            .map(|revision| format!("{} {}", revision["number"], revision["reason"].as_str().unwrap()));
        shown.collect()
    }

    /// Returns the text of a revision.
    async fn text_of(&self, id: &str, number: &Value) -> String {
        let path = format!("/api/blogs/{id}/revisions/{number}");
        text(&self.get(&path).await["content"])
    }

    async fn restore(&self, id: &str, number: u64) -> TestResponse {
        let path = format!("/api/blogs/{id}/revisions/{number}/restore");
        self.send(Method::POST, &path, None).await
    }

    async fn rename(&self, id: &str, number: u64, name: Value) -> TestResponse {
        let path = format!("/api/blogs/{id}/revisions/{number}");
        self.send(Method::PATCH, &path, Some(json!({ "name": name })))
            .await
    }

    async fn autosave(&self, key: &str, body: Value) -> TestResponse {
        let path = format!("/api/admin/autosaves/{key}");
        self.send(Method::PUT, &path, Some(body)).await
    }

    /// Stores an autosave, and returns the response.
    async fn autosaved(&self, key: &str, body: Value) -> Value {
        let response = self.autosave(key, body).await;
        assert_eq!(response.status_code(), 200, "{}", response.text());
        response.json()
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn content(words: &str) -> Value {
    json!({"content": format!("<p>{words}</p>")})
}

/// The changes of [`content`] with these added.
fn with(mut changes: Value, more: Value) -> Value {
    if let (Value::Object(changes), Value::Object(more)) = (&mut changes, more) {
        changes.extend(more);
    }
    changes
}

/// The addresses of pictures of the site in a text.
fn pictures(html: &str) -> Vec<String> {
    let parts = html.split('"').filter(|part| part.starts_with("/media/"));
    parts.map(str::to_owned).collect()
}

async fn status_of(site: &Site, address: &str) -> u16 {
    site.server.get(address).await.status_code().as_u16()
}
