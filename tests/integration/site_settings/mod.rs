//! The settings of the site: who changes them, what they accept, and where they are shown.

mod changes;
mod pictures;
mod shown;

use axum::http::Method;
use axum_test::TestResponse;
use serde_json::{Value, json};

use crate::support::Site;

const PATH: &str = "/api/admin/site";

/// Returns a body with the settings of a new site and some changes.
#[expect(clippy::needless_pass_by_value, reason = "callers pass json!")]
pub fn settings_with(changes: Value) -> Value {
    let mut settings = json!({
        "name": "Community Blog", "description": DESCRIPTION, "accent": "", "navigation": [], "footer": [],
        "announcement": null, "commentPolicy": "", "defaultAuthor": "Community Admins", "version": 0,
    });
    let changes = changes.as_object().unwrap().clone();
    settings.as_object_mut().unwrap().extend(changes);
    settings
}

/// The description that a new site has.
const DESCRIPTION: &str = "Articles by and for our student developer community.";

async fn put(site: &Site, token: &str, settings: &Value) -> TestResponse {
    site.request(Method::PUT, PATH, token, Some(settings)).await
}

/// Changes some of the present settings, and returns all.
pub async fn change(site: &Site, token: &str, changes: Value) -> Value {
    let mut settings = site.get_as(token, PATH).await["settings"].clone();
    let changes = changes.as_object().unwrap().clone();
    settings.as_object_mut().unwrap().extend(changes);
    let response = put(site, token, &settings).await;
    response.assert_status_ok();
    response.json::<Value>()["settings"].clone()
}
