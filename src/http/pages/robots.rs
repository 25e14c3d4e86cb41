//! What robots may read: the pages and what shows them, but not the desks of administrators, nor the API.

use axum::extract::State;
use axum::http::header;
use axum::response::Response;

use crate::http::AppState;
use crate::http::answers::lasting;

const MEDIA_TYPE: &str = "text/plain; charset=utf-8";
const KEPT: &str = "public, max-age=3600";

/// `/robots.txt`
pub(in crate::http) async fn answer(State(state): State<AppState>) -> Response {
    let headers = [(header::CONTENT_TYPE, MEDIA_TYPE), (header::CACHE_CONTROL, KEPT)];
    lasting((headers, document(&state)))
}

/// The rules for every robot, in the form of RFC 9309.
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
