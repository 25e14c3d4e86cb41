//! The writes of imports, and of the work on them, which brings posts and redirects.

use serde_json::json;

use super::{World, text};
use crate::response_cache::every_write::Comparison;
use crate::support::imports::ghost_export;

impl World {
    pub(super) async fn import(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let uploaded = site.upload(admin, &ghost_export(2)).await;
        let id = text(&uploaded["import"]["_id"]);
        site.site.work_on_imports();
        site.compare("the check of an import").await;
        let apply = "POST /admin/imports/{id}/apply";
        site.call(apply, &id, admin, json!({"defaultCategory": "System Design"}))
            .await;
        site.site.work_on_imports();
        site.call(apply, &id, admin, json!({})).await;
        site.site.work_on_imports();
        site.compare("an import that was applied").await;
        site.call("DELETE /admin/imports/{id}", &id, admin, json!({}))
            .await;
        site.site.work_on_imports();
        site.compare("an import that was deleted").await;
    }
}
