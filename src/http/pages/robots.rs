//! The rules for robots (RFC 9309): pages and their files are allowed, the administration and the API are not.

use axum::extract::State;
use axum::response::Response;

use super::hourly_file;
use crate::http::AppState;

const MEDIA_TYPE: &str = "text/plain; charset=utf-8";

pub(in crate::http) async fn handler(State(state): State<AppState>) -> Response {
    let origin = state.config.server.origin();
    let rules = format!(
        "User-agent: *\n\
         Allow: /assets/\n\
         Allow: /media/\n\
         Disallow: /admin\n\
         Disallow: /api\n\
         \n\
         Sitemap: {origin}/sitemap.xml\n"
    );
    hourly_file(MEDIA_TYPE, rules)
}
