//! The writes of redirects, which stand in for pages that were cached as missing.

use serde_json::json;

use super::{World, text};
use crate::response_cache::every_write::Comparison;

impl World {
    pub(super) async fn change_redirects(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let (create, change) = ("POST /admin/redirects", "PATCH /admin/redirects/{id}");
        for path in [
            "/page/former",
            "/feed/former",
            "/profile/former",
            "/?p=7",
            "/former",
        ] {
            let new = json!({"path": path, "target": "/trending"});
            site.call(create, "", admin, new).await;
        }
        let new = json!({"path": "/blog/former", "target": "/blog/post-1", "status": 302});
        let created = site.call(create, "", admin, new).await;
        let id = text(&created["redirect"]["_id"]);
        for changes in [
            json!({"target": "https://example.org/"}),
            json!({"status": 410}),
            json!({"path": "/blog/elsewhere"}),
        ] {
            site.call(change, &id, admin, changes).await;
        }
        let file = json!([
            {"from": "/blog/former", "to": "/blog/post-2"},
            {"from": "/blog/former", "to": "/"},
            {"from": "/blog/(.*)", "to": "/"},
        ]);
        site.call("POST /admin/redirects/import", "", admin, file).await;
        site.call("DELETE /admin/redirects/{id}", &id, admin, json!({}))
            .await;
    }
}
