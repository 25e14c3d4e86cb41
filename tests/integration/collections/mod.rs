//! Tags, authors and series: what visitors see of them, and what the staff change.

mod authors;
mod hidden;
mod many_posts;
mod names;
mod pages;
mod series;
mod structured_data;
mod tags;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::{AdminId, Role};
use scraper::{ElementRef, Html, Selector};
use serde_json::{Value, json};

use crate::support::Site;
use crate::support::accounts::Account;

/// A site with members of the staff of each role.
struct Staffed {
    site: Site,
    contributor: Account<AdminId>,
    author: Account<AdminId>,
    other_author: Account<AdminId>,
    editor: Account<AdminId>,
}

impl Staffed {
    fn new() -> Self {
        let site = Site::configured(&[("SERVER__BASE_URL", ORIGIN), ("RATE_LIMIT__ENABLED", "false")]);
        Self {
            contributor: site.staff("cleo", Role::Contributor),
            author: site.staff("ada", Role::Author),
            other_author: site.staff("bo", Role::Author),
            editor: site.staff("edith", Role::Editor),
            site,
        }
    }

    async fn send(&self, operation: &str, token: &str, body: &Value) -> TestResponse {
        let (method, path) = operation.split_once(' ').unwrap();
        let method: Method = method.parse().unwrap();
        let body = (method != Method::GET).then_some(body);
        self.site
            .request(method, &format!("/api{path}"), token, body)
            .await
    }

    /// Sends a request, asserts that it succeeds, and returns the response.
    async fn call(&self, operation: &str, token: &str, body: Value) -> Value {
        let response = self.send(operation, token, &body).await;
        assert!(
            response.status_code().is_success(),
            "{operation}: {}",
            response.text()
        );
        response.json()
    }

    /// Sends a request as the editor.
    async fn edit(&self, operation: &str, body: Value) -> Value {
        self.call(operation, &self.editor.token, body).await
    }

    /// Creates a post, and returns it. Its slug is its title in small letters.
    async fn post(&self, token: &str, title: &str, status: &str, tags: &[&str]) -> Value {
        let body = json!({
            "title": title, "content": format!("<p>Words of {title}.</p>"), "category": "Other",
            "tags": tags, "featuredImage": "https://example.org/a.png", "status": status,
        });
        let created = self.call("POST /blogs/create", token, body).await;
        self.site.clock.advance_seconds(60);
        created["blog"].clone()
    }

    /// Publishes a post of the author.
    async fn publish(&self, title: &str, tags: &[&str]) -> Value {
        self.post(&self.author.token, title, "published", tags).await
    }

    /// Creates a series of the author with these posts.
    async fn series(&self, title: &str, posts: &[&Value]) -> Value {
        let created = self
            .call("POST /series", &self.author.token, json!({"title": title}))
            .await;
        let series = created["series"].clone();
        for post in posts {
            let operation = format!("PUT /blogs/{}/series", id(post));
            self.call(&operation, &self.editor.token, json!({"series": id(&series)}))
                .await;
        }
        series
    }

    async fn get(&self, path: &str) -> Value {
        self.site.get(&format!("/api{path}")).await
    }

    /// Returns the status of a page or a response, and where it leads; an empty text where it leads nowhere.
    async fn follow(&self, path: &str) -> (u16, String) {
        let response = self.site.server.get(path).await;
        let location = response.maybe_header("location");
        let location = location.map(|location| location.to_str().unwrap().to_owned());
        (response.status_code().as_u16(), location.unwrap_or_default())
    }

    async fn page(&self, path: &str) -> RenderedPage {
        let response = self.site.server.get(path).await;
        response.assert_status_ok();
        RenderedPage(Html::parse_document(&response.text()))
    }
}

const ORIGIN: &str = "https://blog.example.org";

/// A page that the server has drawn.
struct RenderedPage(Html);

impl RenderedPage {
    fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.0.select(&Selector::parse(selector).unwrap()).collect()
    }

    fn texts(&self, selector: &str) -> Vec<String> {
        let texts = self.all(selector).into_iter();
        texts.map(|element| element.text().collect()).collect()
    }

    fn attributes(&self, selector: &str, name: &str) -> Vec<&str> {
        let elements = self.all(selector).into_iter();
        elements.filter_map(|element| element.attr(name)).collect()
    }

    /// Returns what the page says to search engines.
    fn json_ld(&self) -> Vec<Value> {
        let scripts = self.texts("script[type='application/ld+json']");
        scripts
            .iter()
            .map(|script| serde_json::from_str(script).unwrap())
            .collect()
    }
}

fn id(value: &Value) -> &str {
    value["_id"].as_str().unwrap()
}

fn names(tags: &Value) -> Vec<&str> {
    let tags = tags.as_array().unwrap().iter();
    tags.map(|tag| tag["name"].as_str().unwrap()).collect()
}

/// Asserts that a request was refused with this status and code.
fn assert_refused(response: &TestResponse, status: u16, code: &str, place: &str) {
    let body: Value = response.json();
    assert_eq!(response.status_code(), status, "{place}: {body}");
    assert_eq!(body["code"], code, "{place}: {body}");
}
