//! Static pages: what editors write, and what readers see of it.

mod addresses;
mod conflicts;
mod hostile;
mod pictures;
mod preview_links;
mod rendering;
mod revisions;
mod shown;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::Role;
use serde_json::{Value, json};

use crate::support::Site;

const PATH: &str = "/api/admin/pages";

/// A site with a signed-in editor, who has the least role for static pages.
struct Editor {
    site: Site,
    token: String,
}

impl Editor {
    fn new() -> Self {
        Self::on(Site::new())
    }

    fn on(site: Site) -> Self {
        let token = site.staff("ed", Role::Editor).token;
        Self { site, token }
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> TestResponse {
        let path = format!("{PATH}{path}");
        self.site.request(method, &path, &self.token, body).await
    }

    async fn create(&self, body: &Value) -> TestResponse {
        self.send(Method::POST, "", Some(body)).await
    }

    async fn created(&self, body: Value) -> Value {
        let response = self.create(&body).await;
        assert_eq!(response.status_code(), 201, "{}", response.text());
        response.json::<Value>()["page"].clone()
    }

    async fn update(&self, page: &Value, changes: Value) -> TestResponse {
        let mut body = fields_of(page);
        body.as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        self.send(Method::PUT, &format!("/{}", id_of(page)), Some(&body))
            .await
    }

    /// Changes some fields of a page, and returns the page.
    async fn updated(&self, page: &Value, changes: Value) -> Value {
        let response = self.update(page, changes).await;
        assert_eq!(response.status_code(), 200, "{}", response.text());
        response.json::<Value>()["page"].clone()
    }

    /// Reads below the path of a page.
    async fn read(&self, page: &Value, path: &str) -> Value {
        let path = format!("{PATH}/{}{path}", id_of(page));
        self.site.get_as(&self.token, &path).await
    }

    async fn text(&self, path: &str) -> String {
        let response = self.site.server.get(path).await;
        response.assert_status_ok();
        response.text()
    }

    async fn status(&self, path: &str) -> u16 {
        self.site.server.get(path).await.status_code().as_u16()
    }
}

fn page(title: &str, status: &str) -> Value {
    json!({
        "title": title, "description": "", "content": format!("<h2>Who</h2><p>The words of {title}.</p>"),
        "status": status,
    })
}

fn id_of(page: &Value) -> &str {
    page["_id"].as_str().unwrap()
}

/// Returns the body that saves a page as it is.
fn fields_of(page: &Value) -> Value {
    json!({
        "title": page["title"], "slug": page["slug"], "description": page["description"],
        "content": page["content"], "status": page["status"], "version": page["version"],
    })
}
