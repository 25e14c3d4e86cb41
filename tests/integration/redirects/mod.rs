//! Redirects: what editors enter and import, and what visitors who follow old addresses get.

mod files;
mod followed;
mod managed;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::Role;
use serde_json::{Value, json};

use crate::support::{Site, post};

const PATH: &str = "/api/admin/redirects";

/// A site with two posts and a signed-in editor, who has the least role for redirects.
struct Editor {
    site: Site,
    token: String,
}

impl Editor {
    fn new() -> Self {
        Self::on(Site::with_posts(&[post(1), post(2)]))
    }

    fn on(site: Site) -> Self {
        let token = site.staff("ed", Role::Editor).token;
        Self { site, token }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> TestResponse {
        let path = format!("{PATH}{path}");
        self.site.request(method, &path, &self.token, Some(&body)).await
    }

    async fn create(&self, body: Value) -> TestResponse {
        self.send(Method::POST, "", body).await
    }

    async fn created(&self, body: Value) -> Value {
        let response = self.create(body).await;
        assert_eq!(response.status_code(), 201, "{}", response.text());
        response.json::<Value>()["redirect"].clone()
    }

    /// Makes a permanent redirect.
    async fn lead(&self, path: &str, target: &str) -> Value {
        self.created(json!({"path": path, "target": target})).await
    }

    async fn change(&self, redirect: &Value, changes: Value) -> TestResponse {
        let path = format!("/{}", id_of(redirect));
        self.send(Method::PATCH, &path, changes).await
    }

    async fn changed(&self, redirect: &Value, changes: Value) -> Value {
        let response = self.change(redirect, changes).await;
        assert_eq!(response.status_code(), 200, "{}", response.text());
        response.json::<Value>()["redirect"].clone()
    }

    async fn list(&self, query: &str) -> Value {
        self.site.get_as(&self.token, &format!("{PATH}{query}")).await
    }

    /// Returns the paths of a page of the list.
    async fn paths(&self, query: &str) -> Vec<String> {
        let list = self.list(query).await;
        let redirects = list["redirects"].as_array().unwrap();
        redirects
            .iter()
            .map(|redirect| redirect["path"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Returns the status of a page and where it leads; an empty text where it leads nowhere.
    async fn follow(&self, path: &str) -> (u16, String) {
        answer(&self.site.server.get(path).await)
    }
}

fn answer(response: &TestResponse) -> (u16, String) {
    let location = response.maybe_header("location");
    let location = location.map(|location| location.to_str().unwrap().to_owned());
    (response.status_code().as_u16(), location.unwrap_or_default())
}

fn leads(status: u16, location: &str) -> (u16, String) {
    (status, location.to_owned())
}

fn missing() -> (u16, String) {
    leads(404, "")
}

fn id_of(redirect: &Value) -> &str {
    redirect["_id"].as_str().unwrap()
}

/// Asserts that a request was refused for a field.
fn assert_refuses(response: &TestResponse, status: u16, field: &str, place: &str) {
    let body: Value = response.json();
    assert_eq!(response.status_code(), status, "{place}: {body}");
    assert!(body["errors"][field].is_string(), "{place}: {body}");
}
