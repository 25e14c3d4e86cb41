//! The rules for robots: pages and their files are allowed, the administration and the API are not.

use axum::extract::State;
use axum::response::Response;

use super::hourly_file;
use crate::http::AppState;

const MEDIA_TYPE: &str = "text/plain; charset=utf-8";

pub(in crate::http) async fn handler(State(state): State<AppState>) -> Response {
    hourly_file(MEDIA_TYPE, document(&state))
}

/// Returns the rules for all robots (RFC 9309).
pub(in crate::http) fn document(state: &AppState) -> String {
    let origin = state.config.server.origin();
    format!(
        "User-agent: *\n\
         Allow: /assets/\n\
         Allow: /media/\n\
         Disallow: /admin\n\
         Disallow: /api\n\
         \n\
         Sitemap: {origin}/sitemap.xml\n"
    )
}
