//! The writes of tags, of series, and of what authors say of themselves.

use axum::http::Method;
use serde_json::{Value, json};

use super::{World, text};
use crate::api::posts_admin::{data_url, png};
use crate::response_cache::every_write::Comparison;
use crate::support::Site;

/// Creates a series with two posts, and returns its id.
pub(super) async fn create_series(site: &Site, admin: &str) -> String {
    let body = json!({"title": "First series"});
    let created = site
        .request(Method::POST, "/api/series", admin, Some(&body))
        .await;
    let id = text(&created.json::<Value>()["series"]["_id"]);
    for post in ["post-1", "post-2"] {
        let path = format!("/api/blogs/{post}/series");
        let body = json!({"series": id});
        site.request(Method::PUT, &path, admin, Some(&body))
            .await
            .assert_status_ok();
    }
    id
}

impl World {
    pub(super) async fn change_collections(&self, site: &mut Comparison) {
        self.change_tags(site).await;
        self.change_series(site).await;
        let profile = json!({"bio": "Writes.", "socialLinks": {"website": "https://example.org"}});
        site.call("PUT /admin/settings/author", "", &self.admin.token, profile)
            .await;
    }

    async fn change_tags(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let (change, merge) = ("PATCH /tags/{slug}", "POST /tags/{slug}/merge");
        for (tag, changes) in [
            ("sample", json!({"description": "All about samples"})),
            ("sample", json!({"cover": data_url(&png(1, 41))})),
            ("sample", json!({"name": "Renamed"})),
            ("renamed", json!({"slug": "another"})),
            ("another", json!({"name": "sample", "slug": "sample"})),
        ] {
            site.call(change, tag, admin, changes).await;
        }
        let other = json!({"series": null});
        site.call("PUT /blogs/{id}/series", &self.other_post, admin, other)
            .await;
        let tagged = json!({
            "title": "Tagged", "content": "<p>Text.</p>", "category": "Other", "tags": ["Renamed", "other"],
            "featuredImage": "https://example.org/a.png", "status": "published",
        });
        site.call("POST /blogs/create", "", admin, tagged).await;
        // The first tag had the address `renamed` before.
        for (tag, into) in [("other", "renamed-2"), ("renamed-2", "sample")] {
            site.call(merge, tag, admin, json!({"into": into})).await;
        }
    }

    async fn change_series(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let title = json!({"title": "Second series", "description": "To be read"});
        let created = site.call("POST /series", "", admin, title).await;
        let second = text(&created["series"]["_id"]);
        let set = "PUT /blogs/{id}/series";
        for post in [&self.other_post, &self.post, &self.draft] {
            site.call(set, post, admin, json!({"series": second})).await;
        }
        let order = json!({"blogs": [self.draft, self.post, self.other_post]});
        site.call("PUT /series/{id}/order", &second, admin, order).await;
        let changes = json!({"title": "The second series", "slug": "second"});
        site.call("PATCH /series/{id}", &second, admin, changes).await;
        site.call(set, &self.post, admin, json!({"series": self.series}))
            .await;
        site.call("DELETE /series/{id}", &second, admin, json!({})).await;
    }
}
