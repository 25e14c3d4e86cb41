//! The writes of static pages, and of the pictures of the site.

use axum::http::Method;
use serde_json::{Value, json};

use super::{World, text};
use crate::api::posts_admin::{data_url, png};
use crate::response_cache::every_write::Comparison;
use crate::support::Site;

/// Creates the page that is there before the first write, and returns its id.
pub(super) async fn create(site: &Site, token: &str) -> String {
    let body = page("Rules", "published");
    let created = site
        .request(Method::POST, "/api/admin/pages", token, Some(&body))
        .await;
    created.assert_status_success();
    text(&created.json::<Value>()["page"]["_id"])
}

impl World {
    pub(super) async fn change_pages(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let (of_pages, of_page) = ("POST /admin/pages", "PUT /admin/pages/{id}");
        let created = site.call(of_pages, "", admin, page("About", "draft")).await;
        let id = text(&created["page"]["_id"]);
        let link = "POST /admin/pages/{id}/preview-link";
        let link = site.call(link, &id, admin, json!({"days": 7})).await;
        let (_, token) = link["url"].as_str().unwrap().split_once("/preview/").unwrap();
        let shared = [format!("/preview/{token}"), format!("/api/preview-links/{token}")];
        for path in &shared {
            site.compare_read(path).await;
        }
        site.call("DELETE /admin/pages/{id}/preview-link", &id, admin, json!({}))
            .await;
        for path in &shared {
            site.compare_read(path).await;
        }
        let mut version = created["page"]["version"].clone();
        for (title, status) in [
            ("About", "published"),
            ("About us", "published"),
            ("About us", "draft"),
            ("About", "published"),
        ] {
            let mut changed = page(title, status);
            (changed["slug"], changed["version"]) = (json!("about"), version);
            let changed = site.call(of_page, &id, admin, changed).await;
            version = changed["page"]["version"].clone();
        }
        let mut moved = page("Rules", "published");
        (moved["slug"], moved["version"]) = (json!("manners"), json!(1));
        site.call(of_page, &self.page, admin, moved).await;
        let restored = json!({"version": 2});
        let restore = "POST /admin/pages/{id}/revisions/{number}/restore";
        site.call(restore, &self.page, admin, restored).await;

        site.call("DELETE /admin/pages/{id}", &id, admin, json!({})).await;
    }

    /// Shows a logo and an icon, and removes them.
    pub(super) async fn change_pictures(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        for (field, value) in [
            ("logo", json!(data_url(&png(7, 600)))),
            ("icon", json!(data_url(&png(8, 600)))),
            ("icon", json!(data_url(&png(9, 400)))),
            ("logo", json!(null)),
            ("icon", json!(null)),
        ] {
            let mut settings = site.site.get_as(admin, "/api/admin/site").await["settings"].clone();
            settings[field] = value;
            site.call("PUT /admin/site", "", admin, settings).await;
        }
    }
}

fn page(title: &str, status: &str) -> Value {
    json!({
        "title": title, "description": "What it says", "content": format!("<h2>{title}</h2><p>The text of it.</p>"),
        "status": status,
    })
}
